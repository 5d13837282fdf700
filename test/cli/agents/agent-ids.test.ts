import { PassThrough, Readable } from 'node:stream';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { readAgentIds } from '../../../src/cli/agents/agent-ids.ts';

const running = new AbortController().signal;
const read = (input: string, ...named: readonly string[]) =>
  readAgentIds(named.length === 0 ? ['-'] : named, Readable.from([Buffer.from(input)]), running);

it('takes plain ids, one a line, whatever lines end with and blanks stand around them', async () => {
  expect(await read('a1\r\n\r\n  a2\t\n\na3')).toEqual({ ids: ['a1', 'a2', 'a3'], repeated: 0 });
  expect(await read('\ufeffa1\n')).toEqual({ ids: ['a1'], repeated: 0 });
});

it('takes those of arguments and of the input in their order, each once', async () => {
  expect(await read('b1\na1\n', 'a1', '-', 'c1')).toEqual({ ids: ['a1', 'b1', 'c1'], repeated: 1 });
});

it.each([
  [
    `{"id":"a1","hostname":"${'ci-07'.repeat(60)}"}`,
    /line 2 of standard input: .* looks like JSON: name the ids alone/,
  ],
  ['["a1"]', /line 2 of standard input: .* looks like JSON/],
  ['"a1"', /line 2 of standard input: .* looks like JSON/],
  ['# the old ones', /line 2 of standard input: .* looks like a comment/],
  ['a1 a2', /line 2 of standard input: .* name one id a line/],
  ['..', /line 2 of standard input: \.\. cannot stand in an address/],
  ['a\u202e1', /line 2 of standard input: a<U\+202E>1 .*beyond printable ASCII/],
  ['x'.repeat(257), /line 2 of standard input: .* is longer than 256 characters/],
])('refuses all when a line is no id, and names the line: %j', async (line, sentence) => {
  await expect(read(`a1\n${line}\na2\n`)).rejects.toThrow(sentence);
});

it('refuses an input without ids, and one that is named twice', async () => {
  await expect(read(' \n\n')).rejects.toThrow('no agent was named');
  await expect(read('a1', '-', '-')).rejects.toThrow('Standard input can be read only once');
});

it('ends with the signal although the input does not', async () => {
  const stopping = new AbortController();
  const reading = readAgentIds(['-'], new PassThrough(), stopping.signal);
  stopping.abort(130);
  await expect(reading).rejects.toThrow();
});

it('gives back any ids, however they come in pieces', async () => {
  const id = fc.stringMatching(/^[!-~]{1,40}$/).filter((text) => !/^[#{["]|^\.\.?$/.test(text));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(id, { minLength: 1 }),
      fc.integer({ min: 1, max: 7 }),
      async (ids, size) => {
        const bytes = Buffer.from(`${ids.join('\n')}\n`);
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect((await readAgentIds(['-'], Readable.from(pieces), running)).ids).toEqual(ids);
      },
    ),
    { numRuns: 50 },
  );
});
