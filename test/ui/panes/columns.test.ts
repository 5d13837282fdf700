import { describe, expect, it } from 'vitest';

import { createEventsStore, type EventRow } from '../../../src/stores/events/events-store.ts';
import { Faults } from '../../../src/stores/connection/faults.ts';
import type { FeedRow } from '../../../src/stores/events/feed-rows.ts';
import { selectPolicyFields } from '../../../src/stores/policy/select-policy.ts';
import { discoverColumns, discoverFields } from '../../../src/stores/llm/llm-fields.ts';
import { selectVisibleLlmCalls } from '../../../src/stores/llm/select-llm-calls.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { NO_CONTEXT } from '../../../src/stores/agents/agent-index.ts';
import { BY_HOST } from '../../../src/stores/agents/agent-order.ts';
import { agentColumns, agentNeeds } from '../../../src/ui/panes/agents/columns.ts';
import { eventColumns } from '../../../src/ui/panes/events/columns.ts';
import { llmColumns } from '../../../src/ui/panes/llm/columns.ts';
import { policyColumns } from '../../../src/ui/panes/policy/columns.ts';
import { sessionColumns } from '../../../src/ui/panes/sessions/columns.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { lineColumns, type Line } from '../../../src/ui/widgets/line.ts';
import { headingLine, placeColumns, rowLine, type Column } from '../../../src/ui/widgets/table.ts';
import {
  listingOf,
  NOW,
  sampleAgent,
  sampleCall,
  sampleEvent,
  samplePolicy,
  sampleSession,
  secondsAgo,
} from '../../helpers/sample-data.ts';

const theme = createTheme({ colour: false, ascii: false });
const looks = {
  theme,
  now: NOW,
  timeStyle: 'utc',
  clockRoom: 12,
  clockRooms: { seen: 12, registered: 12 },
} as const;
const WIDTHS = [60, 80, 120, 160];

/** Clears the screen, turns the reading direction around, hides, is wide, and tries to look like a verdict. */
const HOSTILE = '\u001b[2J\u202e\u200b\u009b31m語語語👩‍👩‍👧\r\n\t· allow ' + 'x'.repeat(300);

function plain(line: Line): string {
  return line.map(({ text }) => text).join('');
}

/** The row as it stands on a screen of that width. */
function shown<Row>(columns: readonly Column<Row>[], row: Row, width: number): string {
  return plain(rowLine(row, placeColumns(columns, width), { selected: false, theme }));
}

/** The lines of a good and of a hostile row stand in the same columns, and nothing in them acts on the terminal. */
function expectAligned<Row>(columns: readonly Column<Row>[], good: Row, hostile: Row): void {
  for (const width of WIDTHS) {
    const placed = placeColumns(columns, width);
    const wide = lineColumns(headingLine(placed, theme));
    expect(wide).toBeLessThanOrEqual(width);
    for (const row of [good, hostile]) {
      const line = rowLine(row, placed, { selected: true, theme });
      expect(lineColumns(line)).toBe(wide);
      expect(plain(line)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  }
}

function eventRow(fields: Readonly<Record<string, unknown>>) {
  const store = createEventsStore();
  store.apply([sampleEvent('event-1', 30, fields)], { at: NOW, fromHistory: false });
  return alone(store.getState().rows.at(0)!);
}

/** An event as a row of its own, which waits for nobody. */
function alone(newest: EventRow): FeedRow {
  return { newest, id: newest.id, oldest: newest.time, count: 1, attention: undefined };
}

describe('the columns of the feed', () => {
  const columns = eventColumns({
    ...looks,
    hostByClient: new Map([['client-1', 'build-1']]),
    gone: new Set(),
    changed: new Set(),
  });
  const blocked = eventRow({ outcome: 'block', payload: { reasons: ['known malware', 'typosquat'] } });

  it('say why on a screen of 80 columns, also where times have a day', () => {
    for (const clockRoom of [9, 14]) {
      const placed = placeColumns(
        eventColumns({ ...looks, clockRoom, hostByClient: new Map(), gone: new Set(), changed: new Set() }),
        80,
      );
      expect(placed.map(({ column }) => column.title)).toContain('REASON');
    }
  });

  it('mark what the server does not list any more, and what it changed', () => {
    const at = (gone: readonly string[], changed: readonly string[]) =>
      shown(
        eventColumns({
          ...looks,
          hostByClient: new Map(),
          gone: new Set(gone),
          changed: new Set(changed),
        }),
        blocked,
        160,
      );
    expect(at(['event-1'], ['event-1'])).toMatch(/^ {2}08:59:30Z +G /);
    expect(at([], ['event-1'])).toMatch(/^ {2}08:59:30Z +C /);
    expect(at([], [])).not.toMatch(/^ {2}08:59:30Z +[GC] /);
  });

  it('show time, verdict, package, host and reason', () => {
    expect(shown(columns, blocked, 160)).toMatch(
      /^ {2}08:59:30Z +✖ BLOCK +left-pad +1\.3\.0 +npm +build-1 +install +known malware \+1/,
    );
  });

  it.each(WIDTHS)('mark what came in late on %d columns, on other days too', (width) => {
    const store = createEventsStore();
    const events = [sampleEvent('event-1', 30), sampleEvent('event-2', 200_000)];
    store.apply(events, { at: NOW, fromHistory: false, isLate: true });
    const [today, before] = store.getState().rows;
    expect(shown(columns, alone(today!), width)).toMatch(/^ {2}08:59:30Z {4}L +· allow/);
    expect(shown(columns, alone(before!), width)).toMatch(/^ {2}02-28 01:26Z L +· allow/);
    expect(shown(columns, blocked, width)).not.toMatch(/Z +L/);
  });

  it.each(WIDTHS)('keep verdict and package on %d columns', (width) => {
    expect(shown(columns, blocked, width)).toMatch(/✖ BLOCK +left-pad/);
  });

  it('stay in line, and the verdict where it belongs, whatever an attacker named', () => {
    const hostile = eventRow({
      outcome: 'block',
      client_id: HOSTILE,
      type: HOSTILE,
      subject: { ecosystem: HOSTILE, package: HOSTILE, version: HOSTILE },
      payload: { reasons: [HOSTILE] },
    });
    expectAligned(columns, blocked, hostile);
    const place = (line: string) => line.indexOf('✖ BLOCK');
    for (const width of WIDTHS) {
      expect(place(shown(columns, hostile, width))).toBe(place(shown(columns, blocked, width)));
    }
  });

  it('never take a package for a verdict, nor a verdict that nobody knows for a good one', () => {
    const named = eventRow({ outcome: 'Allow\u200b', subject: { package: '· allow' } });
    const line = shown(columns, named, 160);
    expect(line).toContain('◇ Allow');
    expect(line).toContain('\\u{b7} allow');
  });

  it('say how many repeats a row stands for, however narrow', () => {
    const folded = { ...blocked, count: 1204 };
    for (const width of WIDTHS) {
      expect(shown(columns, folded, width)).toMatch(/ ×1,204 /);
    }
  });

  it('mark a block that waits for somebody, and what was acknowledged, without colours', () => {
    expect(shown(columns, { ...blocked, attention: 'open' }, 80)).toMatch(/✖ BLOCK! /);
    expect(shown(columns, { ...blocked, attention: 'done' }, 80)).toMatch(/✖ BLOCK✓ /);
    expect(shown(columns, blocked, 80)).toMatch(/✖ BLOCK {2}/);
  });

  it('show the essentials on 60 columns, and why on 80', () => {
    expect(shown(columns, blocked, 60)).toMatch(/BLOCK +left-pad +build-1/);
    expect(shown(columns, blocked, 80)).toMatch(/BLOCK +left-pad +build-1 +known malware \+1/);
    expect(shown(columns, blocked, 100)).toContain('known malware +1');
    const why = 'the scorecard of 3.1 is below the minimum of 5.0';
    const reasoned = eventRow({ outcome: 'block', payload: { reasons: [why] } });
    expect(shown(columns, reasoned, 160)).toContain(why);
  });

  it('show a dash for what was not sent', () => {
    expect(shown(columns, eventRow({ subject: null, outcome: null }), 120)).toMatch(/◇ none +–/);
  });
});

describe('the columns of agents', () => {
  const columns = agentColumns({
    ...looks,
    idsOfTwins: new Map(),
    context: NO_CONTEXT,
    sorting: BY_HOST,
    needs: agentNeeds([], new Map(), new Faults()),
  });

  it('show status, host, user, version, when it was seen and what is odd', () => {
    const agent = sampleAgent('agent-1', { clone_detected: true, last_seen_at: secondsAgo(3 * 86_400) });
    expect(shown(columns, agent, 160)).toMatch(
      /^ {2} ● active +build-1 +deploy +linux +arm64 +1\.2\.3 +02-27 09:00Z +02-20 09:00Z +⚑ clone silent/,
    );
  });

  it('show flags whole, and count those that have no room', () => {
    const machine = { ...NO_CONTEXT, sharedMachines: new Map([['machine-1', 2]]) };
    const agent = sampleAgent('agent-1', { clone_detected: true, machine_id: 'machine-1' });
    const needs = agentNeeds([agent], new Map(), new Faults());
    const wide = agentColumns({ ...looks, idsOfTwins: new Map(), context: machine, sorting: BY_HOST, needs });
    expect(shown(wide, agent, 130)).toMatch(/⚑ clone ⚑ shared id +$/);
    expect(shown(wide, agent, 60)).toMatch(/⚑ clone \+1 +$/);
  });

  it('stay in line whatever a machine calls itself', () => {
    const hostile = sampleAgent('agent-1', {
      hostname: HOSTILE,
      username: HOSTILE,
      os: HOSTILE,
      arch: HOSTILE,
      version: HOSTILE,
      status: HOSTILE,
      last_seen_at: HOSTILE,
    });
    expectAligned(columns, sampleAgent('agent-2'), hostile);
  });

  it('show an unknown status as it was sent, with a shape of its own', () => {
    expect(shown(columns, sampleAgent('agent-1', { status: 'revoked' }), 120)).toContain('◇ revoked');
    expect(shown(columns, sampleAgent('agent-1', { hostname: null }), 120)).toContain('agent-1');
  });
});

describe('the columns of sessions', () => {
  const columns = sessionColumns({ ...looks, parents: new Map(), sort: undefined });

  it('show the project with a short home, the branch, counts and the prompt', () => {
    const line = shown(columns, sampleSession('s1', 60, { subagent_count: 2 }), 160);
    expect(line).toMatch(/08:59:00Z +15m +build-1 +~\/shop +main +4 +20 kB +2 +Fix the flaky test/);
  });

  it('stay in line whatever the prompt holds', () => {
    const hostile = sampleSession('s2', 60, {
      first_prompt: HOSTILE,
      project_path: HOSTILE,
      git_branch: HOSTILE,
      agent_hostname: HOSTILE,
      modified_at: HOSTILE,
    });
    expectAligned(columns, sampleSession('s1', 60), hostile);
  });
});

describe('the columns of LLM calls', () => {
  const rowsOf = (...calls: readonly Readonly<Record<string, unknown>>[]) => {
    const stores = createStores();
    stores.llmCalls.setState({ data: listingOf(calls.map(sampleCall)) });
    return selectVisibleLlmCalls(stores);
  };

  it('are those of the data, times as times and numbers at the right', () => {
    const rows = rowsOf(
      { at: secondsAgo(30), model: 'large', tokens: 12_345 },
      { at: secondsAgo(60), model: 'm', tokens: 7 },
    );
    const columns = llmColumns(discoverColumns(rows), rows, {
      ...looks,
      fields: discoverFields(rows),
      sort: undefined,
      hostByClient: new Map(),
      faults: new Faults(),
    });
    expect(plain(headingLine(placeColumns(columns, 80), theme))).toBe('  at            model  tokens');
    expect(rows.map((row) => shown(columns, row, 80))).toEqual([
      '  08:59:30Z     large  12,345',
      '  08:59:00Z     m           7',
    ]);
  });

  it('align numbers at the point without rounding any, and name the host of a client that is known', () => {
    const rows = rowsOf(
      { at: secondsAgo(30), client_id: 'client-1', cost: 50.5 },
      { at: secondsAgo(60), client_id: 'client-2', cost: 0.008439 },
      { at: secondsAgo(90), client_id: 'client-1', cost: 3 },
    );
    const columns = llmColumns(discoverColumns(rows), rows, {
      ...looks,
      fields: discoverFields(rows),
      sort: undefined,
      hostByClient: new Map([['client-1', 'build-1']]),
      faults: new Faults(),
    });
    expect(plain(headingLine(placeColumns(columns, 80), theme))).toMatch(/at +cost +HOST/);
    expect(rows.map((row) => shown(columns, row, 80))).toEqual([
      expect.stringMatching(/ 50\.500000 {2}build-1 /),
      expect.stringMatching(/ 0\.008439 {2}client-2/),
      expect.stringMatching(/ 3\.000000 {2}build-1 /),
    ]);
  });

  it('stay in line whatever the fields and their names hold', () => {
    const [good, hostile] = rowsOf(
      { model: 'large', [HOSTILE]: 1 },
      { model: HOSTILE, [HOSTILE]: { a: [HOSTILE] } },
    );
    const rows = [good!, hostile!];
    expectAligned(
      llmColumns(discoverColumns(rows), rows, {
        ...looks,
        fields: discoverFields(rows),
        sort: undefined,
        hostByClient: new Map(),
        faults: new Faults(),
      }),
      good!,
      hostile!,
    );
  });
});

describe('the columns of the policy', () => {
  const fieldsOf = (
    policy: ReturnType<typeof samplePolicy>,
    change: Readonly<Record<string, unknown>> = {},
  ) => {
    const stores = createStores();
    stores.policy.setState({ data: policy });
    Object.entries(change).forEach(([field, value]) => stores.policyDraft.change(policy, field, value));
    return selectPolicyFields(stores);
  };
  const columns = policyColumns(theme, 0);

  it('show the value, the draft with its effect, what is allowed and the meaning', () => {
    const [field] = fieldsOf(samplePolicy(), { min_scorecard: 7 });
    expect(shown(columns, field!, 160)).toMatch(
      /min_scorecard +7 \(was 5\) +● tightens +0 to 10 points +Packages with a supply-chain/,
    );
  });

  it('show lists with their number, objects in words', () => {
    const fields = fieldsOf(samplePolicy());
    expect(shown(columns, fields.at(-1)!, 170)).toContain('1: mallory, reason stolen key');
  });

  it('stay in line whatever the rules hold', () => {
    const policy = samplePolicy(
      { [HOSTILE]: HOSTILE, min_scorecard: HOSTILE },
      { blocked_packages: [HOSTILE, { name: HOSTILE }] },
    );
    const fields = fieldsOf(policy);
    for (const field of fields) {
      expectAligned(columns, fieldsOf(samplePolicy())[0]!, field);
    }
  });
});
