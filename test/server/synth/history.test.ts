import { describe, expect, it } from 'vitest';

import { eventSchema } from '../../../src/contract/event.ts';
import { ECOSYSTEMS } from '../../../src/contract/values.ts';
import type { EventRecord } from '../../../src/server/base/records.ts';
import { makeCatalog } from '../../../src/server/synth/catalog.ts';
import { readEffectivePolicy } from '../../../src/server/synth/effective-policy.ts';
import { evaluate } from '../../../src/server/synth/evaluate.ts';
import { HIJACKED_RELEASES } from '../../../src/server/synth/incident.ts';
import { createSyntheticOrganization } from '../../../src/server/synth/organization.ts';
import { DAY, join, settings, UNTIL } from './sample.ts';

const given = settings({ events: 12_000, agents: 60, sessions: 40 });
const organization = createSyntheticOrganization(given);
const history = join(organization.history());
const share = (outcome: string, events: readonly EventRecord[] = history.events) =>
  events.filter((event) => event.outcome === outcome).length / events.length;

describe('the history', () => {
  it.each([
    [1, 0, 0],
    [1, 5, 3],
    [3, 1, 1],
    [12, 900, 40],
    [60, 4001, 7],
  ])('of %i agents has exactly %i events and %i sessions', (agents, events, sessions) => {
    const made = join(createSyntheticOrganization(settings({ agents, events, sessions })).history());
    expect(made.events.length).toBe(events);
    expect(made.sessions.filter((session) => !session.is_subagent).length).toBe(sessions);
  });

  it('is in order of time over all batches and ends exactly at the end', () => {
    const times = history.events.map((event) => event.timestamp);
    expect(times).toEqual([...times].sort((left, right) => left - right));
    expect(times.at(-1)).toBe(UNTIL);
    expect(times[0]).toBeGreaterThan(UNTIL - 45 * DAY);
    expect(new Set(history.events.map((event) => event.id)).size).toBe(times.length);
  });

  it('comes in batches of some thousand', () => {
    const batches = [...organization.history()];
    expect(batches.length).toBeGreaterThan(1);
    expect(Math.max(...batches.map((batch) => batch.events.length))).toBeLessThan(6000);
  });

  it('reads under the contract, nothing missing', () => {
    for (const event of history.events) {
      const sent = { ...event, timestamp: new Date(event.timestamp).toISOString() };
      const { raw, ...read } = eventSchema.parse(sent);
      expect(raw).toEqual(sent);
      expect(read).toMatchObject({
        id: sent.id,
        client_id: sent.client_id,
        timestamp: sent.timestamp,
        outcome: sent.outcome,
        actor: sent.actor,
        subject: sent.subject,
      });
      expect(read.payload?.reasons === undefined).toBe(event.outcome === 'allow');
    }
  });

  it('decides each event as the policy evaluates its package, with the same reasons', () => {
    const catalog = makeCatalog(given.seed, UNTIL);
    const versions = new Map(
      ECOSYSTEMS.flatMap((ecosystem) => Object.values(catalog[ecosystem]).flat())
        .flatMap((item) => item.versions)
        .concat(HIJACKED_RELEASES)
        .map((facts) => [`${facts.ecosystem} ${facts.package} ${facts.version}`, facts]),
    );
    const policy = readEffectivePolicy(organization.policy);
    for (const { subject, timestamp, outcome, payload } of history.events) {
      const facts = versions.get(`${subject.ecosystem} ${subject.package} ${subject.version}`);
      if (facts === undefined) {
        throw new Error(`${subject.package} ${subject.version} is not in the catalog`);
      }
      const verdict = evaluate(policy, facts, timestamp);
      expect(outcome).toBe(verdict.outcome);
      expect(payload['reasons'] ?? []).toEqual(verdict.reasons);
      expect(facts.publishedAt).toBeLessThanOrEqual(timestamp);
    }
  });

  it('reports an audit by its worst finding', () => {
    const audits = history.events.filter((event) => event.type === 'audit');
    expect(audits.length).toBeGreaterThan(100);
    const bad = audits.filter((event) => event.outcome !== 'allow');
    expect(bad.length).toBeGreaterThan(0);
    for (const event of audits) {
      const findings = event.payload['findings'] as { package: string; outcome: string }[];
      expect(findings.some((finding) => finding.outcome === 'block')).toBe(event.outcome === 'block');
      expect(findings.length > 0).toBe(event.outcome !== 'allow');
      if (event.outcome !== 'allow') {
        expect(findings).toContainEqual(
          expect.objectContaining({ package: event.subject.package, outcome: event.outcome }),
        );
      }
    }
  });

  it.each([1, 2, 3, 4, 5])('keeps the proportions under the default policy (seed %i)', (seed) => {
    const { events } = join(
      createSyntheticOrganization(settings({ seed, events: 8000, sessions: 0 })).history(),
    );
    expect(share('allow', events)).toBeGreaterThan(0.85);
    expect(share('allow', events)).toBeLessThan(0.92);
    expect(share('review', events)).toBeGreaterThan(0.06);
    expect(share('review', events)).toBeLessThan(0.115);
    expect(share('block', events)).toBeGreaterThan(0.015);
    expect(share('block', events)).toBeLessThan(0.042);
  });

  it('has the rhythm of working weeks', () => {
    const early = history.events.filter((event) => event.timestamp < UNTIL - 3 * DAY);
    const onDays = (...days: number[]) =>
      early.filter((event) => days.includes(new Date(event.timestamp).getUTCDay())).length / days.length;
    expect(onDays(0, 6)).toBeGreaterThan(0);
    expect(onDays(1, 2, 3, 4, 5)).toBeGreaterThan(1.5 * onDays(0, 6));
  });

  it('is silent on machines before they are registered and after they ended', () => {
    const machines = new Map(organization.agents.map((agent) => [agent.client_id, agent]));
    for (const { client_id, timestamp } of [...history.events, ...history.llmCalls]) {
      const agent = machines.get(client_id);
      expect(timestamp).toBeGreaterThanOrEqual(agent?.registered_at ?? Infinity);
      const isInUse = agent?.status === 'active' && agent.last_seen_at > UNTIL - 60_000;
      expect(timestamp).toBeLessThanOrEqual(isInUse ? UNTIL : (agent?.last_seen_at ?? 0));
    }
  });

  it('has a machine that is blocked far more often than the others', () => {
    const shares = organization.agents
      .map(({ client_id }) => history.events.filter((event) => event.client_id === client_id))
      .filter((events) => events.length > 50)
      .map((events) => share('block', events))
      .sort((left, right) => right - left);
    expect(shares[0]).toBeGreaterThan(0.12);
    expect(shares[Math.floor(shares.length / 2)]).toBeLessThan(0.05);
  });

  it('repeats some packages much and most of them little', () => {
    const counts = new Map<string, number>();
    for (const { subject } of history.events) {
      const key = `${subject.ecosystem} ${subject.package}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const sorted = [...counts.values()].sort((left, right) => right - left);
    const topTen = sorted.slice(0, 10).reduce((total, count) => total + count, 0);
    expect(sorted.length).toBeGreaterThan(300);
    expect(topTen / history.events.length).toBeGreaterThan(0.15);
  });

  it('has metadata that is empty now and then, and names the policy otherwise', () => {
    const empty = history.events.filter((event) => Object.keys(event.metadata).length === 0).length;
    expect(empty).toBeGreaterThan(0);
    expect(empty).toBeLessThan(0.12 * history.events.length);
    const versions = new Set(history.events.map((event) => event.metadata['policy_version']));
    expect([...versions].sort()).toEqual([organization.policy.version, undefined]);
  });
});

describe('LLM calls of the history', () => {
  it('are many, plausible, and each at an answer of a session', () => {
    expect(history.llmCalls.length).toBeGreaterThan(500);
    const answers = new Set(
      history.sessions.flatMap((session) =>
        session.messages
          .filter((message) => message.type === 'assistant')
          .map((message) => `${session.client_id} ${Date.parse(message.timestamp)}`),
      ),
    );
    for (const call of history.llmCalls) {
      expect(answers).toContain(`${call.client_id} ${call.timestamp}`);
      expect(call.latency_ms).toBeGreaterThan(0);
      expect(call.input_tokens).toBeGreaterThan(0);
      expect(call.output_tokens > 0).toBe(call.status === 'ok');
      expect(call.cost_usd > 0).toBe(call.status === 'ok' && call.provider !== 'local');
    }
    expect(new Set(history.llmCalls.map((call) => call.status)).size).toBe(3);
  });
});
