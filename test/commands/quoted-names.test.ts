import { beforeEach, describe, expect, it } from 'vitest';

import { askForAction } from '../../src/commands/agents/ask-for-action.ts';
import { saidOf } from '../../src/commands/agents/action-words.ts';
import { planFor } from '../../src/commands/agents/targets.ts';
import { chooseCopy } from '../../src/commands/export/choose-copy.ts';
import { reportDraftNews } from '../../src/commands/policy/draft-news.ts';
import { openSessionAt } from '../../src/commands/sessions/session-at.ts';
import { asUntrusted } from '../../src/lib/untrusted.ts';
import { updatePane } from '../../src/stores/view/view-store.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../helpers/command-context.ts';
import { listingOf, NOW, sampleAgent, sampleEvent, sampleSession } from '../helpers/sample-data.ts';

/** A Cyrillic letter that looks like the last one of a name. */
const LOOKALIKE = '\u0430';
const HOST = `build-${LOOKALIKE}`;

let context: TestContext;

const view = () => context.stores.view.getState();
const labels = () => openDialogOf(context, 'choice').choices.map(({ label }) => label);

/** Every one names something with the escaped letter, and none shows the letter itself. */
function expectNamed(texts: readonly (string | undefined)[], ...names: readonly string[]): void {
  const all = texts.join('\n');
  expect(all).not.toContain(LOOKALIKE);
  for (const name of names) {
    expect(all).toContain(name.replaceAll(LOOKALIKE, String.raw`\u{430}`));
  }
}

beforeEach(() => {
  context = createTestContext();
  const machine = { machine_id: 'm1', username: `root-${LOOKALIKE}` };
  context.stores.agents.setState({
    data: listingOf([
      sampleAgent('agent-1', { ...machine, hostname: HOST, client_id: 'client-1' }),
      sampleAgent('agent-2', { ...machine, hostname: `other-${LOOKALIKE}`, client_id: 'client-2' }),
      sampleAgent('agent-3', { hostname: HOST, status: `odd-${LOOKALIKE}` }),
    ]),
  });
  const subject = { package: `evil-${LOOKALIKE}`, ecosystem: 'npm', version: `1-${LOOKALIKE}` };
  const payload = { reasons: ['für Prüfung'] };
  context.stores.events.apply([sampleEvent('e1', 10, { outcome: 'block', subject, payload })], {
    at: NOW,
    fromHistory: false,
  });
  context.stores.view.setState({ tab: 'agents', shown: { top: 0, end: 10 } });
  updatePane(context.stores.view, 'agents', { cursor: 'agent-1' });
});

describe('a name in a menu is shown as lists show it', () => {
  it('of what is related', () => {
    run(context, 'related.open');
    expectNamed(
      labels(),
      `Details of the agent on ${HOST}`,
      `this machine: ${HOST}, agent agent-1 and 1 other`,
    );
  });

  it('of what is related to an event', () => {
    context.stores.view.setState({ tab: 'events' });
    run(context, 'related.open');
    expectNamed(labels(), `Details of the package evil-${LOOKALIKE}`, `Events of evil-${LOOKALIKE}`);
  });

  it('of several agents on a machine', () => {
    run(context, 'related.open');
    const { choices, choose } = openDialogOf(context, 'choice');
    context.stores.view.setState({ dialogs: [] });
    void choose(choices.find(({ label }) => label.startsWith('Suspend this'))?.value ?? '');
    expectNamed(labels(), `Suspend ${HOST}, user root-${LOOKALIKE}, agent`, `Suspend other-${LOOKALIKE}`);
  });

  it('of those that an action is for', () => {
    updatePane(context.stores.view, 'agents', { marks: new Set(['agent-2', 'agent-1']) });
    context.stores.view.setState({ shown: { top: 0, end: 0 } });
    run(context, 'agents.change-status');
    expectNamed(labels(), `Suspend ${HOST}`, `off the screen: other-${LOOKALIKE}, ${HOST})`);
  });

  it('of the values of a row, where prose keeps its letters', () => {
    context.stores.view.setState({ tab: 'events' });
    run(context, 'list.choose-value');
    expectNamed(
      labels(),
      `only package evil-${LOOKALIKE}`,
      `without host ${HOST}`,
      'only reason für Prüfung',
    );
  });

  it('of values to copy', () => {
    const values = [
      ['package', `evil-${LOOKALIKE}`],
      ['package@version', `evil-${LOOKALIKE}@1`],
      ['client id', `client-${LOOKALIKE}`],
      ['reason', 'für'],
    ] as const;
    chooseCopy(
      context,
      values.map(([name, value]) => ({ name, value, text: () => value })),
    );
    expectNamed(
      labels(),
      `package          evil-${LOOKALIKE}`,
      `package@version  evil-${LOOKALIKE}@1`,
      `client id        client-${LOOKALIKE}`,
      'reason           für',
    );
  });

  it('of sessions', () => {
    const fields = {
      git_branch: `main-${LOOKALIKE}`,
      first_prompt: 'Prüfe',
    };
    const sessions = ['s1', 's2'].map((id) =>
      sampleSession(id, 0, { ...fields, project_path: `/home/${LOOKALIKE}/${id}` }),
    );
    const clientId = asUntrusted('client-1');
    context.stores.machineSessions.setState({ data: { clientId, sessions, total: 2, isRead: true } });
    openSessionAt(context, clientId, NOW - 60_000);
    expectNamed(labels(), `main-${LOOKALIKE}, /home/${LOOKALIKE}/s1, Prüfe`);
  });
});

describe('a name in a message is shown as lists show it', () => {
  const told = () => [view().notice?.text, ...view().messages.map(({ text }) => text)];
  const plan = (id: string) => {
    const agents = (context.stores.agents.getState().data?.rows ?? []).filter((agent) => agent.id === id);
    return planFor('suspend', { label: '', agents, filteredOut: [], offScreen: [] });
  };

  it('where there is nothing to do', () => {
    askForAction(context, plan('agent-3'));
    expectNamed(told(), `Nothing to do: ${HOST} is odd-${LOOKALIKE}.`);
  });

  it('where no session of it is known', () => {
    const clientId = asUntrusted('client-1');
    context.stores.machineSessions.setState({ data: { clientId, sessions: [], total: 0, isRead: true } });
    openSessionAt(context, clientId, NOW);
    expectNamed(told(), `There is no session of ${HOST} to open.`);
  });

  it('where a verdict names it, which the journal keeps as it is', () => {
    const agent = sampleAgent('agent-1', { hostname: HOST });
    expectNamed([saidOf({ agent, sentence: `Confirmed: ${HOST} is suspended.` })], `Confirmed: ${HOST} is`);
  });

  it('where another console changed the draft', () => {
    reportDraftNews(context, [
      {
        field: 'typosquat_action',
        theirs: undefined,
        now: { value: `block-${LOOKALIKE}` },
        isDisputed: false,
      },
    ]);
    expectNamed(told(), `typosquat_action becomes "block-${LOOKALIKE}"`);
  });
});
