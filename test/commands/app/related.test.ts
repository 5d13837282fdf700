import { beforeEach, describe, expect, it } from 'vitest';

import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { openPageOf } from '../../../src/stores/entity/page-subject.ts';
import type { Session } from '../../../src/contract/session.ts';
import { filterDialog } from '../../../src/commands/base/filter-field.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import {
  listingOf,
  NOW,
  sampleAgent,
  sampleEvent,
  sampleSession,
  secondsAgo,
} from '../../helpers/sample-data.ts';

let context: TestContext;

const view = () => context.stores.view.getState();
const page = () => openPageOf(view())?.subject;
const labels = () => openDialogOf(context, 'choice').choices.map(({ label }) => label);

/** Opens the menu and takes what begins so. */
function follow(label: string): void {
  run(context, 'related.open');
  const { choices, choose } = openDialogOf(context, 'choice');
  const choice = choices.find((other) => other.label.startsWith(label));
  if (choice === undefined) {
    throw new Error(`There is no ${label} among ${labels().join('; ')}.`);
  }
  context.stores.view.setState({ dialogs: [] });
  void choose(choice.value);
}

function knowSessions(...sessions: readonly Session[]): void {
  const clientId = asUntrusted('client-1');
  const data = { clientId, sessions, total: sessions.length, isRead: true };
  receive(context.stores.machineSessions, data, NOW);
}

beforeEach(() => {
  context = createTestContext();
  receive(context.stores.agents, listingOf([sampleAgent('agent-1'), sampleAgent('agent-2')]), NOW);
  const reasons = ['scorecard 1.8 is below the policy minimum 4.0'];
  const blocked = { outcome: 'block', subject: { ecosystem: 'npm', package: 'ev"il', version: '1.0.0' } };
  context.stores.events.apply(
    [
      sampleEvent('event-1', 600, { ...blocked, payload: { reasons } }),
      sampleEvent('event-2', 700, { client_id: null, subject: null }),
    ],
    { at: NOW, fromHistory: false },
  );
  context.stores.view.setState({ tab: 'events' });
});

describe('what is related to an event', () => {
  it('leads to the details of its package, of which older events are asked for', () => {
    follow('Details of the package');
    expect(page()).toEqual({ kind: 'package', ecosystem: 'npm', name: 'ev"il' });
    expect(context.sync.calls).toContain('history {"package":"ev\\"il","ecosystem":"npm"}');
  });

  it('leads to the details of the agent, whose sessions are asked for', () => {
    follow('Details of the agent on build-1');
    expect(page()).toMatchObject({ kind: 'agent', clientId: 'client-1' });
    expect(context.sync.calls).toContain('sessions of client-1');
  });

  it('leads to the same package and the same machine in the feed, by a query to the letter', () => {
    follow('Events of ev');
    expect(view().events.text).toBe(String.raw`package:"ev\"il" ecosystem:"npm"`);
    follow('Events of the machine');
    expect(view().events.text).toBe('client:"client-1"');
  });

  it('leads to the events of the machine at the event, with what was before and after it', () => {
    const { stores } = context;
    const others = [10, 90, 5000].map((ago) => sampleEvent(`other-${ago}`, ago, { client_id: 'client-1' }));
    stores.events.apply(others, { at: NOW, fromHistory: false });
    updatePane(stores.view, 'events', { follow: false, frozenAt: 99, cursor: 'other-90' });
    follow('Events of the machine');
    expect(view().events).toMatchObject({ text: 'client:"client-1"', follow: false, cursor: 'other-90' });
    const shown = [...selectVisibleEvents(stores)].map(({ id }) => id);
    expect(shown).toEqual(expect.arrayContaining(['other-10', 'other-90', 'other-5000']));
    // A muted one is not shown: the nearest is.
    updatePane(stores.view, 'events', { text: '', cursor: 'other-90' });
    stores.view.setState({ dialogs: [] });
    run(context, 'related.open');
    stores.mutes.mute({ text: 'id:other-90', at: NOW, until: NOW + 60_000 });
    void openDialogOf(context, 'choice').choose(String(labels().indexOf('Events of the machine')));
    expect(view().events.cursor).toBe('other-10');
  });

  it('leads to the same reason, whatever its numbers', () => {
    follow('The same reason');
    expect(page()).toEqual({ kind: 'reason', template: 'scorecard # is below the policy minimum #' });
    follow('Events with the reason');
    expect(page()).toBeUndefined();
    expect(view().events.text).toBe('reason:"scorecard "*" is below the policy minimum "*');
  });

  it('says why it leads nowhere', () => {
    updatePane(context.stores.view, 'events', { follow: false, frozenAt: 1, cursor: 'event-2' });
    run(context, 'related.open');
    expect(labels()).toEqual([
      'Details of the package (not possible: it names no package)',
      'Details of the agent (not possible: it names no machine)',
      'Events of the machine (not possible: it names no machine)',
      'Session of the machine at that time (not possible: it names no machine)',
      'The same reason elsewhere (not possible: it carries no reason)',
      'Suspend this machine (not possible: it names no machine)',
    ]);
    void openDialogOf(context, 'choice').choose('0');
    expect(view().notice?.text).toBe('Details of the package: it names no package.');
  });
});

describe('the session of the machine at that time', () => {
  it('is opened when one was at work then', () => {
    knowSessions(sampleSession('later', 60, { created_at: secondsAgo(100) }), sampleSession('s1', 300));
    follow('Session of the machine');
    expect(context.sync.calls).toContain('open s1');
    expect(view().tab).toBe('sessions');
  });

  it('is chosen from a menu when several were, with their projects and branches', () => {
    knowSessions(
      sampleSession('s1', 300),
      sampleSession('s2', 400, { project_path: '/home/dev/tool', git_branch: 'fix' }),
    );
    follow('Session of the machine');
    expect(openDialogOf(context, 'choice').title).toBe(
      '2 sessions that were at work at that time fit the event',
    );
    expect(labels()).toEqual([
      expect.stringMatching(/^2026-03-02 \S+Z for \d+\w+, main, \/home\/dev\/shop, Fix the flaky test$/),
      expect.stringMatching(/^2026-03-02 \S+Z for \d+\w+, fix, \/home\/dev\/tool, Fix the flaky test$/),
    ]);
    void openDialogOf(context, 'choice').choose('1');
    expect(context.sync.calls).toContain('open s2');
    expect(view().pager?.top).toMatchObject({ kind: 'time', names: 'ev"il' });
  });

  it('is chosen by what differs where they have the project in common', () => {
    knowSessions(sampleSession('s1', 300), sampleSession('s2', 400));
    follow('Session of the machine');
    expect(labels().every((label) => / for \d+\w+, main, Fix the flaky test$/.test(`${label}`))).toBe(true);
  });

  it('is of the same branch however that is written, and one that names none is said', () => {
    const told = sampleEvent('event-0', 600, { metadata: { project: 'shop', branch: 'refs/heads/main' } });
    context.stores.events.apply([told], { at: NOW, fromHistory: false });
    updatePane(context.stores.view, 'events', { follow: false, frozenAt: 9, cursor: 'event-0' });
    knowSessions(sampleSession('s1', 300));
    follow('Session of the machine');
    expect(view().notice?.text ?? '').not.toContain('branch');
    knowSessions(sampleSession('s1', 300, { git_branch: undefined }));
    context.stores.view.setState({ pager: undefined, tab: 'events' });
    follow('Session of the machine');
    expect(view().notice?.text).toBe('This session names no branch. The event is of refs/heads/main.');
  });

  it('is that of the project and branch of the event, and another branch is said', () => {
    const told = sampleEvent('event-0', 600, { metadata: { project: 'shop', branch: 'fix' } });
    context.stores.events.apply([told], { at: NOW, fromHistory: false });
    updatePane(context.stores.view, 'events', { follow: false, frozenAt: 9, cursor: 'event-0' });
    knowSessions(
      sampleSession('short', 500, { project_path: '/home/dev/tool', created_at: secondsAgo(700) }),
      sampleSession('s1', 300),
    );
    follow('Session of the machine');
    expect(context.sync.calls).toContain('open s1');
    expect(view().notice?.text).toBe('This session is of another branch: main. The event is of fix.');
  });

  it('is not one of another project without a question', () => {
    const told = sampleEvent('event-0', 600, { metadata: { project: 'elsewhere' } });
    context.stores.events.apply([told], { at: NOW, fromHistory: false });
    updatePane(context.stores.view, 'events', { follow: false, frozenAt: 9, cursor: 'event-0' });
    knowSessions(sampleSession('s1', 300));
    follow('Session of the machine');
    expect(openDialogOf(context, 'choice').title).toBe(
      'The event is of elsewhere; at work at that time were only sessions of other projects',
    );
    expect(context.sync.calls).not.toContain('open s1');
  });

  it('is looked for until the sessions are there', () => {
    follow('Session of the machine');
    expect(view().notice?.text).toMatch('Looking for the session of build-1');
    knowSessions(sampleSession('s1', 300));
    expect(context.sync.calls).toContain('open s1');
    expect(view().notice).toBeUndefined();
  });

  it('is given up once the user does something else', () => {
    follow('Session of the machine');
    run(context, 'tab.llm');
    knowSessions(sampleSession('s1', 300));
    expect(context.sync.calls).not.toContain('open s1');
    expect(view().tab).toBe('llm');
  });

  it('is the nearest one when none was, after a question that says how far it is', () => {
    knowSessions(sampleSession('s1', 4200));
    follow('Session of the machine');
    const dialog = openDialogOf(context, 'confirm');
    expect(dialog.lines).toContainEqual({ label: 'distance', value: 'ended 1h before' });
    dialog.confirm();
    expect(context.sync.calls).toContain('open s1');
  });

  it('is told not to be there when nothing was recorded, or nothing could be read', () => {
    knowSessions();
    follow('Session of the machine');
    expect(view().notice?.text).toBe(
      'There is no session of build-1 to open. No session of it was recorded.',
    );
    const failure = { message: 'The key lacks the permission (403).', at: NOW, status: 403 };
    context.stores.machineSessions.setState({ failure });
    follow('Session of the machine');
    expect(view().notice?.text).toBe(
      'The sessions of build-1 could not be read. The key lacks the permission (403).',
    );
  });
});

describe('pages', () => {
  it('lie over each other, and Esc and q go back one by one', () => {
    follow('Details of the package');
    follow('Details of the package');
    expect(view().pages.events).toHaveLength(1);
    run(context, 'page.last');
    run(context, 'page.open');
    expect(view().tab).toBe('events');
    expect(view().pages.events).toHaveLength(0);
    expect(view().events).toMatchObject({ cursor: 'event-1', follow: false, detail: true });
  });

  it('go from the machines of a package to the agent and back', () => {
    follow('Details of the package');
    const machine = 'machine client-1';
    const pages = view().pages;
    const open = pages.events.map((each) => ({ ...each, cursor: machine }));
    context.stores.view.setState({ pages: { ...pages, events: open } });
    run(context, 'page.open');
    expect(page()).toMatchObject({ kind: 'agent', clientId: 'client-1' });
    run(context, 'app.quit');
    expect(openPageOf(view())).toMatchObject({ subject: { kind: 'package' }, cursor: machine });
    run(context, 'view.back');
    expect(page()).toBeUndefined();
    expect(context.asked).toEqual([]);
  });

  it('belong to the pane that they were opened over', () => {
    follow('Details of the package');
    run(context, 'tab.agents');
    expect(page()).toBeUndefined();
    run(context, 'agents.open');
    expect(page()).toMatchObject({ kind: 'agent', agentId: 'agent-1' });
    run(context, 'tab.events');
    expect(page()).toMatchObject({ kind: 'package' });
    run(context, 'tab.last');
    expect(page()).toMatchObject({ kind: 'agent', agentId: 'agent-1' });
  });

  it('show what passes the query, until Esc takes it away', () => {
    follow('Details of the package');
    run(context, 'page.filter');
    const text = 'client:client-1 outcome:block';
    filterDialog.field?.edit(context, openDialogOf(context, 'filter'), { text, cursor: text.length });
    run(context, 'filter.keep');
    run(context, 'page.last');
    expect(openPageOf(view())).toMatchObject({ text, cursor: 'event event-1' });
    run(context, 'view.back');
    expect(openPageOf(view())).toMatchObject({ text: '', subject: { kind: 'package' } });
  });

  it('say that a row leads nowhere', () => {
    follow('Details of the package');
    run(context, 'page.first');
    run(context, 'page.open');
    expect(view().notice?.text).toBe('This row leads nowhere further.');
  });
});

describe('what is related elsewhere', () => {
  it('leads from a session to the events during it', () => {
    receive(context.stores.sessions, listingOf([sampleSession('s1', 600)]), NOW);
    context.stores.view.setState({ tab: 'sessions' });
    follow('Events of the machine during');
    expect(view().events.text).toBe('client:"client-1" since:2026-03-02T08:35Z until:2026-03-02T08:51Z');
  });

  it('leads from the overview to the newest block', () => {
    context.stores.view.setState({ tab: 'overview' });
    follow('The newest block');
    expect(view()).toMatchObject({ tab: 'events', events: { cursor: 'event-1', follow: false } });
  });

  it('is nothing where nothing is listed', () => {
    context.stores.view.setState({ tab: 'policy' });
    run(context, 'related.open');
    expect(view().dialogs).toEqual([]);
    expect(view().notice?.text).toMatch('nothing under the cursor');
  });
});
