import { Writable } from 'node:stream';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  runSessionsTranscript,
  type TranscriptFlags,
} from '../../../src/cli/sessions/show-session-command.ts';
import { LineOutput } from '../../../src/cli/output/line-output.ts';
import { TranscriptPrinting } from '../../../src/cli/sessions/transcript-printing.ts';
import { delay } from '../../../src/lib/clock.ts';
import type { JsonObject } from '../../../src/contract/tolerant.ts';
import { jsonOf } from '../../../src/stores/transcript/transcript-pieces.ts';
import type { FakeAnswer } from '../../helpers/fake-client.ts';
import { runCommandWith, type CommandRunOptions } from '../../helpers/run-command.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

nameUnreachedServer();

const SECOND = 1000;

interface Said {
  readonly type: string;
  readonly content: string;
}

const said = (count: number, word = 'word'): readonly Said[] =>
  Array.from({ length: count }, (_, at) => ({ type: 'user', content: `${word} ${at} ${'x'.repeat(40)}` }));
const body = (messages: readonly Said[], fields: JsonObject = {}) => ({
  session_id: 'uuid',
  messages,
  ...fields,
});
/** Bytes of a body through that message. */
const bytesThrough = (messages: readonly Said[], count: number) =>
  JSON.stringify(body(messages.slice(0, count))).length - 2;

function print(
  answers: readonly FakeAnswer[],
  flags: TranscriptFlags = { json: true },
  streams: Partial<CommandRunOptions> = {},
) {
  let asked = 0;
  return runCommandWith(
    { ...streams, answer: () => answers[Math.min(asked++, answers.length - 1)] ?? {} },
    (host) => runSessionsTranscript('s1', flags, host),
  );
}

const json = (messages: readonly Said[]) => messages.map((message) => JSON.stringify(message));

describe('a transcript that is printed', () => {
  it.each([{ json: true }, { tools: 'full' }] as const)(
    'is printed message by message while it arrives, and no more is taken than is printed: %j',
    async (flags) => {
      const messages = said(50);
      const steps: string[] = [];
      const { status } = await print(
        [{ body: body(messages), pieces: { bytes: 300, before: () => void steps.push('piece') } }],
        flags,
        { onPrinted: (where) => void (where === 'output' && steps.push('lines')) },
      );
      expect(status).toBe(0);
      expect(steps.filter((step) => step === 'lines').length).toBeGreaterThan(10);
      const first = steps.indexOf('lines');
      expect(
        steps
          .slice(first)
          .some((step, at, all) => step === 'piece' && all[at + 1] === 'piece' && all[at + 2] === 'piece'),
      ).toBe(false);
    },
  );

  it('waits with what arrives for whoever reads it, and does not take that for a server without an answer', async () => {
    const clock = new VirtualClock();
    let taken = 0;
    const takenMeanwhile: number[] = [];
    const slow = new Writable({
      write(_chunk, _encoding, done) {
        const before = taken;
        clock.schedule(15 * SECOND, () => {
          takenMeanwhile.push(taken - before);
          done();
        });
      },
    });
    const { status, problem } = await print(
      [{ body: body(said(10)), pieces: { bytes: 100, before: () => void taken++ } }],
      { json: true },
      { output: slow, clock },
    );
    expect([status, problem]).toEqual([0, '']);
    expect(takenMeanwhile.length).toBeGreaterThan(5);
    expect(new Set(takenMeanwhile)).toEqual(new Set([0]));
  });

  it('that breaks off is read anew and printed on, each message once', async () => {
    const messages = said(20);
    const { status, lines, problem } = await print([
      { body: body(messages), breaksOffAfter: bytesThrough(messages, 7) },
      { body: body(messages), breaksOffAfter: bytesThrough(messages, 3) },
      { body: body(messages), breaksOffAfter: bytesThrough(messages, 15), pieces: { bytes: 100 } },
      { body: body(messages) },
    ]);
    expect(status).toBe(0);
    expect(problem).toContain('vigil: Reading again');
    expect(lines).toEqual(json(messages));
  });

  it('that breaks off again and again at the same place is not whole, which the status and words say', async () => {
    const messages = said(20);
    const { status, lines, problem, took } = await print([
      { body: body(messages), breaksOffAfter: bytesThrough(messages, 7) },
    ]);
    expect(status).toBe(1);
    expect(lines).toEqual(json(messages.slice(0, 7)));
    expect(problem).toContain('vigil: The transcript is not whole: the first 7 messages were printed.\n');
    expect(took).toBeLessThan(90 * SECOND);
  });

  it('is read anew for as long as it comes further each time, however long that takes', async () => {
    const messages = said(20);
    const { status, lines, took } = await print([
      ...messages.map((_, at) => ({
        body: body(messages),
        breaksOffAfter: bytesThrough(messages, at + 1),
        takes: 60 * SECOND,
      })),
      { body: body(messages) },
    ]);
    expect([status, lines]).toEqual([0, json(messages)]);
    expect(took).toBeGreaterThan(10 * 60 * SECOND);
  });

  it('that is another one when it is read anew is not printed on', async () => {
    const messages = said(20);
    for (const other of [said(20, 'other'), said(3)]) {
      const { status, lines, problem } = await print([
        { body: body(messages), breaksOffAfter: bytesThrough(messages, 7) },
        { body: body(other) },
      ]);
      expect(status).toBe(1);
      expect(lines).toEqual(json(messages.slice(0, 7)));
      expect(problem).toContain(
        'vigil: The transcript is another one than it was at first: the first 7 messages were printed, as they were then.\n',
      );
    }
  });

  it('that has grown since is printed to its new end', async () => {
    const messages = said(20);
    const { status, lines } = await print([
      { body: body(messages.slice(0, 10)), breaksOffAfter: bytesThrough(messages, 7) },
      { body: body(messages) },
    ]);
    expect([status, lines]).toEqual([0, json(messages)]);
  });

  it('that lacks messages by its own count says so behind them', async () => {
    const messages = said(3);
    const { status, lines, problem } = await print([{ body: body(messages, { message_count: 5 }) }]);
    expect([status, lines.length]).toEqual([1, 3]);
    expect(problem).toBe('vigil: The server counts 5 messages in the transcript and gave 3.\n');
  });

  it('is what it is whole, in whatever pieces it arrives', async () => {
    const message = fc.record({
      type: fc.constantFrom('user', 'tool_use'),
      content: fc.string({ unit: 'grapheme', maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { maxLength: 12 }),
        fc.integer({ min: 1, max: 200 }),
        async (messages, size) => {
          const lines: string[] = [];
          const stream = new Writable({
            write(chunk: Buffer, _encoding, done) {
              lines.push(...chunk.toString().trimEnd().split('\n'));
              done();
            },
          });
          const printing = new TranscriptPrinting(new LineOutput(stream), (transcript, index) => [
            jsonOf(transcript.readWhole(index)),
          ]);
          const bytes = Buffer.from(JSON.stringify({ messages }));
          printing.transcript.begin({ redact: (text) => text, expectedBytes: undefined });
          printing.begin();
          for (let at = 0; at < bytes.length; at += size) {
            printing.transcript.add(bytes.subarray(at, at + size));
            await printing.take();
          }
          printing.transcript.finish((sent) => sent as JsonObject);
          await printing.end();
          expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(messages);
          expect([printing.printed, printing.isOther]).toEqual([messages.length, false]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

it.each([true, false])(
  'how far it has come is shown between what is printed, but not over the pager that reads it: %s',
  async (isOutputPiped) => {
    const clock = new VirtualClock();
    const { problem } = await print(
      [{ body: body(said(50)), pieces: { bytes: 300, before: () => delay(clock, 600) } }],
      { json: true },
      { clock, errorColumns: 100, isOutputPiped },
    );
    expect(problem.includes(' bytes of the transcript so far')).toBe(!isOutputPiped);
  },
);
