import type { Stores } from '../../stores/stores.ts';
import { keyNameOf } from '../keys/key-name.ts';
import type { PolicyReviewDialog } from '../../stores/view/dialog-states.ts';
import { countEffects, countLoosening } from '../../stores/policy/policy-differences.ts';
import { differencesFrom } from '../../stores/policy/select-differences.ts';
import { describeLoosening } from './effect-words.ts';
import { updateDialog, type Command } from '../base/command.ts';
import { dialogCommand } from '../base/dialog-spec.ts';

/** Longer numbers of changes there are none. */
const MOST_DIGITS = 7;

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const;

/** How many changes of the review loosen, or may: the number that is typed before it is written; 0 where none is. */
export const numberOfReview = ({ stored, changes }: PolicyReviewDialog): number =>
  countLoosening(countEffects(differencesFrom(stored, changes)));

/** Why the review is not written yet, as a sentence: how many changes loosen is typed first. */
export function numberToType(stores: Pick<Stores, 'view'>, dialog: PolicyReviewDialog): string | undefined {
  const number = numberOfReview(dialog);
  const keyOf = (id: string) => keyNameOf(stores, id);
  return number === 0 || dialog.typed === String(number)
    ? undefined
    : `Nothing was sent: ${describeLoosening(countEffects(differencesFrom(dialog.stored, dialog.changes)))}. Type ${number}${digitKeys(number, keyOf)}, then ${keyOf('policy-review.write')}.`;
}

function typing(name: string, title: string, change: (typed: string) => string): Command {
  return dialogCommand(
    'policy-review',
    name,
    title,
    (context, dialog) => {
      if (numberOfReview(dialog) > 0) {
        updateDialog(context, 'policy-review', { typed: change(dialog.typed).slice(0, MOST_DIGITS) });
      }
    },
    { moves: true },
  );
}

/** What the digits are typed with, where that is not what stands on the keys: ` (j j)`. */
export function digitKeys(number: number, keyOf: (id: string) => string): string {
  const digits = Array.from(String(number));
  const keys = digits.map((digit) => keyOf(`policy-review.type-${DIGITS[Number(digit)] ?? ''}`));
  return keys.every((key, place) => key === digits[place]) ? '' : ` (${keys.join(' ')})`;
}

/** The keys that type how many changes loosen, digit by digit. */
export const typedNumberCommands: readonly Command[] = [
  ...DIGITS.map((name, digit) =>
    typing(
      `type-${name}`,
      `Type ${digit} of the number of changes that loosen`,
      (typed) => `${typed}${digit}`,
    ),
  ),
  typing('erase', 'Erase the last digit of that number', (typed) => typed.slice(0, -1)),
];
