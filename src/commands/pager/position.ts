import { cursorOn, headingOf, selectPager, type OpenPager } from '../../stores/transcript/select-pager.ts';
import type { PagerView, Place } from '../../stores/transcript/pager-view.ts';
import type { Command, CommandContext } from '../base/command.ts';

/** Changes the view of the pager, when it is open. */
export function updatePager({ stores }: CommandContext, change: Partial<PagerView>): void {
  const { pager } = stores.view.getState();
  if (pager !== undefined) {
    stores.view.setState({ pager: { ...pager, ...change } });
  }
}

/** Puts a line at the top, or as near to it as the end lets, and marks a message of those on the screen. */
export function goTo(context: CommandContext, open: OpenPager, place: Place, marked?: number): void {
  const top = open.text.limited(place, open.rows);
  updatePager(context, {
    top: { kind: 'place', place: top },
    cursor: cursorOn(open.text.page(top, open.rows), marked ?? open.cursor),
    lastMatch: open.match ?? open.pager.lastMatch,
    // What a match had unfolded stays so.
    folds: open.pager.folds,
  });
}

/** Goes to a message and marks it. */
export function goToMessage(context: CommandContext, open: OpenPager, message: number): void {
  goTo(context, open, headingOf(open.text, message), message);
}

/** Shows the text in another way, and keeps the marked message where it is on the screen. */
export function showOtherwise(context: CommandContext, open: OpenPager, change: Partial<PagerView>): void {
  const { page, cursor, top } = open;
  const marked = cursor ?? top.message;
  const row = page.findIndex(({ place, line }) => place.message === marked && line.kind !== 'blank');
  const isNamed = page[row]?.line.kind !== 'body';
  const share = top.line / Math.max(1, open.text.height(top.message));
  goTo(context, open, top, marked);
  updatePager(context, change);
  const after = selectPager(context.stores);
  if (after === undefined) {
    return;
  }
  const place =
    row >= 0 && isNamed
      ? after.text.moved(headingOf(after.text, marked), -row)
      : { message: top.message, line: Math.floor(share * after.text.height(top.message)) };
  goTo(context, after, place, marked);
}

/** A command that works on the open transcript, and does nothing while nothing of it is here. */
export function onTranscript(
  { id, ...command }: Omit<Command, 'run' | 'scope'>,
  run: (context: CommandContext, open: OpenPager) => void | Promise<void>,
): Command {
  return {
    ...command,
    id: `pager.${id}`,
    scope: 'pager',
    run(context) {
      const open = selectPager(context.stores);
      return open === undefined ? undefined : run(context, open);
    },
  };
}
