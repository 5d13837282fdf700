import { beforeEach, describe, expect, it } from 'vitest';

import { sessionClientSchema } from '../../src/contract/session.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../helpers/command-context.ts';
import { listingOf, sampleAgent, sampleCalendar, sampleSession } from '../helpers/sample-data.ts';

let context: TestContext;
const filters = () => context.stores.view.getState().sessions;

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'sessions' });
  context.stores.calendar.setState({ data: sampleCalendar() });
  context.stores.sessions.setState({
    data: listingOf([
      sampleSession('s1', 10),
      sampleSession('s2', 20, { project_path: '/srv/api', git_branch: null }),
      sampleSession('s3', 30, { project_path: '/srv/api', client_id: 'client-2', agent_hostname: 'build-2' }),
    ]),
  });
});

function choose(what: string, value: string): readonly string[] {
  run(context, 'sessions.choose-filter');
  openDialogOf(context, 'choice').choose(what);
  const menu = openDialogOf(context, 'choice');
  menu.choose(value);
  return menu.choices.map(({ label }) => label);
}

describe('the filters that the server applies', () => {
  it('offer the values that occur, with how often, the most frequent first', () => {
    expect(choose('project', '/srv/api')).toEqual(['All', '/srv/api  (2)', '/home/dev/shop  (1)']);
    expect(choose('branch', 'main')).toEqual(['All', 'main  (2)']);
    expect(filters()).toMatchObject({ project: '/srv/api', branch: 'main' });
  });

  it('name machines by their host, and count as the server does where it says', () => {
    context.stores.agents.setState({ data: listingOf([sampleAgent('agent-2')]) });
    expect(choose('machine', 'client-2')).toEqual(['All', 'client-1', 'build-2  client-2']);
    expect(filters().clientId).toBe('client-2');
    const counted = [
      { client_id: 'client-7', session_count: 1 },
      { client_id: 'client-2', session_count: 40 },
    ];
    context.stores.sessionClients.setState({
      data: listingOf(counted.map((raw) => sessionClientSchema.parse(raw))),
    });
    expect(choose('machine', '')).toEqual(['All', 'build-2  client-2  (40)', 'client-7  (1)']);
  });

  it('are all cleared at once, the words included', () => {
    choose('project', '/srv/api');
    run(context, 'sessions.choose-filter');
    openDialogOf(context, 'choice').choose('none');
    expect(filters()).toMatchObject({
      project: undefined,
      branch: undefined,
      clientId: undefined,
      date: undefined,
      text: '',
    });
  });

  it('choose a day from those that have sessions, the newest first', () => {
    run(context, 'sessions.choose-day');
    const menu = openDialogOf(context, 'choice');
    expect(menu.choices.map(({ label }) => label)).toEqual(['All', '2026-03-02  (8)', '2026-03-01  (3)']);
    menu.choose('2026-03-01');
    expect(filters().date).toBe('2026-03-01');
    menu.choose('');
    expect(filters().date).toBeUndefined();
  });

  it('say so when there is nothing to choose', () => {
    context.stores.calendar.setState({ data: undefined });
    run(context, 'sessions.choose-day');
    expect(context.stores.view.getState()).toMatchObject({ dialogs: [], notice: { tone: 'plain' } });
  });

  it('show and hide the sessions of subagents', () => {
    run(context, 'sessions.toggle-subagents');
    expect(filters().subagents).toBe(true);
    run(context, 'sessions.toggle-subagents');
    expect(filters().subagents).toBe(false);
  });
});

it('opens nothing when there is no session', () => {
  context.stores.sessions.setState({ data: listingOf([]) });
  run(context, 'sessions.open');
  expect(context.sync.calls).toEqual([]);
  expect(context.stores.view.getState().pager).toBeUndefined();
});
