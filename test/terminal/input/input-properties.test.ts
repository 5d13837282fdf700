import fc from 'fast-check';
import { expect, it } from 'vitest';

import { readControlSequence } from '../../../src/terminal/input/key-sequences.ts';
import { KEY } from '../../../src/terminal/input/known-keys.ts';
import { GuardedInput } from './guarded-input.ts';

const ESC = '\u001b';

/** Everything that the guard may hand on beside single characters and texts. */
const KNOWN_SEQUENCES: readonly string[] = Object.values(KEY).filter((key) => key.startsWith(ESC));
const PASTE = /^\u001b\[200~([^\u001b]*)\u001b\[201~$/;

const key = fc.constantFrom('j', 'S', 'y', '\r', '\t', '\u007f', '\u0003', 'é', '😀', '[', 'O', ']');
const sequence = fc.constantFrom(
  '[A',
  'OB',
  '[1;5C',
  '[6~',
  '[3~',
  '[Z',
  '[27u',
  '[[A',
  '[3$',
  'OP',
  'q',
  'é',
);
const reply = fc.constantFrom(
  ']52;c;U3k=\u0007',
  ']11;rgb:0/0/0\u001b\\',
  'P>|term\u001b\\',
  '_Gi=1;OK\u001b\\',
  '[M !!',
  '[<0;10;10M',
  '[?2026;2$y',
  '[12;83R',
  '[I',
);
const paste = fc
  .array(fc.constantFrom('S', 'y\r', '[A', 'é', '\u0007', `${ESC}[`, `${ESC}[20`), { maxLength: 6 })
  .map((parts) => `[200~${parts.join('')}${ESC}[201~`);
const script = fc
  .array(fc.oneof(key, ...[sequence, reply, paste].map((rest) => rest.map((text) => ESC + text))), {
    maxLength: 12,
  })
  .map((parts) => Buffer.from(parts.join('')));

function cut(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...sorted].map((from, index) => bytes.subarray(from, sorted[index] ?? bytes.length));
}

/** What was handed on, whatever pieces it came in. */
async function handedOn(chunks: readonly Uint8Array[]): Promise<string> {
  const input = new GuardedInput();
  await input.send(...chunks.filter((chunk) => chunk.length > 0));
  await input.wait(5000);
  return input.handedOn.map(({ text }) => text).join('');
}

it('hands the same on however what was typed is cut into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(script, fc.array(fc.nat(), { maxLength: 8 }), async (bytes, places) => {
      expect(await handedOn(cut(bytes, places))).toBe(await handedOn([bytes]));
    }),
    { numRuns: 400 },
  );
});

it('hands on no control but keys that it knows, whatever arrives and whenever', async () => {
  const garbage = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    script,
    fc
      .array(
        fc.constantFrom(
          ESC,
          '[',
          'O',
          ']',
          'P',
          '\\',
          '200~',
          '201~',
          ';',
          '1',
          'M',
          '\u009b',
          '\u009d',
          'A',
        ),
        {
          maxLength: 20,
        },
      )
      .map((parts) => Buffer.from(parts.join(''))),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(garbage, fc.constantFrom(0, 10, 25, 150, 400, 1000)), { maxLength: 8 }),
      async (chunks) => {
        const input = new GuardedInput();
        for (const [chunk, pause] of chunks) {
          await input.send(chunk);
          await input.wait(pause);
        }
        await input.wait(5000);
        for (const { text, together } of input.handedOn.splice(0)) {
          const isPaste = PASTE.test(text);
          expect(
            isPaste || KNOWN_SEQUENCES.includes(text) || !/[\u0000\u001b\u0080-\u009f\ufffd]/.test(text),
          ).toBe(true);
          expect(isPaste ? 0 : 1).toBeLessThanOrEqual(together);
        }
        // Whatever came before, the next key is itself again.
        expect(await input.result('j')).toBe('j');
      },
    ),
    { numRuns: 400 },
  );
});

it('takes a sequence for no key that can do more than its own key could', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9;:?<=>]{0,12}$/),
      fc.stringMatching(/^[@-~]$/),
      (parameters, final) => {
        const keys = readControlSequence(parameters, final)?.keys ?? [];
        expect(keys.every((each) => KNOWN_SEQUENCES.includes(each) || [...each].length === 1)).toBe(true);
        expect(keys.join('')).not.toMatch(/[\u0000\n\u001b-\u001f\u0080-\u009f\ufffd](?!\[)/);
      },
    ),
  );
});
