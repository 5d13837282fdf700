import { openDialog } from '../../../src/commands/base/command.ts';
import { journalRowOf } from '../../../src/commands/journal/journal-rows.ts';
import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { openTranscriptAt } from '../../../src/commands/pager/open.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { reasonTemplate } from '../../../src/stores/events/reason-template.ts';
import type { AgentAction } from '../../../src/stores/agents/agent-action.ts';
import type { AgentPlan } from '../../../src/stores/agents/agent-plan.ts';
import { TABS } from '../../../src/stores/base/tab.ts';
import { FIRST_LOOK } from '../../../src/stores/policy/review-rows.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import { storeHunt } from '../../helpers/sample-hunt.ts';
import { sampleSearch } from '../../helpers/sample-search.ts';
import { operationsFrom } from '../../helpers/journal-entries.ts';

/** Something that can be on the screen, and how one gets there from the overview. */
export interface Screen {
  readonly name: string;
  /** It lists events. */
  readonly listsEvents?: boolean;
  /** It says how good its data is. */
  readonly isPane?: boolean;
  /** Ink draws the dialog in it. */
  readonly byInk?: boolean;
  open(context: TestContext): void;
}

const running =
  (...ids: readonly string[]) =>
  (context: TestContext) =>
    ids.forEach((id) => run(context, id));

function openPager(context: TestContext): void {
  const session = context.stores.sessions.getState().data?.rows[0];
  run(context, 'tab.sessions');
  if (session !== undefined) {
    openTranscriptAt(context, session);
  }
}

/** The transcript that the pager shows first, and what is done with it. */
const inPager =
  (...ids: readonly string[]) =>
  (context: TestContext) => {
    openPager(context);
    if (context.stores.view.getState().pager !== undefined) {
      ids.forEach((id) => run(context, id));
    }
  };

function openAgentPage(context: TestContext): void {
  const { client_id: clientId } = context.stores.agents.getState().data?.rows[0] ?? {};
  openPage(context, { kind: 'agent', agentId: undefined, clientId });
}

/** An action on all agents there are; nobody has seen those behind the first. */
function planOf({ stores }: TestContext, action: AgentAction): AgentPlan {
  const agents = stores.agents.getState().data?.rows ?? [];
  const unseen = { filteredOut: agents.slice(1, 9), offScreen: agents.slice(9) };
  return { action, agents, skipped: agents.slice(0, 2), ...unseen, undoes: undefined };
}

const PANES: readonly Screen[] = TABS.flatMap((tab): readonly Screen[] => {
  const pane = { isPane: true, listsEvents: tab === 'events' };
  return [
    { name: tab, ...pane, open: running(`tab.${tab}`) },
    ...(tab === 'overview'
      ? []
      : [
          { name: `${tab} with its detail`, ...pane, open: running(`tab.${tab}`, 'detail.toggle') },
          {
            name: `${tab}, filtered away`,
            isPane: true,
            open(context: TestContext) {
              run(context, `tab.${tab}`);
              updatePane(context.stores.view, tab, { text: 'nothing-has-this' });
            },
          },
          {
            name: `${tab}, all marked`,
            ...pane,
            open: running(`tab.${tab}`, 'marks.add-all'),
          },
        ]),
  ];
});

/** A draft of a rule that somebody else changed too. */
function conflict({ stores }: TestContext): void {
  const policy = stores.policy.getState().data;
  if (policy !== undefined) {
    stores.policyDraft.change(
      { ...policy, rules: { ...policy.rules, min_scorecard: 1 } },
      'min_scorecard',
      2,
    );
  }
}

export const SCREENS: readonly Screen[] = [
  ...PANES,
  { name: 'the totals of LLM calls', isPane: true, open: running('tab.llm', 'llm.toggle-totals') },
  {
    name: 'the totals of LLM calls with their detail',
    isPane: true,
    open: running('tab.llm', 'llm.toggle-totals', 'detail.toggle'),
  },
  {
    name: 'the event as it was sent',
    open: running('tab.events', 'detail.toggle', 'detail.zoom', 'events.toggle-raw'),
  },
  {
    name: 'a feed without repeats and histogram',
    listsEvents: true,
    open: running('tab.events', 'events.toggle-folding', 'list.down'),
  },
  {
    name: 'the details of an agent',
    open: openAgentPage,
  },
  {
    name: 'the details of a package',
    open: (context) =>
      openPage(context, {
        kind: 'package',
        ecosystem: asUntrusted('npm'),
        name: asUntrusted('package-1'),
      }),
  },
  {
    name: 'the page of a reason',
    open: (context) => openPage(context, { kind: 'reason', template: reasonTemplate('known malware') }),
  },
  {
    name: 'counts by package',
    open: (context) => openPage(context, { kind: 'count', of: 'events', by: 'package', within: [] }),
  },
  { name: 'a transcript', open: openPager },
  {
    name: 'the outline of a transcript',
    open: inPager('pager.outline'),
  },
  { name: 'a message as it was sent', open: inPager('pager.message-raw') },
  { name: 'a transcript as JSON, its lines cut', open: inPager('pager.raw', 'pager.wrap', 'pager.right') },
  { name: 'a transcript with its tool calls', open: inPager('pager.tools', 'pager.end') },
  { name: 'help', open: running('tab.events', 'help.open') },
  { name: 'the API log', open: running('tab.events', 'requests.open') },
  {
    name: 'messages',
    open: (context) => {
      const text = 'Suspended build-1: confirmed, the agent is suspended since 09:00:00Z.';
      context.stores.view.setState({ messages: [{ text, tone: 'good', at: context.clock.now() }] });
      run(context, 'messages.open');
    },
  },
  {
    name: 'text by itself',
    open: (context) =>
      openDialog(context, {
        kind: 'plain',
        title: 'the event as JSON',
        text: '{"id": "e1"}\n'.repeat(50),
        top: 0,
      }),
  },
  {
    name: 'the journal',
    open(context) {
      const operations = operationsFrom(
        { operation: 'op-1', action: 'policy', target: { version: '7' } },
        { operation: 'op-2' },
        {
          operation: 'op-2',
          step: 'verdict',
          verdict: 'unknown',
          sentence: 'Unknown: it was sent. '.repeat(9),
        },
      );
      openDialog(context, {
        kind: 'journal',
        rows: operations.map(journalRowOf),
        isWhole: true,
        readings: 1,
        damaged: 1,
        problem: undefined,
        cursor: undefined,
        search: '',
        onlyProblems: false,
      });
    },
  },
  {
    name: 'the hits of a search',
    open(context) {
      // To search a transcript of each of thousands would take longer than all that is drawn.
      const sessions = (context.stores.sessions.getState().data?.rows ?? []).slice(0, 200);
      const search = sampleSearch(sessions, () => 'rm -rf build '.repeat(40), { kind: 'words', words: 'rm' });
      context.stores.sessionSearch.setState({ search });
      openDialog(context, { kind: 'session-search', cursor: undefined, search: '' });
    },
  },
  {
    name: 'the findings of a hunt',
    open(context) {
      const events = context.stores.events.getState().rows.slice(0, 200);
      const names = events.flatMap(({ event: { subject } }) => subject?.package ?? []);
      storeHunt(
        context,
        [...new Set(names)].filter((name) => /^[\w-]+$/.test(String(name))).join('\n') || 'x',
        {
          past: { phase: 'running', read: 300, of: 1200 },
        },
      );
      run(context, 'hunt.show');
    },
  },
  {
    name: 'something that takes long',
    open: (context) =>
      openDialog(context, {
        kind: 'progress',
        title: 'Writing 200,000 events to ~/acme-events-2026-03-02T090000Z.json',
        done: 70_000,
        of: 200_000,
        cancel: () => undefined,
      }),
  },
  { name: 'the filter of the feed', open: running('tab.events', 'list.filter') },
  { name: 'the filter of agents', open: running('tab.agents', 'list.filter') },
  { name: 'the range of the feed', open: running('tab.events', 'events.choose-range') },
  { name: 'the calendar', open: running('tab.sessions', 'sessions.choose-day') },
  { name: 'a list of the policy', open: running('tab.policy', 'list.last', 'policy.edit') },
  {
    name: 'reactivating several agents',
    open(context) {
      run(context, 'tab.agents');
      openDialog(context, {
        kind: 'agent-question',
        plan: planOf(context, 'reactivate'),
        reason: '',
        isResend: true,
      });
    },
  },
  {
    name: 'results of an action on agents',
    open(context) {
      const { agents } = planOf(context, 'suspend');
      const states = [
        'confirmed',
        'contradicted',
        'unknown',
        'refused',
        'under way',
        'waiting',
        'skipped',
      ] as const;
      context.stores.agentRun.setState({
        run: {
          action: 'suspend',
          reason: '',
          isUndo: false,
          items: agents.map((agent, index) => ({
            agent,
            state: states[index % states.length] ?? 'waiting',
            sentence: `Unknown: it was sent, and ${agent.hostname ?? agent.id} is active so far.`,
            after: undefined,
            mayResend: true,
            isStop: false,
          })),
          phase: 'stopped',
          stop: `The server asks to wait (429): ${agents[0]?.hostname ?? 'the limit is used up'}.`,
          startedAt: context.clock.now(),
          pace: { since: 0, from: 0 },
        },
      });
      run(context, 'agents.results');
    },
  },
  { name: 'suspending', byInk: true, open: running('tab.agents', 'agents.change-status') },
  {
    name: 'deleting several agents',
    byInk: true,
    open(context) {
      run(context, 'tab.agents');
      const plan = planOf(context, 'hard-delete');
      openDialog(context, { kind: 'agent-action', plan, step: 'confirmation', reason: '' });
    },
  },
  { name: 'how long changes are allowed', byInk: true, open: running('mode.unlock') },
  { name: 'a rule of the policy', byInk: true, open: running('tab.policy', 'policy.edit') },
  {
    name: 'the review of the policy',
    open: running('tab.policy', 'policy.increase', 'policy.review'),
  },
  {
    name: 'a conflict in the policy',
    isPane: true,
    open(context) {
      conflict(context);
      run(context, 'tab.policy');
    },
  },
  {
    name: 'a conflict in the policy, in its detail',
    isPane: true,
    open(context) {
      conflict(context);
      run(context, 'tab.policy');
      run(context, 'detail.toggle');
    },
  },
  {
    name: 'settling a conflict in the policy',
    byInk: true,
    open(context) {
      conflict(context);
      run(context, 'tab.policy');
      run(context, 'policy.edit');
    },
  },
  {
    name: 'a comparison of two versions of the policy',
    open(context) {
      const policy = context.stores.policy.getState().data;
      if (policy !== undefined) {
        const from = { title: 'version 1', policy: { ...policy, rules: {}, blocked_packages: [] } };
        openDialog(context, {
          kind: 'policy-comparison',
          from,
          to: { title: 'what is stored now', policy },
          ...FIRST_LOOK,
        });
      }
    },
  },
  {
    name: 'a change between two versions of the policy, whole',
    open(context) {
      const policy = context.stores.policy.getState().data;
      if (policy !== undefined) {
        const from = { title: 'version 1', policy: { ...policy, rules: {}, blocked_packages: [] } };
        const to = { title: 'what is stored now', policy };
        openDialog(context, { kind: 'policy-comparison', from, to, ...FIRST_LOOK, wholeTop: 2 });
      }
    },
  },
  {
    name: 'a conflict in a list of the policy',
    open(context) {
      const { policy, policyDraft } = context.stores;
      const stored = policy.getState().data;
      if (stored !== undefined) {
        const listed = (reason: string) => ({ ...stored, blocked_packages: [{ name: 'evil', reason }] });
        policyDraft.change(listed('before'), 'blocked_packages', [{ name: 'evil', reason: 'mine' }]);
        policy.setState({ data: listed('theirs') });
      }
      openDialog(context, {
        kind: 'policy-conflict',
        field: 'blocked_packages',
        cursor: undefined,
        shown: undefined,
        top: 0,
        decisions: new Map(),
      });
    },
  },
  {
    name: 'the versions of the policy',
    open(context) {
      const policy = context.stores.policy.getState().data;
      const versions = policy === undefined ? [] : [{ id: 'a', seenAt: context.clock.now(), policy }];
      openDialog(context, { kind: 'policy-versions', versions, cursor: undefined, marked: undefined });
    },
  },
  {
    name: 'a new element of a list',
    byInk: true,
    open: running('tab.policy', 'list.last', 'policy.edit', 'list-editor.add'),
  },
  {
    name: 'an element of a list',
    byInk: true,
    open: running('tab.policy', 'list.last', 'policy.edit', 'list-editor.edit'),
  },
  { name: 'a file to read a policy from', byInk: true, open: running('tab.policy', 'policy.import') },
  { name: 'the search of help', byInk: true, open: running('help.open', 'help.search') },
  { name: 'the palette', byInk: true, open: running('tab.events', 'palette.open') },
  { name: 'values to filter by', byInk: true, open: running('tab.events', 'list.choose-value') },
  { name: 'flags of agents', byInk: true, open: running('tab.agents', 'agents.choose-flag') },
  { name: 'filters of sessions', byInk: true, open: running('tab.sessions', 'sessions.choose-filter') },
  { name: 'what is related', byInk: true, open: running('tab.events', 'related.open') },
  { name: 'outcomes', byInk: true, open: running('tab.events', 'events.choose-outcomes') },
  { name: 'what can be copied', byInk: true, open: running('tab.events', 'items.copy') },
  { name: 'how to export', byInk: true, open: running('tab.events', 'items.export') },
  {
    name: 'what can be copied of a page',
    byInk: true,
    open(context) {
      openAgentPage(context);
      run(context, 'page.copy');
    },
  },
  {
    name: 'how to export a page',
    byInk: true,
    open(context) {
      openAgentPage(context);
      run(context, 'page.export');
    },
  },
  { name: 'what can be copied of a message', byInk: true, open: inPager('pager.copy') },
  { name: 'how to export a transcript', byInk: true, open: inPager('pager.export') },
  {
    name: 'what is related to a transcript',
    byInk: true,
    open: inPager('pager.related'),
  },
  { name: 'clients', byInk: true, open: running('tab.sessions', 'sessions.choose-client') },
  { name: 'sorting', byInk: true, open: running('tab.llm', 'llm.choose-sorting') },
];
