import CORPUS from '../fixtures/hostile-text.json' with { type: 'json' };
import { generousLimit } from './generous-limit.ts';
import { hostileAnswers } from './hostile-organization.ts';
import { startSocketServer, type SocketServer } from './socket-server.ts';

const BASE = '/api/v1';

/** How many rows of a list stand before those in which verdict and time are hostile as well. */
export const CASES = CORPUS.cases.length;

/** A server of which every text is one of the hostile corpus: each case has its rows in each list. */
export async function startHostileServer(): Promise<SocketServer> {
  const now = Date.now();
  const answers = CORPUS.cases.map(({ input }, index) =>
    hostileAnswers(input, (ago) => new Date(now - (index * 60 + ago) * 1000).toISOString()),
  );
  const numbered = (rows: readonly (readonly Readonly<Record<string, unknown>>[])[]) =>
    rows.flatMap((some, index) => some.map((row) => ({ ...row, id: `${index} ${String(row['id'])}` })));
  const page = (name: string, rows: readonly unknown[]) => ({
    [name]: rows,
    pagination: { limit: 1000, offset: 0, total: rows.length, has_more: false },
  });
  const first = answers[0] as (typeof answers)[number];
  const cases = CORPUS.cases.map(({ input }) => input);
  const bodies: readonly (readonly [path: RegExp, body: unknown])[] = [
    [/^\/health$/, { ...first.health, status: 'ok', timestamp: new Date(now).toISOString() }],
    [
      /^\/events\/llm/,
      page(
        'events',
        answers.flatMap(({ calls }) => calls),
      ),
    ],
    [/^\/events/, page('events', numbered(answers.map(({ events }) => events)))],
    [/^\/registered-agents/, page('agents', numbered(answers.map(({ agents }) => agents)))],
    [/^\/sessions\/calendar/, { days: answers.flatMap(({ calendar }) => calendar.days), total_count: 9 }],
    [
      /^\/sessions\/clients/,
      page(
        'clients',
        answers.flatMap(({ clients }) => clients),
      ),
    ],
    [
      /^\/sessions\/.*\/content/,
      {
        ...first.transcript,
        messages: answers.flatMap(({ transcript }) => transcript['messages'] as readonly unknown[]),
      },
    ],
    [/^\/sessions/, page('sessions', numbered(answers.map(({ sessions }) => sessions)))],
    [
      /^\/policy/,
      {
        ...first.policy,
        blocked_packages: cases,
        rules: Object.fromEntries(cases.map((text) => [text, text])),
      },
    ],
  ];
  return startSocketServer((request, response) => {
    const path = (request.url ?? '').slice(BASE.length);
    const found = bodies.find(([pattern]) => pattern.test(path));
    // The only endpoint that is left are the statistics.
    response.writeHead(found === undefined ? 400 : 200, {
      'content-type': 'application/json',
      ...generousLimit(),
    });
    response.end(JSON.stringify(found === undefined ? { error: cases.join(' ') } : found[1]));
  });
}
