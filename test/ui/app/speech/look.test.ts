import { beforeAll, beforeEach, expect, it } from 'vitest';

import { openDialog, openMenu } from '../../../../src/commands/base/command.ts';
import { loadLazyImports } from '../../../../src/lib/lazy-import.ts';
import { SurfaceBoard } from '../../../../src/ui/app/surface-board.ts';
import { createLook, type Looked } from '../../../../src/ui/app/speech/look.ts';
import { ShownDialog } from '../../../../src/ui/dialogs/base/shown-dialog.ts';
import { createTheme } from '../../../../src/ui/theme.ts';
import { run, type TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';

let context: TestContext;
let board: SurfaceBoard;
let lookNow: () => Looked | undefined;

beforeAll(loadLazyImports);

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'events', columns: 160, rows: 24 });
  const theme = createTheme({ colour: false, ascii: false, sideBySide: false });
  board = new SurfaceBoard();
  const console = { commands: context, theme, shownDialog: new ShownDialog() };
  lookNow = createLook(console, board, { count: 0 }).look;
});

function listNow() {
  const list = lookNow()?.list;
  if (list === undefined) {
    throw new Error('There is no list.');
  }
  return list;
}

it('is another place on another tab, and the same one while rows are gone through', () => {
  const { place } = lookNow() ?? {};
  run(context, 'list.down');
  expect(lookNow()?.place).toBe(place);
  run(context, 'tab.agents');
  expect(lookNow()?.place).not.toBe(place);
});

it('counts a list once, and says what it is a part of', () => {
  expect(listNow()).toMatchObject({ length: 60, count: '60 rows', isCounting: false, place: 0 });
  context.stores.view.setState({ tab: 'llm' });
  const { llmCalls } = context.stores;
  const { data } = llmCalls.getState();
  if (data === undefined) {
    throw new Error('There are no calls.');
  }
  llmCalls.setState({ data: { ...data, reading: { read: 8, of: undefined } } });
  expect(listNow()).toMatchObject({ count: '8 rows so far', isCounting: true });
  llmCalls.setState({ data: { ...data, total: 20, reading: { read: 8, of: 20 } } });
  expect(listNow()).toMatchObject({ count: '8 rows so far (8 of 20)', isCounting: true });
  llmCalls.setState({ data: { ...data, total: 20 } });
  expect(listNow()).toMatchObject({ count: '8 rows (8 of 20 read)', isCounting: false });
});

it('stays on the first row of what moves by itself until somebody moves in it', () => {
  expect(listNow().isAtLiveEdge).toBe(true);
  run(context, 'list.down');
  expect(listNow().isAtLiveEdge).toBe(false);
  context.stores.view.setState({ tab: 'llm' });
  expect(listNow().isAtLiveEdge).toBe(true);
  run(context, 'list.down');
  expect(listNow().isAtLiveEdge).toBe(false);
  context.stores.view.setState({ tab: 'agents' });
  expect(listNow().isAtLiveEdge).toBe(false);
});

it('gives the row with the most important first, its mark apart, and its detail only when it is asked for', () => {
  const list = listNow();
  expect(list).toMatchObject({ isMarked: false, marked: 0 });
  expect(list.row).toMatch(/^allow, package-0, 1\.0\.0, build-00, /);
  expect(list.detail()).toContainEqual(expect.stringMatching(/^ecosystem +npm$/));
  run(context, 'marks.toggle');
  run(context, 'list.up');
  expect(listNow()).toMatchObject({ isMarked: true, marked: 1 });
  expect(listNow().row).toBe(list.row);
});

it('knows nothing while Ink has yet to draw a field, and a menu without it', () => {
  openMenu(context, {
    title: 'Which one?',
    choices: [
      { label: 'this', value: '1' },
      { label: 'that', value: '2' },
    ],
    initial: '2',
    choose: () => undefined,
  });
  expect(lookNow()?.menu).toEqual({ title: 'Which one?', length: 2, cursor: 1, entry: 'that' });
  run(context, 'choice.close');
  run(context, 'palette.open');
  expect(lookNow()?.menu).toMatchObject({ title: 'Commands', cursor: 0 });
  run(context, 'palette.close');
  openDialog(context, {
    kind: 'text',
    title: 'Which name?',
    lines: [],
    label: 'name',
    initial: '',
    enterDoes: 'takes it',
    findProblem: () => undefined,
    submit: () => undefined,
    dangerous: false,
  });
  expect(lookNow()).toBeUndefined();
  board.takeInkRows([]);
  expect(lookNow()?.dialog?.kind).toBe('text');
});

it('says of the status each thing once, what is not as usual too', () => {
  run(context, 'events.toggle-folding');
  run(context, 'events.toggle-allow');
  const status = lookNow()?.status ?? [];
  expect(new Set(status).size).toBe(status.length);
  expect(status).toContain('Events.');
  expect(status).toContain('Unfolded: each event is a row.');
  expect(status).toContain('Only block and review.');
});
