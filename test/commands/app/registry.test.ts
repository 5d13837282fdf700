import { expect, it } from 'vitest';

import { DIALOGS, isQuestion } from '../../../src/commands/app/registry.ts';
import { commandsOfDialog } from '../../../src/commands/base/dialog-spec.ts';
import type { DialogKind } from '../../../src/stores/view/dialog-states.ts';

const KINDS = Object.keys(DIALOGS) as DialogKind[];

it.each(KINDS)('the commands of %s count in it alone, and one of them closes it', (kind) => {
  const commands = commandsOfDialog(kind, DIALOGS[kind]);
  expect(commands.filter(({ id, scope }) => scope !== kind || !id.startsWith(`${kind}.`))).toEqual([]);
  expect(commands.filter(({ id }) => id === `${kind}.close`)).toMatchObject([{ closes: true }]);
});

it('the dialogs with a command that answers what leads to a write are questions', () => {
  expect(KINDS.filter(isQuestion)).toEqual(['agent-question', 'policy-review', 'confirm']);
});
