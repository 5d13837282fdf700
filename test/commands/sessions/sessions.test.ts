import { beforeEach, describe, expect, it } from 'vitest';

import { sessionClientSchema } from '../../../src/contract/session.ts';
import { selectVisibleSessions } from '../../../src/stores/sessions/select-sessions.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { listingOf, sampleAgent, sampleCalendar, sampleSession } from '../../helpers/sample-data.ts';

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
  void openDialogOf(context, 'choice').choose(what);
  const menu = openDialogOf(context, 'choice');
  void menu.choose(value);
  const [all, typed, ...values] = menu.choices.map(({ label }) => label);
  expect([all, typed]).toEqual(['All', 'Type a value…']);
  return values;
}

describe('the filters that the server applies', () => {
  it('offer the values that occur, with how often, the most frequent first', () => {
    expect(choose('project', '/srv/api')).toEqual(['/srv/api  (2)', '/home/dev/shop  (1)']);
    expect(choose('branch', 'main')).toEqual(['main  (2)']);
    expect(filters()).toMatchObject({ project: '/srv/api', branch: 'main' });
  });

  it('name machines by their host, and count as the server does where it says', () => {
    context.stores.agents.setState({ data: listingOf([sampleAgent('agent-2')]) });
    expect(choose('clientId', 'client-2')).toEqual(['client-1  (2)', 'build-2  client-2  (1)']);
    expect(filters().clientId).toBe('client-2');
    const counted = [
      { client_id: 'client-7', session_count: 1 },
      { client_id: 'client-2', session_count: 40 },
    ];
    context.stores.sessionClients.setState({
      data: listingOf(counted.map((raw) => sessionClientSchema.parse(raw))),
    });
    expect(choose('clientId', '')).toEqual(['build-2  client-2  (40)', 'client-7  (1)']);
  });

  it('are all cleared at once, the words included', () => {
    choose('project', '/srv/api');
    run(context, 'sessions.choose-filter');
    void openDialogOf(context, 'choice').choose('none');
    expect(filters()).toMatchObject({
      project: undefined,
      branch: undefined,
      clientId: undefined,
      date: undefined,
      text: '',
    });
  });

  it('name agents with the sessions of their clients', () => {
    context.stores.agents.setState({ data: listingOf([sampleAgent('agent-1'), sampleAgent('agent-3')]) });
    expect(choose('agentId', 'agent-1')).toEqual(['build-1  agent-1  (2)', 'build-3  agent-3']);
    expect(filters().agentId).toBe('agent-1');
  });

  it('take a value that is typed, and none when nothing is', () => {
    run(context, 'sessions.choose-filter');
    void openDialogOf(context, 'choice').choose('branch');
    const { choices, choose: chooseValue } = openDialogOf(context, 'choice');
    void chooseValue(choices[1]?.value ?? '');
    const field = openDialogOf(context, 'text');
    field.submit('  release/9 ');
    expect(filters().branch).toBe('release/9');
    field.submit('');
    expect(filters().branch).toBeUndefined();
  });

  it('offer the clients by a key of their own', () => {
    run(context, 'sessions.choose-client');
    void openDialogOf(context, 'choice').choose('client-2');
    expect(filters().clientId).toBe('client-2');
  });

  it('offer so many values and no more, and say how many are left', () => {
    const sessions = Array.from({ length: 310 }, (_, index) =>
      sampleSession(`s${index}`, index, { project_path: `/srv/${index}` }),
    );
    context.stores.sessions.setState({ data: listingOf(sessions) });
    run(context, 'sessions.choose-filter');
    void openDialogOf(context, 'choice').choose('project');
    const menu = openDialogOf(context, 'choice');
    expect(menu.choices).toHaveLength(302);
    expect(menu.title).toContain('10 more');
  });

  it('show and hide the sessions of subagents', () => {
    run(context, 'sessions.toggle-subagents');
    expect(filters().subagents).toBe(true);
    run(context, 'sessions.toggle-subagents');
    expect(filters().subagents).toBe(false);
  });
});

describe('sorting', () => {
  const order = () => selectVisibleSessions(context.stores).map(({ id }) => id);
  const sortBy = (column: string) => {
    run(context, 'sessions.choose-sorting');
    void openDialogOf(context, 'choice').choose(column);
    context.stores.view.setState({ dialogs: [] });
  };

  it('goes by a column, the other way when it is chosen again, and back to the usual one', () => {
    expect(order()).toEqual(['s1', 's2', 's3']);
    sortBy('PROJECT');
    expect(order()).toEqual(['s1', 's2', 's3']);
    sortBy('PROJECT');
    expect(filters().sort).toEqual({ column: 'PROJECT', descending: true });
    expect(order()).toEqual(['s2', 's3', 's1']);
    sortBy('ACTIVE');
    expect(filters().sort).toBeUndefined();
  });
});

it('opens nothing when there is no session', () => {
  context.stores.sessions.setState({ data: listingOf([]) });
  run(context, 'sessions.open');
  expect(context.sync.calls).toEqual([]);
  expect(context.stores.view.getState().pager).toBeUndefined();
});
