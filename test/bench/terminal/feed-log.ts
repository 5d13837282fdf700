import { writeLines } from './write-lines.ts';

const PAGE = 1000;

/** Writes the events of a server into a log file, each with its time and all that is known of it; for lnav. */
export async function writeFeedLog(baseUrl: string, file: string): Promise<void> {
  const lines: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const answer = await fetch(`${baseUrl}/events?limit=${PAGE}&offset=${offset}`);
    const { events } = (await answer.json()) as {
      readonly events: readonly { readonly timestamp: string }[];
    };
    lines.push(...events.map((event) => `${event.timestamp} INFO ${JSON.stringify(event)}\n`));
    if (events.length < PAGE) {
      break;
    }
  }
  writeLines(file, lines.length, (line) => lines.at(-1 - line) ?? '');
}
