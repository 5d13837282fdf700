import { keyNameOf } from '../keys/key-name.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import { subjectOfElement } from '../../stores/policy/element-subject.ts';
import { hasRow } from '../../stores/base/visible-rows.ts';
import type { ListEditorDialog } from '../../stores/view/dialog-states.ts';
import type { ListRow } from '../../stores/policy/list-rows.ts';
import { notify, updateDialog, type Command, type CommandContext } from '../base/command.ts';
import { placeToActOn } from '../base/dialog-rows.ts';
import { CLOSES, cursorCommands, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';
import { addElement } from './add-element.ts';
import { changeElements } from './draft-field.ts';
import { editElement } from './edit-element.ts';
import { mergesLists } from './merging-lists.ts';
import { openList, type OpenList } from './open-list.ts';
import { searchInDialog } from './search-in-dialog.ts';
import { openConflict } from './settle-conflict.ts';

/** Rows around the elements in the editor. */
const ROWS_AROUND = 8;

/** A command of the list editor, which is given the list. */
function editing(
  name: string,
  title: string,
  run: (context: CommandContext, list: OpenList) => void,
  more: Pick<Command, 'hint' | 'opensField' | 'takesPaste'>,
): Command {
  return dialogCommand(
    'list-editor',
    name,
    title,
    (context) => {
      const list = openList(context);
      if (list !== undefined) {
        run(context, list);
      }
    },
    more,
  );
}

/** A command that changes the list; what others made of it is settled before that. */
function changing(
  id: string,
  title: string,
  run: (context: CommandContext, list: OpenList) => void,
  more: Pick<Command, 'hint' | 'opensField' | 'takesPaste'>,
): Command {
  return editing(
    id,
    title,
    (context, list) => {
      if (list.field.conflict === undefined) {
        run(context, list);
      } else {
        openConflict(context, list.field);
        notify(context, 'Somebody else changed this list too: that is to be settled first.');
      }
    },
    more,
  );
}

/** The row that a person saw under the cursor; undefined, with a message, where there is none or it is gone. */
function currentRow(context: CommandContext, { rows, list }: OpenList): ListRow | undefined {
  const place = placeToActOn(context, list, (cursor) => updateDialog(context, 'list-editor', { cursor }));
  if (place === undefined && list.cursor === undefined && rows.length === 0) {
    notify(context, 'There is no element here.');
  }
  return place === undefined ? undefined : rows[place];
}

/** Keeps the cursor at its place where a key took its own row away. */
function keepPlace(context: CommandContext, { cursor }: OpenList): void {
  const list = openList(context);
  if (list !== undefined && list.list.cursor !== undefined && !hasRow(list.list.rows, list.list.cursor)) {
    const row = list.rows[Math.min(cursor, list.rows.length - 1)];
    updateDialog(context, 'list-editor', { cursor: row?.id });
  }
}

/** A list without an element, however often it stands there. Texts are the same only as themselves. */
function elementsWithout(elements: readonly unknown[], element: unknown): readonly unknown[] {
  if (typeof element === 'string') {
    return elements.filter((other) => other !== element);
  }
  const key = sameValueKey(element);
  return elements.filter((other) => sameValueKey(other) !== key);
}

function removeElement(context: CommandContext, list: OpenList): void {
  const row = currentRow(context, list);
  if (row === undefined) {
    return;
  }
  if (row.state === 'removed') {
    notify(
      context,
      `The draft removes it already; ${keyNameOf(context.stores, 'list-editor.restore')} takes that back.`,
    );
    return;
  }
  changeElements(context, list.field.id, (elements) => elementsWithout(elements, row.element));
  keepPlace(context, list);
  if (row.state === 'stored' && mergesLists(context)) {
    notify(
      context,
      'This server adds to lists and takes nothing out of them: the removal will have no effect.',
      'bad',
    );
  }
}

function restoreElement(context: CommandContext, list: OpenList): void {
  const row = currentRow(context, list);
  if (row === undefined || row.state === 'stored') {
    return;
  }
  const { field, rows } = list;
  const withoutIt = (elements: readonly unknown[]) => elementsWithout(elements, row.element);
  if (row.state === 'added') {
    changeElements(context, field.id, withoutIt);
    keepPlace(context, list);
    return;
  }
  // What it was edited into goes: two elements must not be about the same thing.
  const subject = subjectOfElement(row.element);
  const instead = new Set(rows.filter(({ state }) => state === 'added').map(({ element }) => element));
  changeElements(context, field.id, (elements) => [
    ...withoutIt(elements).filter((other) => !instead.has(other) || subjectOfElement(other) !== subject),
    row.element,
  ]);
}

function search(context: CommandContext, { dialog }: OpenList): void {
  searchInDialog(context, dialog, `Show the elements of ${dialog.field} that hold a text`);
}

/** The list editor. */
export const listEditorDialog: DialogSpec<ListEditorDialog> = {
  field: undefined,
  commands: [
    ...cursorCommands(
      'list-editor',
      {
        down: 'Next element',
        up: 'Previous element',
        first: 'The first element',
        last: 'The last element',
      },
      ROWS_AROUND,
      (context) => {
        const list = openList(context);
        return (
          list && { length: list.rows.length, place: list.cursor, idAt: (place) => list.rows[place]?.id }
        );
      },
    ),
    changing('add', 'Add an element', (context, { field }) => addElement(context, field), {
      hint: 'add',
      opensField: true,
      takesPaste: true,
    }),
    changing(
      'edit',
      'Edit the element under the cursor',
      (context, list) => {
        const row = currentRow(context, list);
        if (row?.state === 'removed') {
          notify(
            context,
            `The draft removes it; ${keyNameOf(context.stores, 'list-editor.restore')} takes that back.`,
          );
        } else if (row !== undefined) {
          editElement(context, list.field, row.element);
        }
      },
      { hint: 'edit', opensField: true },
    ),
    changing('remove', 'Remove the element under the cursor', removeElement, { hint: 'remove' }),
    changing('restore', 'Take the change of the element under the cursor back', restoreElement, {
      hint: 'take back',
    }),
    editing('search', 'Show only elements that hold a text', search, {
      hint: 'search',
      opensField: true,
    }),
  ],
  close: CLOSES,
};
