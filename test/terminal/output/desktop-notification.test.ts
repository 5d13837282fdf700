import fc from 'fast-check';
import { expect, it } from 'vitest';

import { notificationSequence } from '../../../src/terminal/output/desktop-notification.ts';

it('asks the terminal for a notification, also through tmux and screen', () => {
  expect(notificationSequence('late blocks: BLOCK lodahs on ci-07', 'none')).toBe(
    '\u001b]9;vigil: late blocks: BLOCK lodahs on ci-07\u0007',
  );
  expect(notificationSequence('a', 'tmux')).toBe('\u001bPtmux;\u001b\u001b]9;vigil: a\u0007\u001b\\');
  expect(notificationSequence('a', 'screen')).toBe('\u001bP\u001b]9;vigil: a\u0007\u001b\\');
});

it('holds nothing but printable ASCII, whatever a name holds, and is short', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const [, shown = ''] = /^\u001b\]9;([ -~]*)\u0007$/.exec(notificationSequence(text, 'none')) ?? [];
      expect(shown).toMatch(/^vigil: /);
      expect(shown.length).toBeLessThanOrEqual(200);
    }),
  );
});
