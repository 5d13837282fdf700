import { keyNameOf } from '../keys/key-name.ts';
import { isSameValue, sameValueKey } from '../../lib/same-value.ts';
import type { ElementDecision, PolicyConflictDialog } from '../../stores/view/dialog-states.ts';
import { subjectOfElement } from '../../stores/policy/element-subject.ts';
import type { ElementConflict } from '../../stores/policy/merge-policy.ts';
import type { PolicyField } from '../../stores/policy/select-policy.ts';
import type { VisibleRows } from '../../stores/base/visible-rows.ts';
import {
  closeDialog,
  notify,
  openDialog,
  updateDialog,
  type Command,
  type CommandContext,
} from '../base/command.ts';
import { noteDialogRows, placeInDialog, placeToActOn, type DialogRows } from '../base/dialog-rows.ts';
import { CLOSES_UNHINTED, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';
import { changeField, fieldNamed } from './draft-field.ts';
import { askForElement } from './edit-element.ts';

/** One thing that both sides changed, and how it is settled so far. */
export interface DisputedElement {
  /** Another one as soon as a side changes it again. */
  readonly id: string;
  /** What it is about; it stays the same while the policy is read anew. */
  readonly subject: string;
  readonly conflict: ElementConflict;
  readonly decision: ElementDecision | undefined;
}

/** A conflict in a list that is being settled. */
interface OpenConflict {
  readonly dialog: PolicyConflictDialog;
  readonly field: PolicyField;
  /** As both sides have it now: empty when there is nothing to settle any more. */
  readonly disputed: readonly DisputedElement[];
  readonly list: DialogRows;
  readonly cursor: number;
}

/** Lets a list that both sides changed be settled thing by thing. */
export function openConflict(context: CommandContext, { id }: PolicyField): void {
  openDialog(context, {
    kind: 'policy-conflict',
    field: id,
    cursor: undefined,
    shown: undefined,
    top: 0,
    decisions: new Map(),
  });
}

/** The conflict that is being settled, also while a field lies over it; undefined when none is. */
export function conflictBeingSettled({ stores }: Pick<CommandContext, 'stores'>): OpenConflict | undefined {
  const dialog = stores.view.getState().dialogs.findLast(({ kind }) => kind === 'policy-conflict');
  const field = dialog?.kind === 'policy-conflict' ? fieldNamed({ stores }, dialog.field) : undefined;
  if (dialog?.kind !== 'policy-conflict' || field === undefined) {
    return undefined;
  }
  const disputed = (field.conflict?.elements ?? []).map((conflict): DisputedElement => {
    const subject = subjectOf(conflict);
    const decision = dialog.decisions.get(subject);
    return {
      id: idOf(subject, conflict),
      subject,
      conflict,
      decision: decision !== undefined && isSameValue(decision.conflict, conflict) ? decision : undefined,
    };
  });
  const list: DialogRows = {
    name: `policy-conflict ${dialog.field} ${dialog.number}`,
    rows: placesOf(disputed),
    cursor: dialog.cursor,
    filters: [],
  };
  return { dialog, field, disputed, list, cursor: placeInDialog({ stores }, list) };
}

function idOf(subject: string, conflict: ElementConflict): string {
  return JSON.stringify([subject, sameValueKey(conflict)]);
}

/** What a side changed again keeps its place, but is not the same: it was looked at as it was before. */
function placesOf(disputed: readonly DisputedElement[]): VisibleRows {
  const subjectIn = (id: string) => (JSON.parse(id) as readonly [string])[0];
  return {
    length: disputed.length,
    idAt: (place) => disputed[place]?.id,
    indexOf: (id) => disputed.findIndex(({ subject }) => subject === subjectIn(id)),
    has: (id) => disputed.some((each) => each.id === id),
  };
}

/** Notes which conflicts are on the screen, and in what state. */
export function noteConflicts(
  context: Pick<CommandContext, 'stores'>,
  { dialog, disputed, list }: OpenConflict,
) {
  noteDialogRows(context, list);
  const shown = disputed.map(({ id }) => id);
  if (dialog.shown?.length !== shown.length || dialog.shown.some((id, place) => id !== shown[place])) {
    context.stores.view.setState(({ dialogs }) => ({
      dialogs: dialogs.map((open) => (open.kind === 'policy-conflict' ? { ...open, shown } : open)),
    }));
  }
}

const CHANGED_AGAIN =
  'It was settled or changed again just now: nothing was done. Look at what is under the cursor, and press again.';

/** The one that a person saw under the cursor; undefined, with a message, where it is gone or was changed again. */
function currentOf(context: CommandContext, { disputed, list }: OpenConflict): DisputedElement | undefined {
  const putCursorOn = (cursor: string) => updateDialog(context, 'policy-conflict', { cursor, top: 0 });
  const place = placeToActOn(context, list, putCursorOn, CHANGED_AGAIN);
  return place === undefined ? undefined : disputed[place];
}

function subjectOf({ base, mine, theirs }: ElementConflict): string {
  return subjectOfElement([...base, ...mine, ...theirs][0]);
}

type Decide = (disputed: DisputedElement) => Pick<ElementDecision, 'side' | 'elements'>;

const asMine: Decide = ({ conflict }) => ({ side: 'mine', elements: conflict.mine });
const asTheirs: Decide = ({ conflict }) => ({ side: 'theirs', elements: conflict.theirs });

function decide(context: CommandContext, decided: readonly DisputedElement[], how: Decide): void {
  const open = conflictBeingSettled(context);
  if (open !== undefined) {
    updateDialog(context, 'policy-conflict', {
      decisions: new Map([
        ...open.dialog.decisions,
        ...decided.map((each) => [each.subject, { conflict: each.conflict, ...how(each) }] as const),
      ]),
    });
  }
}

/** Decides on all that were on the screen as they are now, and says how many were not. */
function decideAll(context: CommandContext, { dialog, disputed }: OpenConflict, how: Decide): void {
  const known = new Set(dialog.shown ?? disputed.map(({ id }) => id));
  const seen = disputed.filter(({ id }) => known.has(id));
  decide(context, seen, how);
  const unseen = disputed.length - seen.length;
  if (unseen > 0) {
    notify(context, `${unseen} of ${disputed.length} came or changed just now: look at what is not settled.`);
  }
}

/** Decides on one, and goes on to the next that is not settled. */
function decideOne(
  context: CommandContext,
  { disputed }: OpenConflict,
  current: DisputedElement,
  how: Decide,
): void {
  decide(context, [current], how);
  const cursor = disputed.indexOf(current);
  const isLeft = (index: number) => index !== cursor && disputed[index]?.decision === undefined;
  const places = [...disputed.keys()];
  const next = places.find((index) => index > cursor && isLeft(index)) ?? places.find(isLeft);
  if (next !== undefined) {
    updateDialog(context, 'policy-conflict', { cursor: disputed[next]?.id, top: 0 });
  }
}

function edit(context: CommandContext, open: OpenConflict): void {
  const { field } = open;
  const current = currentOf(context, open);
  if (current === undefined) {
    return;
  }
  const { subject, conflict } = current;
  const [element] = [
    ...(current.decision?.elements ?? []),
    ...conflict.mine,
    ...conflict.theirs,
    ...conflict.base,
  ];
  const kept = field.conflict?.keepingTheirs;
  askForElement(context, field, element, {
    others: () =>
      (Array.isArray(kept) ? (kept as unknown[]) : []).filter((other) => subjectOfElement(other) !== subject),
    submit(edited) {
      const now = conflictBeingSettled(context);
      const same = now?.disputed.find(({ id }) => id === current.id);
      if (now !== undefined && same !== undefined) {
        decideOne(context, now, same, () => ({ side: 'edited', elements: [edited] }));
      } else {
        notify(context, 'They changed it again while you edited it: look at it once more.', 'bad');
      }
    },
  });
}

function settle(context: CommandContext, { field, disputed }: OpenConflict): void {
  const { conflict } = field;
  if (conflict === undefined || disputed.length === 0) {
    closeDialog(context);
    return;
  }
  const open = disputed.filter(({ decision }) => decision === undefined).length;
  if (open > 0) {
    const key = (name: string) => keyNameOf(context.stores, `policy-conflict.${name}`);
    notify(
      context,
      `${open} of ${disputed.length} not settled yet: ${key('mine')} keeps mine, ${key('theirs')} takes theirs, ${key('edit')} edits.`,
    );
    return;
  }
  const subjects = new Set(disputed.map(({ subject }) => subject));
  const kept = (Array.isArray(conflict.keepingTheirs) ? (conflict.keepingTheirs as unknown[]) : []).filter(
    (element) => !subjects.has(subjectOfElement(element)),
  );
  closeDialog(context);
  changeField(context, field.id, [...kept, ...disputed.flatMap(({ decision }) => decision?.elements ?? [])]);
  notify(
    context,
    fieldNamed(context, field.id)?.draft === undefined
      ? `${field.id} stays as they have it: nothing of the draft is left in it.`
      : `${field.id} is settled in the draft: ${keyNameOf(context.stores, 'policy.review')} reviews and writes it.`,
  );
}

/** A command of the conflict that is being settled. */
function settling(
  name: string,
  title: string,
  run: (context: CommandContext, open: OpenConflict) => void,
  more: Pick<Command, 'moves' | 'opensField'> = {},
): Command {
  return dialogCommand(
    'policy-conflict',
    name,
    title,
    (context) => {
      const open = conflictBeingSettled(context);
      if (open !== undefined) {
        run(context, open);
      }
    },
    more,
  );
}

function moving(id: string, title: string, by: number): Command {
  return settling(
    id,
    title,
    (context, { cursor, disputed }) =>
      updateDialog(context, 'policy-conflict', {
        cursor: disputed[Math.max(0, Math.min(disputed.length - 1, cursor + by))]?.id,
        top: 0,
      }),
    { moves: true },
  );
}

function decidingCurrent(how: Decide): (context: CommandContext, open: OpenConflict) => void {
  return (context, open) => {
    const current = currentOf(context, open);
    if (current !== undefined) {
      decideOne(context, open, current, how);
    }
  };
}

/** So many lines of what is spelled out go by at once. */
const SCROLLED_LINES = 3;

function scrolling(id: string, title: string, by: number): Command {
  return settling(
    id,
    title,
    (context, { dialog }) => updateDialog(context, 'policy-conflict', { top: Math.max(0, dialog.top + by) }),
    { moves: true },
  );
}

/** The keys with which a conflict in a list is settled. */
export const conflictDialog: DialogSpec<PolicyConflictDialog> = {
  field: undefined,
  scroll: 'top',
  commands: [
    moving('down', 'Next element in conflict', 1),
    moving('up', 'Previous element in conflict', -1),
    scrolling('page-down', 'More of what both sides made of it', SCROLLED_LINES),
    scrolling('page-up', 'Back up in what both sides made of it', -SCROLLED_LINES),
    settling('mine', 'Keep mine of the element', decidingCurrent(asMine)),
    settling('theirs', 'Take theirs of the element', decidingCurrent(asTheirs)),
    settling('edit', 'Edit the element', edit, { opensField: true }),
    settling('all-mine', 'Keep mine of all', (context, open) => decideAll(context, open, asMine)),
    settling('all-theirs', 'Take theirs of all', (context, open) => decideAll(context, open, asTheirs)),
    settling('settle', 'Put what was decided into the draft', settle),
  ],
  close: CLOSES_UNHINTED,
};
