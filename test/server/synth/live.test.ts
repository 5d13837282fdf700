import { describe, expect, it } from 'vitest';

import type { AgentStatus } from '../../../src/contract/values.ts';
import type { Happenings, SynthesisSettings } from '../../../src/server/base/records.ts';
import { createSyntheticOrganization } from '../../../src/server/synth/organization.ts';
import { initialState, join, settings, UNTIL } from './sample.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Steps of `every` milliseconds over a stretch, the state unchanged. */
function live(given: Partial<SynthesisSettings>, length: number, every: number): Happenings[] {
  const organization = createSyntheticOrganization(settings(given));
  const state = initialState(organization);
  const steps: Happenings[] = [];
  for (let passed = every; passed <= length; passed += every) {
    steps.push(organization.step(UNTIL + passed, state));
  }
  return steps;
}

describe('a live step', () => {
  it('gives the same for the same steps, to the byte', () => {
    expect(JSON.stringify(live({}, 20 * MINUTE, 1000))).toBe(JSON.stringify(live({}, 20 * MINUTE, 1000)));
  });

  it('gives the same events and calls however the time is cut', () => {
    const fine = join(live({}, 30 * MINUTE, 700 * 3));
    const coarse = join(live({}, 30 * MINUTE, 700 * 3 * 51));
    const end = UNTIL + 28 * MINUTE;
    const upTo = <Item extends { timestamp: number }>(items: readonly Item[]) =>
      items.filter((item) => item.timestamp <= end);
    expect(upTo(fine.events).length).toBeGreaterThan(1000);
    expect(upTo(coarse.events)).toEqual(upTo(fine.events));
    const ids = (calls: Happenings['llmCalls']) =>
      upTo(calls)
        .map((call) => call.id)
        .sort();
    expect(ids(coarse.llmCalls)).toEqual(ids(fine.llmCalls));
  });

  it.each([
    [1, 2 * HOUR, 1000],
    [0.05, 40 * HOUR, 60_000],
    [40, 4 * MINUTE, 250],
  ])('brings %d events a second on average', (eventsPerSecond, length, every) => {
    const { events } = join(live({ eventsPerSecond, agents: 60 }, length, every));
    const rate = events.length / (length / 1000);
    expect(rate).toBeGreaterThan(eventsPerSecond * 0.85);
    expect(rate).toBeLessThan(eventsPerSecond * 1.15);
  });

  it('dates everything within the step', () => {
    let last = UNTIL;
    for (const [index, step] of live({}, 30 * MINUTE, 5000).entries()) {
      const now = UNTIL + (index + 1) * 5000;
      const times = [
        ...step.events.map((event) => event.timestamp),
        ...step.llmCalls.map((call) => call.timestamp),
        ...step.checkIns.map((checkIn) => checkIn.at),
      ];
      for (const time of times) {
        expect(time).toBeGreaterThan(last);
        expect(time).toBeLessThanOrEqual(now);
      }
      for (const session of step.sessions) {
        expect(session.modified_at).toBeLessThanOrEqual(now);
        expect(session.uploaded_at).toBeLessThanOrEqual(now);
      }
      last = now;
    }
  });

  it('gives nothing for a step that does not go on', () => {
    const organization = createSyntheticOrganization(settings({ eventsPerSecond: 50 }));
    const state = initialState(organization);
    const nothing = { events: [], llmCalls: [], sessions: [], checkIns: [] };
    expect(organization.step(UNTIL, state)).toEqual(nothing);
    expect(organization.step(UNTIL + MINUTE, state).events.length).toBeGreaterThan(0);
    expect(organization.step(UNTIL + MINUTE, state)).toEqual(nothing);
    expect(organization.step(UNTIL + 1000, state)).toEqual(nothing);
  });

  it('makes up for ten minutes of a long pause', () => {
    const organization = createSyntheticOrganization(settings({ eventsPerSecond: 2 }));
    const state = initialState(organization);
    organization.step(UNTIL + MINUTE, state);
    const wake = UNTIL + 9 * HOUR;
    const { events, checkIns } = organization.step(wake, state);
    expect(events.length).toBeGreaterThan(800);
    expect(events.length).toBeLessThan(1600);
    expect(Math.min(...events.map((event) => event.timestamp))).toBeGreaterThan(wake - 10 * MINUTE);
    expect(checkIns.length).toBeLessThanOrEqual(organization.agents.length);
  });

  it('blocks something now and then', () => {
    const { events } = join(live({}, HOUR, 2000));
    expect(new Set(events.map((event) => event.outcome))).toEqual(new Set(['allow', 'review', 'block']));
  });
});

describe('machines that may not act', () => {
  it.each<AgentStatus | 'removed'>(['suspended', 'deleted', 'removed'])('do nothing once %s', (status) => {
    const organization = createSyntheticOrganization(settings({ agents: 4, eventsPerSecond: 3 }));
    const [victim] = organization.agents.filter((agent) => agent.status === 'active');
    const state = initialState(organization);
    const before = join([organization.step(UNTIL + 10 * MINUTE, state)]);
    expect(before.events.some((event) => event.client_id === victim?.client_id)).toBe(true);
    const changed = new Map(state.statusOf);
    if (status === 'removed') {
      changed.delete(victim?.id ?? '');
    } else {
      changed.set(victim?.id ?? '', status);
    }
    const after = join(
      Array.from({ length: 30 }, (_, index) =>
        organization.step(UNTIL + (11 + index) * MINUTE, { ...state, statusOf: changed }),
      ),
    );
    expect(after.events.length).toBeGreaterThan(500);
    const clients = [...after.events, ...after.llmCalls, ...after.sessions].map((item) => item.client_id);
    expect(clients).not.toContain(victim?.client_id);
    expect(after.checkIns.map((checkIn) => checkIn.agentId)).not.toContain(victim?.id);
  });

  it('do nothing while they were suspended in the history, and work once activated', () => {
    const organization = createSyntheticOrganization(settings({ agents: 12, eventsPerSecond: 5 }));
    const state = initialState(organization);
    const suspended = organization.agents.find((agent) => agent.status === 'suspended');
    const before = organization.step(UNTIL + 10 * MINUTE, state);
    expect(before.events.map((event) => event.client_id)).not.toContain(suspended?.client_id);
    const statusOf = new Map(state.statusOf).set(suspended?.id ?? '', 'active');
    const after = organization.step(UNTIL + 20 * MINUTE, { ...state, statusOf });
    expect(after.events.map((event) => event.client_id)).toContain(suspended?.client_id);
    expect(after.checkIns.map((checkIn) => checkIn.agentId)).toContain(suspended?.id);
  });
});

describe('the policy that is acted on', () => {
  it('blocks more after min_scorecard was raised, but only from the sync of each machine on', () => {
    const given = { agents: 40, eventsPerSecond: 4, policySyncSeconds: 900 };
    const organization = createSyntheticOrganization(settings(given));
    const state = initialState(organization);
    const changedAt = UNTIL + 5 * MINUTE;
    const before = join([organization.step(changedAt, state)]).events;
    const stricter = {
      ...organization.policy,
      version: '8',
      updated_at: changedAt,
      rules: { ...organization.policy.rules, min_scorecard: 7 },
    };
    const after = join(
      Array.from({ length: 45 }, (_, index) =>
        organization.step(changedAt + (index + 1) * MINUTE, { ...state, policy: stricter }),
      ),
    ).events;
    const blockShare = (events: typeof after) =>
      events.filter((event) => event.outcome === 'block').length / events.length;
    const firstMinute = after.filter((event) => event.timestamp <= changedAt + MINUTE);
    const afterSync = after.filter((event) => event.timestamp > changedAt + 15 * MINUTE);
    expect(blockShare(before)).toBeLessThan(0.06);
    expect(blockShare(firstMinute)).toBeLessThan(0.12);
    expect(blockShare(afterSync)).toBeGreaterThan(0.15);

    const versionsByClient = new Map<string, unknown[]>();
    for (const { client_id, metadata } of after) {
      if (metadata['policy_version'] !== undefined) {
        versionsByClient.set(client_id, [
          ...(versionsByClient.get(client_id) ?? []),
          metadata['policy_version'],
        ]);
      }
    }
    for (const versions of versionsByClient.values()) {
      expect(versions).toEqual([...versions].sort());
    }
    const switched = [...versionsByClient.values()].filter((versions) => new Set(versions).size === 2);
    expect(switched.length).toBeGreaterThan(10);
    expect(afterSync.every((event) => (event.metadata['policy_version'] ?? '8') === '8')).toBe(true);
  });

  it('takes a package from the list of blocked ones at the next sync', () => {
    const organization = createSyntheticOrganization(
      settings({ eventsPerSecond: 10, policySyncSeconds: 30 }),
    );
    const state = initialState(organization);
    const policy = {
      ...organization.policy,
      version: '8',
      updated_at: UNTIL,
      blocked_packages: ['npm:react'],
    };
    const { events } = organization.step(UNTIL + 10 * MINUTE, { ...state, policy });
    const react = events.filter(
      ({ type, subject, timestamp }) =>
        type === 'install' &&
        subject.ecosystem === 'npm' &&
        subject.package === 'react' &&
        timestamp > UNTIL + 30_000,
    );
    expect(react.length).toBeGreaterThan(5);
    expect(react.every((event) => event.outcome === 'block')).toBe(true);
  });
});

describe('check-ins', () => {
  it('come about once a minute from every machine that is in use', () => {
    const organization = createSyntheticOrganization(settings({ agents: 50, eventsPerSecond: 0 }));
    const state = initialState(organization);
    const inUse = organization.agents.filter(
      (agent) => agent.status === 'active' && agent.last_seen_at > UNTIL - MINUTE,
    );
    const checkIns = Array.from({ length: 600 }, (_, second) =>
      organization.step(UNTIL + (second + 1) * 1000, state),
    ).flatMap((step) => step.checkIns);
    expect(new Set(checkIns.map((checkIn) => checkIn.agentId))).toEqual(
      new Set(inUse.map((agent) => agent.id)),
    );
    expect(checkIns.length).toBe(inUse.length * 10);
  });

  it('of a large organization are spread over the minute, even after a pause', () => {
    const organization = createSyntheticOrganization(settings({ agents: 6000, events: 0, sessions: 0 }));
    const state = initialState(organization);
    expect(organization.step(UNTIL + 1000, state).checkIns.length).toBeLessThan(200);
    expect(organization.step(UNTIL + 8 * HOUR, state).checkIns.length).toBeLessThan(2000);
  });
});

describe('live sessions', () => {
  const steps = live({ agents: 60, eventsPerSecond: 2 }, 40 * MINUTE, 2000);

  it('grow: messages are only ever added, and modified_at moves', () => {
    const latest = new Map<string, Happenings['sessions'][number]>();
    let grown = 0;
    for (const session of steps.flatMap((step) => step.sessions)) {
      const earlier = latest.get(session.session_id);
      if (earlier !== undefined) {
        grown++;
        expect(session.messages.slice(0, earlier.messages.length)).toEqual(earlier.messages);
        expect(session.messages.length).toBeGreaterThan(earlier.messages.length);
        expect(session.modified_at).toBeGreaterThanOrEqual(earlier.modified_at);
        expect(session.created_at).toBe(earlier.created_at);
      }
      latest.set(session.session_id, session);
    }
    expect(latest.size).toBeGreaterThan(10);
    expect(grown).toBeGreaterThan(100);
  });

  it('contain the install that a live event reports', () => {
    const { events, sessions } = join(steps);
    const last = [...new Map(sessions.map((session) => [session.session_id, session])).values()];
    const matched = last.filter((session) =>
      session.messages.some((message) =>
        events.some(
          (event) =>
            event.client_id === session.client_id &&
            message['command'] === [event.actor.command, ...event.actor.args].join(' ') &&
            Math.abs(Date.parse(message.timestamp) - event.timestamp) <= 2000,
        ),
      ),
    );
    expect(matched.length).toBeGreaterThan(last.length * 0.7);
  });

  it('are under way from the first minute on', () => {
    expect(steps.slice(0, 30).flatMap((step) => step.sessions).length).toBeGreaterThan(0);
  });
});
