import { beforeEach, describe, expect, it } from 'vitest';

import { editedIn } from '../../../src/commands/app/open-field.ts';
import { InputGuard } from '../../../src/terminal/input/input-guard.ts';
import { KeyDispatcher } from '../../../src/ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { takeKeys } from '../../../src/ui/app/take-keys.ts';
import { openDialogOf, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { FakeTerminalInput } from '../../helpers/fake-terminal-input.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';
import { changesOf, noticeOf, select, store } from '../../commands/policy/policy-context.ts';

/** Lists that are pasted into the field of a list of the policy, by the bytes that a terminal sends for them. */

let context: TestContext;
let terminal: FakeTerminalInput;

const view = () => context.stores.view.getState();
const field = () => editedIn(openDialogOf(context, 'text'))?.text ?? '';
const wait = (milliseconds: number) => context.clock.advance(milliseconds);
const draft = () => changesOf(context)['blocked_packages'] as readonly string[] | undefined;

/** How a terminal sends what is pasted. */
const WAYS: readonly (readonly [name: string, pieces: (text: string) => readonly string[]])[] = [
  ['with brackets', (text) => [`\u001b[200~${text}\u001b[201~`]],
  ['without brackets', (text) => [text.replaceAll('\r\n', '\r').replaceAll('\n', '\r')]],
  [
    'without brackets, in pieces that end anywhere',
    (text) =>
      text
        .replaceAll('\r\n', '\r')
        .replaceAll('\n', '\r')
        .match(/[^]{1,67}/g) ?? [],
  ],
];

async function send(...pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    terminal.send(piece);
    await settle();
  }
}

/** Pastes, and waits until no key is taken for a part of it. */
async function paste(pieces: readonly string[]): Promise<void> {
  await send(...pieces);
  await wait(300);
}

beforeEach(async () => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'policy', columns: 100, rows: 30 });
  store(context, samplePolicy({}, { blocked_packages: ['listed-1', 'listed-2'] }));
  select(context, 'blocked_packages');
  terminal = new FakeTerminalInput();
  const keys = new KeyDispatcher(context, new ShownDialog());
  takeKeys(() => keys, new InputGuard(() => terminal.stream, context.clock).setRawMode(true));
  await send('\r', 'a');
});

describe.each(WAYS)('a list that is pasted %s', (_way, piecesOf) => {
  it('is one element for each of hundreds of lines, and all are counted', async () => {
    const names = Array.from({ length: 312 }, (_, index) => `package-${index}`);
    const lines = ['two words', 'listed-2', ...names, 'listed-1', 'package-0', 'also not one'];
    await paste(piecesOf(lines.join('\r\n') + '\r\n'));
    expect(field()).toBe(lines.join(', '));
    await send('\r');
    expect(draft()).toEqual(['listed-1', 'listed-2', ...names]);
    expect(noticeOf(context)).toBe(
      '312 added to the draft; 2 there already; 1 repeated; 2 not valid: two words, also not one.',
    );
    expect(field()).toBe('two words, also not one');
  });

  it('is the packages of a spreadsheet and their ecosystems, which is said', async () => {
    await paste(piecesOf('ecosystem\tversion\tpackage\r\nnpm\t1\tleft-pad\r\nPIP\t2\tleft-pad\r\n'));
    expect(view().ignored?.text).toBe('Of what was pasted, the package and its ecosystem were taken.');
    expect(field()).toBe('npm:left-pad, pip:left-pad');
    await send('\r');
    expect(draft()).toEqual(['listed-1', 'listed-2', 'npm:left-pad', 'pip:left-pad']);
  });

  it('is the first column of a spreadsheet, which is said', async () => {
    await paste(piecesOf('left-pad\tnpm\tunpublished\r\n"event-stream"\tnpm\t"stolen\tkey"\r\n'));
    expect(view().ignored?.text).toBe('Of what was pasted, only the first of 3 columns was taken.');
    expect(field()).toBe('left-pad, event-stream');
    await send('\r');
    expect(view().ignored).toBeUndefined();
    expect(draft()).toEqual(['listed-1', 'listed-2', 'left-pad', 'event-stream']);
    expect(noticeOf(context)).toBe('2 added to the draft.');
    expect(view().dialogs.map(({ kind }) => kind)).toEqual(['list-editor']);
  });
});

it('puts the ecosystems of a spreadsheet where the elements of a list have them, each its own', async () => {
  await send('\u001b[27u', '\u001b[27u');
  const listed = { ecosystem: 'npm', package: 'evil' };
  store(context, samplePolicy({}, { blocked_packages: [listed] }));
  await send('\r', 'a');
  await paste(['\u001b[200~npm\tleft-pad\npip\tleft-pad\n\u001b[201~']);
  await send('\r');
  expect(changesOf(context)['blocked_packages']).toEqual([
    listed,
    { package: 'left-pad', ecosystem: 'npm' },
    { package: 'left-pad', ecosystem: 'pip' },
  ]);
});

it.each(WAYS)('opens the field where it is pasted into the list itself, %s', async (_way, piecesOf) => {
  await send('\u001b[27u');
  await paste(piecesOf('angular\nevent-stream\n'));
  expect(field()).toBe('angular, event-stream');
  await send('\r');
  expect(draft()).toEqual(['listed-1', 'listed-2', 'angular', 'event-stream']);
  await send('\u001b[27u');
  await paste(['\u001b[200~lodash\u001b[201~']);
  expect(view()).toMatchObject({
    dialogs: [],
    ignored: { text: expect.stringContaining('paste') as string },
  });
});

it('says below the field what becomes of several', async () => {
  await paste(['\u001b[200~a\nlisted-1\nb\nc d\u001b[201~']);
  expect(openDialogOf(context, 'text').remark?.(field())).toBe(
    '2 to add; 1 there already; 1 not valid: c d.',
  );
});

it('takes JSON on several lines for one element', async () => {
  const element = { name: 'evil', reason: 'malware' };
  await paste([`\u001b[200~${JSON.stringify(element, undefined, 2)}\n\u001b[201~`]);
  await send('\r');
  expect(draft()).toEqual(['listed-1', 'listed-2', element]);
});

it('cuts a paste without brackets where one with them is cut, and says so', async () => {
  await paste(Array<string>(17).fill(`${'x'.repeat(4000)}\ry`));
  expect(view().ignored?.text).toBe(
    'Left out of what was pasted: the last 2,498 characters, because it is too long.',
  );
});

it('goes on with what arrives soon behind it, and submits nothing by its last line end', async () => {
  await send('package-1\rpackage-2\r');
  await wait(149);
  await send('last\r');
  await wait(149);
  expect(field()).toBe('');
  await wait(1);
  expect(field()).toBe('package-1, package-2, last');
  expect(draft()).toBeUndefined();
  await send('\r');
  expect(draft()).toEqual(['listed-1', 'listed-2', 'package-1', 'package-2', 'last']);
});

it('is over at once by a key that is no text, and Escape closes the field', async () => {
  await send('package-1\rpackage-2\r', '\u001b[D');
  expect(field()).toBe('package-1, package-2');
  await send('package-3\rpackage-4', '\u001b[27u');
  expect(view().dialogs.map(({ kind }) => kind)).toEqual(['list-editor']);
  expect(draft()).toBeUndefined();
});

it('is typing where a few keys and Enter arrive together', async () => {
  await send('abc\r');
  expect(draft()).toEqual(['listed-1', 'listed-2', 'abc']);
  await wait(1000);
  await send('ade\rag\r');
  expect(draft()).toEqual(['listed-1', 'listed-2', 'abc', 'de', 'g']);
});

it('does not last while keys are typed one by one in its field', async () => {
  for (const key of 'package-1\r') {
    await send(key);
  }
  expect(draft()).toEqual(['listed-1', 'listed-2', 'package-1']);
});
