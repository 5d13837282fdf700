import { isExactNumber } from './exact-json.ts';
import { splitsPair } from './safe-text/characters.ts';

/** What is left of a text or list that was too large to be kept, and how much that was: "aaaa(cut: 8,634,464 characters)". */

/** A text that is no longer is never cut, whatever stands beside it. The name of a field is never longer. */
export const SHORT_TEXT = 1024;

const MARK = /\(cut: ([\d,]{1,20}) characters\)$/;

/** Room for the mark of any length. */
export const LONGEST_MARK = 40;

/** A text of at most so many code units, at the end of which it says how many were left out. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) {
    return text;
  }
  const most = longest - LONGEST_MARK;
  const end = splitsPair(text, most) ? most - 1 : most;
  // Through a buffer, since a part of a string keeps all of it in memory.
  const start = Buffer.from(text.slice(0, end)).toString();
  return `${start}(cut: ${(text.length - end).toLocaleString('en')} characters)`;
}

/** Whether a text is what is left of a longer one, so that it must not be compared or written as if it were whole. */
export function isCutText(text: string): boolean {
  return markOf(text) !== undefined;
}

/** A text without its mark, and how many code units of what was sent are not in it: none of a text that was not cut. */
export function keptOfText(text: string): { readonly kept: string; readonly left: number } {
  const mark = markOf(text);
  return mark === undefined
    ? { kept: text, left: 0 }
    : { kept: text.slice(0, -mark[0].length), left: Number(mark[1]?.replaceAll(',', '')) };
}

function markOf(text: string): RegExpExecArray | undefined {
  return text.length > SHORT_TEXT - 3 * LONGEST_MARK
    ? (MARK.exec(text.slice(-LONGEST_MARK)) ?? undefined)
    : undefined;
}

const MORE_ITEMS = /^"\(cut: ([\d,]{1,20}) items\)"$/;

/** How many elements of a list were sent: where some are left out, its last place says how many. */
export function itemsSent(list: readonly unknown[]): number {
  const last = list.at(-1);
  const more = isExactNumber(last) ? MORE_ITEMS.exec(last.rawJSON)?.[1] : undefined;
  return more === undefined ? list.length : list.length - 1 + Number(more.replaceAll(',', ''));
}
