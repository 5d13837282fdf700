import { beforeEach, expect, it } from 'vitest';

import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { activeScopes } from '../../../src/commands/base/scopes.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { createHintRow } from '../../../src/ui/app/hint-row.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';

let context: TestContext;

beforeEach(() => {
  context = createFilledContext();
});

function hints(columns: number): string {
  const line = createHintRow(context)(activeScopes(context.stores.view.getState()), columns);
  return line.map(({ text }) => text).join('');
}

it('names first what opens a row and what looks for one, and what is seldom needed only where there is room', () => {
  run(context, 'tab.events');
  expect(hints(80)).toMatch(/^ Enter open {2}\/ filter {2}b block .* \? help {2}q quit/);
  expect(hints(80)).not.toContain('O outcomes');
  expect(hints(300)).toMatch(/x export .*O outcomes|O outcomes .*x export/);
});

it.each([
  ['agents', 'S suspend'],
  ['policy', 'W review and write'],
])('names on the smallest screen what acts on the pane of %s', (tab, hint) => {
  run(context, `tab.${tab}`);
  expect(hints(60)).toContain(hint);
});

it.each([60, 80, 100, 200])('leaves out whole hints on %d columns', (columns) => {
  for (const tab of ['overview', 'events', 'agents', 'sessions', 'llm', 'policy']) {
    run(context, `tab.${tab}`);
    expect(hints(columns).trimEnd().length).toBeLessThanOrEqual(columns);
    expect(hints(columns)).toContain('q quit');
  }
});

it('says that the key which quits goes back from what lies over a pane', () => {
  openPage(context, { kind: 'agent', agentId: undefined, clientId: asUntrusted('client-1') });
  expect(hints(80)).toContain('q back');
});

it('names the keys of a menu, which have no command', () => {
  run(context, 'tab.events');
  run(context, 'events.choose-outcomes');
  expect(hints(60)).toMatch(/^ Enter choose {2}↑ ↓ move {2}Esc close/);
  context.stores.view.setState({ ascii: true });
  expect(hints(60)).toMatch(/^ Enter choose {2}Up Down move {2}Esc close/);
});
