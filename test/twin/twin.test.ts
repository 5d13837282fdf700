import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { compare } from './compare.ts';
import { play } from './play.ts';
import type { Happening } from './player.ts';
import { programIn } from './programs.ts';
import { SCRIPTS } from './scripts.ts';

const program = programIn(fileURLToPath(new URL('../..', import.meta.url)));

const scriptOf = (name: string) => SCRIPTS.find((script) => script.name === name) as (typeof SCRIPTS)[number];

test.each(['dialog: suspend one', 'command: agents suspend, lost writes'])(
  '%s is the same twice',
  async (name) => {
    const script = scriptOf(name);
    const once = await play(program, program, script, { isFresh: true });
    const twice = await play(program, program, script, { isFresh: true });
    expect(await compare(script, once, twice, { words: [], most: 20 })).toEqual([]);
    // It got as far as the write.
    expect(
      once.filter(([, kind, text]) => kind === 'request' && text.includes('"method":"PUT"')),
    ).not.toEqual([]);
    expect(once.at(-1)?.[1]).toBe('file');
  },
);

test('what is drawn, asked or kept otherwise is told, and words that were changed on purpose are not', async () => {
  const script = scriptOf('dialog: suspend one');
  const before = await play(program, program, script);
  const changed = (kind: string, from: string, to: string) =>
    before.map((each): Happening =>
      each[1] === kind ? [each[0], each[1], each[2].replaceAll(from, to)] : each,
    );
  const differences = (after: readonly Happening[], words: readonly (readonly [string, string])[] = []) =>
    compare(script, before, after, { words, most: 20 });
  expect(await differences(changed('out', 'Overview', 'Outlook'))).toContain(
    '  2 +  1 Outlook   2 Events   3 Agents   4 Sessions   5 LLM   6 Policy',
  );
  expect(await differences(changed('out', 'Overview', 'Outlook'), [['Overview', 'Outlook']])).toEqual([]);
  expect((await differences(changed('out', '\u001b[1;96m', '\u001b[1;95m'))).join('\n')).toContain(
    'looks otherwise from column',
  );
  expect((await differences(changed('request', '/status', '/state'))).join('\n')).toContain('/state');
  expect((await differences(changed('file', 'suspend', 'pause'))).join('\n')).toContain('pause');
  expect(await differences(before.slice(0, -1))).not.toEqual([]);
});
