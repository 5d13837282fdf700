import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startConsole } from './console.ts';
import type { FeedProcess } from './feed-process.ts';
import { messageText } from './large-transcript.ts';
import { isInstalled } from './peers.ts';
import { PtyProgram } from './pty-program.ts';
import { whenShown } from './replay.ts';
import { SESSION } from '../../fixtures/session.ts';

/** Milliseconds; undefined for what did not come within a minute. */
export interface TranscriptFigures {
  readonly megabytes: number;
  readonly firstPage: number | undefined;
  /** To the last page, once the first one stood there. */
  readonly jump: number | undefined;
  /** Fetching the same bytes alone. */
  readonly transfer: number;
  /** `less` to the first page of the same text; undefined when it is not installed. */
  readonly less: number | undefined;
}

const LONGEST = 60_000;

export async function measureTranscript(
  feed: FeedProcess,
  home: string,
  folder: string,
): Promise<TranscriptFigures> {
  const begunAt = performance.now();
  const body = await (await fetch(`${feed.baseUrl}/sessions/${SESSION.id}/content`)).arrayBuffer();
  const transfer = performance.now() - begunAt;
  const messages = Math.max(1, Math.floor(body.byteLength / (messageText(1).length + 120)));
  const less = await lessOf(folder, messages);
  const program = startConsole(feed, home, '--tab', 'sessions');
  await sleep(2500);
  const firstPage = await timeUntil(program, '\r', /Message 1\./);
  await program.quiet(300);
  const jump = firstPage === undefined ? undefined : await timeUntil(program, 'G', /Message \d{3,}\./);
  program.kill();
  return { megabytes: body.byteLength / 1e6, firstPage, jump, transfer, less };
}

async function lessOf(folder: string, messages: number): Promise<number | undefined> {
  if (!isInstalled('less')) {
    return undefined;
  }
  const file = join(folder, 'transcript.txt');
  writeFileSync(file, Array.from({ length: messages }, (_, number) => messageText(number)).join('\n'));
  const program = new PtyProgram('less', [file]);
  await sleep(500);
  const [shown] = await whenShown(program.recording, [/Message 1\./]);
  program.kill();
  return shown;
}

/** Milliseconds from a key until a text stands on the screen. */
async function timeUntil(program: PtyProgram, key: string, text: RegExp): Promise<number | undefined> {
  await program.quiet(100);
  const pressedAt = program.recordedFor;
  program.write(key);
  let shown: number | undefined;
  while (shown === undefined && program.recordedFor - pressedAt < LONGEST) {
    await sleep(200);
    [shown] = await whenShown(program.recording, [text], pressedAt);
  }
  return shown === undefined ? undefined : shown - pressedAt;
}
