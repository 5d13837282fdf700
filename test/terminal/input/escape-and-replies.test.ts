import { expect, it } from 'vitest';

import { KEY } from '../../../src/terminal/input/known-keys.ts';
import { GuardedInput } from './guarded-input.ts';

const ESC = '\u001b';

/** What a terminal tells, and what of it is handed on as an answer. */
const TOLD: readonly (readonly [name: string, text: string, answer: string | undefined])[] = [
  ['its status', '[0n', '[0n'],
  ['its attributes', '[?64;1;2c', '[?64;1;2c'],
  ['a colour', ']11;rgb:ffff/ffff/ffff\u0007', ']11;rgb:ffff/ffff/ffff'],
  ['a colour, ended by ST', `]11;rgb:0/0/0${ESC}\\`, ']11;rgb:0/0/0'],
  ['the flags of its keyboard', '[?1u', undefined],
  ['its version', `P>|XTerm(390)${ESC}\\`, undefined],
  ['a mode', '[?2026;2$y', undefined],
  ['where its cursor is', '[12;40R', undefined],
  ['of its mouse', '[<0;10;10M', undefined],
  ['of its mouse as X10 does', '[M !!', undefined],
  ['of its mouse as urxvt does', '[32;83;121M', undefined],
  ['its size', '[8;24;80t', undefined],
  ['that it has the focus', '[I', undefined],
  ['that it lost the focus', '[O', undefined],
];

/** What comes of chunks that arrive so many milliseconds apart. */
async function heard(chunks: readonly string[], apart: number, waitsLonger: boolean) {
  const input = new GuardedInput();
  const answers: string[] = [];
  input.guard.awaitReplies((answer) => answers.push(answer), { waitsLonger });
  for (const chunk of chunks) {
    input.terminal.send(chunk);
    await input.wait(apart);
  }
  await input.wait(6000);
  return { keys: input.handedOn.map(({ text }) => text).join(''), answers };
}

it.each(TOLD)(
  'the Escape key counts right before and behind a terminal telling %s',
  async (_what, told, answer) => {
    const expected = { keys: KEY.escape, answers: answer === undefined ? [] : [answer] };
    for (const text of [ESC + ESC + told, ESC + told + ESC]) {
      for (let cut = 0; cut <= text.length; cut++) {
        const chunks = [text.slice(0, cut), text.slice(cut)].filter((chunk) => chunk !== '');
        for (const waitsLonger of [false, true]) {
          expect({ cut, ...(await heard(chunks, 0, waitsLonger)) }).toEqual({ cut, ...expected });
        }
      }
      expect(await heard([...text], 0, false)).toEqual(expected);
    }
    for (const apart of [10, 24, 25, 26, 100]) {
      expect({ apart, ...(await heard([ESC, ESC + told], apart, false)) }).toEqual({ apart, ...expected });
      expect({ apart, ...(await heard([ESC + told, ESC], apart, false)) }).toEqual({ apart, ...expected });
    }
  },
);
