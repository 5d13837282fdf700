import { expect } from 'vitest';

import { openDialog } from '../../../src/commands/base/command.ts';
import { eventSchema } from '../../../src/contract/event.ts';
import { asUntrusted, prose } from '../../../src/lib/untrusted.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import type { NextText } from '../../helpers/hostile-organization.ts';
import { operationsFrom } from '../../helpers/journal-entries.ts';
import { KEYS, type RenderedConsole } from '../../helpers/rendered-console.tsx';
import { NOW } from '../../helpers/sample-data.ts';
import { storeHunt } from '../../helpers/sample-hunt.ts';
import { sampleSearch } from '../../helpers/sample-search.ts';

/** Presses keys and says what is seen then; a text is typed in one piece. */
export type See = (what: string, ...keys: readonly string[]) => Promise<void>;

/** What the feed shows beyond its list: folded and acknowledged events, menus of values, filters and ranges of them. */
export async function visitFeed(
  { stores, clock }: TestContext,
  screen: RenderedConsole,
  see: See,
): Promise<void> {
  const [newest] = stores.events.getState().rows;
  const again = [0, 1].map((index) =>
    eventSchema.parse({ ...newest?.event.raw, id: `${newest?.id}, ${index} times again` }),
  );
  stores.events.apply(again, { at: NOW, fromHistory: false });
  await see('the detail of a folded row', 'F', 'g', 'p');
  await see('the end of it', KEYS.tab, 'G');
  await see('the detail of an acknowledged row', KEYS.tab, 'g', 'e');
  await see('the end of that', KEYS.tab, 'G');
  await see('marked events', KEYS.tab, 'p', 'g', ' ');
  await see('the menu of values', 'g', 'f');
  await see('the end of the menu of values', ...Array<string>(12).fill(KEYS.down));
  await clock.advance(500);
  await see('the feed with a value alone', KEYS.enter);
  await see('the filter field with a value', '/');
  await screen.press(KEYS.escape);
  updatePane(stores.view, 'events', { text: '' });
  for (const field of ['package', 'host', 'reason', 'command', 'version', 'client']) {
    await see(`values of ${field} to choose from`, '/', `${field}:`);
    await see(`a value of ${field}`, KEYS.tab);
    await see(`the next value of ${field}`, KEYS.tab);
    await screen.press(KEYS.escape);
  }
  await see('a range of times', 'H', 'left', '-');
  await clock.advance(500);
  await see('the feed in a range of times', KEYS.enter);
  expect(stores.view.getState().dialogs).toEqual([]);
  await screen.press('U');
  updatePane(stores.view, 'events', { text: '', range: undefined });
}

/** What can be taken away: the menus of it, text shown by itself, the name of a file. */
export async function visitCopies(
  { stores, clock }: TestContext,
  screen: RenderedConsole,
  see: See,
  what: string,
): Promise<void> {
  await see(`what can be copied of ${what}`, 'y');
  await see(`the end of that of ${what}`, KEYS.up);
  await clock.advance(500);
  await see(`what can be shown plainly of ${what}`, KEYS.enter);
  await clock.advance(500);
  await see(`${what}, shown plainly`, KEYS.enter);
  expect(stores.view.getState().dialogs.at(-1)?.kind).toBe('plain');
  await see(`the end of ${what}, shown plainly`, 'G');
  await screen.press(KEYS.escape, KEYS.escape, KEYS.escape);
  await see(`what can be exported of ${what}`, 'x');
  await clock.advance(500);
  await see(`where to export ${what}`, KEYS.enter);
  expect(stores.view.getState().dialogs.at(-1)?.kind).toMatch(/text|choice/);
  await screen.press(KEYS.escape, KEYS.escape, KEYS.escape);
}

/** What was typed earlier, in this text too, and what it is offered as. */
export async function visitFilters(
  { stores }: TestContext,
  screen: RenderedConsole,
  text: NextText,
  see: See,
): Promise<void> {
  for (const list of ['events', 'agents', 'sessions', 'llm', 'policy'] as const) {
    stores.filterMemory.remember(list, text());
    stores.filterMemory.save({ name: `saved ${text()}`, list, text: text(), others: {} });
  }
  for (const [index, list] of (['events', 'agents', 'sessions', 'llm', 'policy'] as const).entries()) {
    await see(`an earlier filter of ${list}`, `${index + 2}`, '/', KEYS.up);
    await see(`an earlier filter of ${list} with more behind it`, ' host:');
    await see(`that of ${list}, completed`, KEYS.tab);
    await screen.press(KEYS.escape);
    updatePane(stores.view, list, { text: '' });
  }
  await see('the palette with filters', ':', 'saved');
  await screen.press(KEYS.escape);
  await see('the palette with what is under the cursor', '3', 'g', ':', 'dos');
  await screen.press(KEYS.escape);
}

/** What is asked before agents are acted on, what changed of them meanwhile, and what became of them. */
export async function visitActions(
  context: TestContext,
  screen: RenderedConsole,
  text: NextText,
  see: See,
): Promise<void> {
  const { stores } = context;
  const { data } = stores.agents.getState();
  const agents = data?.rows ?? [];
  const unseen = { filteredOut: agents, offScreen: agents, skipped: agents, undoes: undefined };
  await screen.press('3', 'g');
  for (const some of [agents.slice(0, 1), agents]) {
    for (const step of ['reason', 'confirmation'] as const) {
      const plan = { action: 'hard-delete', agents: some, ...unseen } as const;
      openDialog(context, { kind: 'agent-action', plan, step, reason: text() });
      await see(`the ${step} of deleting ${some.length} agents`, 'x');
      await screen.press(KEYS.escape);
    }
    const undoes = { action: 'suspend', reason: text(), at: NOW, agents: some, passedOver: some } as const;
    const plan = { action: 'reactivate', agents: some, ...unseen, undoes } as const;
    openDialog(context, { kind: 'agent-question', plan, reason: '', isResend: false });
    await see(`undoing of ${some.length} agents`);
    stores.agents.setState({
      data: data && {
        ...data,
        rows: agents.map((agent) => ({ ...agent, status: asUntrusted(`${text()}!`) })),
      },
    });
    await see(`what changed of ${some.length} agents`);
    stores.agents.setState({ data });
    await screen.press(KEYS.escape);
  }
  const items = agents.map((agent) => ({
    agent,
    state: 'unknown' as const,
    sentence: text(),
    after: undefined,
    mayResend: true,
    isStop: false,
  }));
  const run = {
    action: 'suspend',
    reason: text(),
    isUndo: false,
    items,
    phase: 'stopped',
    stop: text(),
  } as const;
  stores.agentRun.setState({ run: { ...run, startedAt: NOW, pace: { since: 0, from: 0 } } });
  openDialog(context, { kind: 'agent-results', cursor: undefined, onlyProblems: false });
  await see('results of an action', 'j');
  await screen.press(KEYS.escape);
  stores.agentRun.setState({ run: undefined });
}

/** Goes through the hits of a search that found the text, and what failed with it. */
export async function visitSearch(context: TestContext, see: See, text: NextText): Promise<void> {
  const { stores } = context;
  const sessions = stores.sessions.getState().data?.rows ?? [];
  const words = text() || 'x';
  const search = sampleSearch(sessions, () => `${text()}${words}${text()}`, { kind: 'words', words });
  const unsearched = sessions.map((session) => ({ session, problem: prose(text()), isInPart: false }));
  stores.sessionSearch.setState({ search: { ...search, unsearched, stop: prose(text()), phase: 'stopped' } });
  openDialog(context, { kind: 'session-search', cursor: undefined, search: '' });
  await see('the hits of a search', 'j');
  await see('what was not searched', 'f');
  await see('what can be copied of a hit', KEYS.escape, 'y');
  await see('what can be exported of hits', KEYS.escape, 'x');
  await see('no hits any more', KEYS.escape, KEYS.escape);
}

/** Goes through the findings of a hunt whose list, file and failures hold the text; the list names it as a purl would. */
export async function visitHunt(context: TestContext, see: See, text: NextText): Promise<void> {
  const { stores } = context;
  const names = stores.events
    .getState()
    .rows.slice(0, 20)
    .flatMap(({ event: { subject } }) => subject?.package ?? []);
  const lines = names.map((name) =>
    JSON.stringify({ id: text() || 'x', affected: [{ package: { ecosystem: 'npm', name } }] }),
  );
  storeHunt(context, lines.join('\n') || 'x', {
    file: text(),
    past: { phase: 'stopped', problem: prose(text()) },
  });
  run(context, 'hunt.show');
  await see('the findings of a hunt', 'j');
  await see('those that are not certain, too', 'u');
  await see('the ways from a finding', 'o');
  await see('what can be suspended', KEYS.escape, 'S');
  await see('what can be copied of a finding', KEYS.escape, 'y');
  await see('what can be exported of findings', KEYS.escape, 'x');
  await see('no findings any more', KEYS.escape, KEYS.escape);
}

/** Goes through the journal of writes on agents whose names and refusals hold the text. */
export async function visitJournal(
  context: TestContext,
  see: (what: string, ...keys: string[]) => Promise<void>,
  text: NextText,
) {
  const operation = text();
  const target = { id: text() || 'agent', hostname: text() };
  context.sync.journal = {
    operations: operationsFrom(
      { operation, target, reason: text(), before: { [text()]: text() } },
      {
        operation,
        target,
        step: 'verdict',
        verdict: 'refused',
        sentence: text(),
        after: { status: text() },
      },
    ),
    damaged: 0,
  };
  run(context, 'journal.open');
  await see('the journal', 'j');
  await see('a change of the journal', KEYS.enter);
  await see('what can be copied of the journal', KEYS.escape, 'y');
  await see('what can be exported of the journal', KEYS.escape, 'x');
  await see('a journal without it', KEYS.escape, 'f', KEYS.escape);
}
