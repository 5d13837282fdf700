import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isReadable, kindOfType } from '../../../src/contract/transcript/message.ts';
import { Transcript } from '../../../src/contract/transcript/transcript.ts';
import type { JsonObject } from '../../../src/contract/tolerant.ts';

type Read = (body: unknown) => JsonObject;

/** The answer itself is the session's content. */
const bare: Read = (body) => body as JsonObject;

function arrived(text: string | Buffer, cuts: readonly number[] = []): Transcript {
  const bytes = Buffer.from(text);
  const transcript = new Transcript();
  transcript.begin({ redact: (piece) => piece, expectedBytes: undefined });
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort(
    (left, right) => left - right,
  );
  let from = 0;
  for (const to of [...places, bytes.length]) {
    transcript.add(bytes.subarray(from, to));
    from = to;
  }
  return transcript;
}

function messagesOf(transcript: Transcript): readonly unknown[] {
  return Array.from({ length: transcript.count }, (_, index) => {
    const message = transcript.read(index);
    return isReadable(message) ? message.raw : message;
  });
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const cuts = fc.array(fc.nat(), { maxLength: 12 });
const oddText = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '"',
    '\\',
    '\\"',
    '{"messages":[',
    ']}',
    'messages',
    'type',
    '\u{1f600}\n',
    '\\'.repeat(31),
  ),
);
const value = fc.jsonValue({ maxDepth: 3 });
const message = fc.record(
  {
    type: fc.oneof(fc.constantFrom('user', 'assistant', 'tool_use', 'telemetry'), fc.constant(5)),
    content: fc.array(oddText).map((texts) => texts.join('')),
    timestamp: fc.constantFrom('2026-03-02T09:00:00Z', '2026-03-02T10:00:00.5+01:00', 'soon', null),
    messages: value,
    extra: value,
  },
  { requiredKeys: [] },
);
const element = fc.oneof({ weight: 5, arbitrary: message }, { weight: 1, arbitrary: value });
const otherFields = fc.dictionary(oddText, value);

describe('a transcript that arrives in pieces', () => {
  it('has the messages that reading the whole of it gives, wherever it is cut', () => {
    fc.assert(
      fc.property(
        otherFields,
        fc.array(element),
        otherFields,
        cuts,
        fc.constantFrom(undefined, 2),
        (before, elements, after, places, indent) => {
          const body = { ...before, ...after, messages: elements };
          const text = JSON.stringify(body, null, indent);
          const expected = (JSON.parse(text) as { messages: unknown[] }).messages;
          const transcript = arrived(text, places);
          transcript.finish(bare);
          expect(messagesOf(transcript)).toEqual(expected.filter(isObject));
          expect(transcript.damaged).toEqual(
            expected.flatMap((each, index) => (isObject(each) ? [] : [index])),
          );
          const others = { ...(JSON.parse(text) as JsonObject), messages: null };
          expect({ ...transcript.envelope, messages: null }).toEqual(others);
        },
      ),
    );
  });

  it('says of each message what it is and when it was, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1 }), cuts, (messages, places) => {
        const transcript = arrived(JSON.stringify({ messages }), places);
        transcript.finish(bare);
        let latest: number | undefined;
        for (const [index, each] of messages.entries()) {
          const time = Date.parse(String(each.timestamp));
          latest = Number.isNaN(time) ? latest : Math.max(latest ?? time, time);
          expect(transcript.kindOf(index)).toBe(
            kindOfType(typeof each.type === 'string' ? each.type : undefined),
          );
          expect(transcript.latestTime(index)).toBe(latest);
        }
      }),
    );
  });

  it('takes the list of an object that the answer wraps it in', () => {
    const transcript = arrived(
      '{"note":1,"session":{"session_id":"s","messages":[{"type":"user"}]},"more":[]}',
    );
    transcript.finish((body) => (body as { session: JsonObject }).session);
    expect(messagesOf(transcript)).toEqual([{ type: 'user' }]);
    expect(transcript.session_id).toBe('s');
  });

  it('takes the list that the reader of the answer chooses, of several', () => {
    const text =
      '{"a":{"messages":[{"from":"a"}]},"messages":[{"from":"first"}],"messages":[{"from":"last"}]}';
    const transcript = arrived(text);
    transcript.finish(bare);
    expect(messagesOf(transcript)).toEqual([{ from: 'last' }]);
  });

  it('reads names and types that are written with escapes', () => {
    const transcript = arrived(String.raw`{"mess\u0061ges":[{"t\u0079pe":"us\u0065r"}]}`);
    transcript.finish(bare);
    expect(transcript.kindOf(0)).toBe('user');
  });

  it('shows what is there before the rest has arrived', () => {
    const transcript = arrived('{"session_id":"s","messages":[{"type":"user"},{"type":"assis');
    expect(messagesOf(transcript)).toEqual([{ type: 'user' }]);
    transcript.add(Buffer.from('tant"}'));
    expect(transcript.count).toBe(2);
    expect(transcript.kindOf(1)).toBe('assistant');
  });

  it('leaves a byte order mark out', () => {
    const transcript = arrived('\ufeff{"messages":[{"type":"user"}]}');
    transcript.finish(bare);
    expect(transcript.count).toBe(1);
  });
});

describe('a transcript that is not as it should be', () => {
  it.each([
    [
      'ends in the middle',
      '{"messages":[{"type":"user"},{"type":',
      'ends in the middle: 1 message of it arrived',
    ],
    ['goes on with something else', '{"messages":[{"type":"user"},<html>]}', 'not JSON from byte 30 on'],
    ['has brackets that do not fit', '{"messages":[{"type":"user"},{"a":[}]}', 'not JSON from byte 36 on'],
  ])('keeps what was read when it %s', (_what, text, problem) => {
    const transcript = arrived(text);
    transcript.finish(bare);
    expect(transcript.count).toBe(1);
    expect(transcript.problem).toContain(problem);
  });

  it.each([
    [3, 'The server counts 3 messages in the transcript and gave 1.'],
    [0, 'The server counts 0 messages in the transcript and gave 1.'],
    [1, undefined],
    [undefined, undefined],
    ['3', undefined],
    [-1, undefined],
    [1e300, undefined],
  ])('says so when the server counts another number of messages: %s', (message_count, problem) => {
    const transcript = arrived(JSON.stringify({ message_count, messages: [{ type: 'user' }] }));
    transcript.finish(bare);
    expect(transcript.problem).toBe(problem);
  });

  it.each(['', 'null', '[]', '<html>', '{"messages":[', '"text"', '{"a":1}{', '{"a" 1}', '{"a":1} "b"'])(
    'is refused when there is no message in it: %s',
    (text) => {
      expect(() => arrived(text).finish(bare)).toThrow(SyntaxError);
    },
  );

  it('gives a message that is not JSON as it came, and goes on behind it', () => {
    const transcript = arrived('{"messages":[{"type" "user"},{"type":"user"}]}');
    transcript.finish(bare);
    expect(transcript.read(0)).toEqual({ text: '{"type" "user"}', problem: 'not JSON' });
    expect(transcript.kindOf(1)).toBe('user');
  });

  it('gives the beginning of a message that is too large to be read at once', () => {
    const transcript = arrived(
      JSON.stringify({ messages: [{ type: 'user', content: 'x'.repeat(2_100_000) }] }),
    );
    transcript.finish(bare);
    const message = transcript.read(0);
    expect(isReadable(message) ? undefined : message.problem).toBe('too large');
    expect(transcript.textOf(0)).toHaveLength(2_100_000 + '{"type":"user","content":""}'.length);
  });
});

it('takes secrets out of all that is read of it', () => {
  const transcript = new Transcript();
  transcript.begin({ redact: (text) => text.replaceAll('secret', '…'), expectedBytes: undefined });
  transcript.add(Buffer.from('{"note":"secret","messages":[{"type":"user","content":"secret"}]}'));
  transcript.finish(bare);
  expect(JSON.stringify([transcript.read(0), transcript.envelope, transcript.beginning()])).not.toContain(
    'secret',
  );
});

describe('places in a transcript', () => {
  const transcript = arrived(
    JSON.stringify({
      messages: [
        { type: 'user' },
        { type: 'assistant', timestamp: '2026-03-02T09:00:00Z' },
        { type: 'tool_use', timestamp: '2026-03-02T09:10:00Z' },
        { type: 'tool_result', timestamp: '2026-03-02T09:05:00Z' },
        { type: 'assistant', timestamp: '2026-03-02T09:20:00Z' },
      ],
    }),
  );

  it.each([
    ['08:00', 1],
    ['09:00', 1],
    ['09:01', 2],
    ['09:10', 2],
    ['09:15', 4],
    ['23:00', 4],
  ])('are found by the time %s', (time, message) => {
    expect(transcript.messageAtTime(Date.parse(`2026-03-02T${time}:00Z`))).toBe(message);
  });

  it('are found by their share of the bytes', () => {
    for (let index = 0; index < transcript.count; index++) {
      expect(transcript.messageAtShare(transcript.shareBefore(index))).toBe(index);
    }
    expect(transcript.messageAtShare(1)).toBe(4);
  });
});
