import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { planHistory, shareOut } from '../../../src/server/synth/timeline.ts';
import { peopleActivity, runnerActivity } from '../../../src/server/synth/workforce.ts';
import { UNTIL } from './sample.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('shareOut', () => {
  it('gives whole, non-negative shares that add up exactly', () => {
    const weights = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.nat(1_000_000), weights, (amount, given) => {
        const shares = shareOut(amount, given);
        expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
        expect(sum(shares)).toBe(amount);
      }),
    );
  });

  it('follows the weights', () => {
    expect(shareOut(100, [1, 3, 0, 6])).toEqual([10, 30, 0, 60]);
  });
});

describe('planHistory', () => {
  const plan = (events: number, sessions: number) =>
    planHistory({
      seed: 2,
      until: UNTIL,
      events,
      sessions,
      activity: (at) => peopleActivity(at, 1) + 0.3 * runnerActivity(at, 1),
      peopleActivity: (at) => peopleActivity(at, 1),
    });

  it.each([
    [0, 0],
    [1, 1],
    [7, 3],
    [20_000, 200],
  ])('shares %i events and %i sessions out exactly', (events, sessions) => {
    const hours = plan(events, sessions);
    expect(sum(hours.map((hour) => hour.events))).toBe(events);
    expect(sum(hours.map((hour) => hour.sessions))).toBe(sessions);
    expect(hours.at(-1)?.to).toBe(UNTIL);
  });

  it('puts an event into the last hour even of the smallest history', () => {
    expect(plan(1, 0).at(-1)?.events).toBe(1);
  });

  it('keeps an eighth for the last day, and some of it for the last hour', () => {
    const hours = plan(100_000, 0);
    const lastDay = sum(hours.slice(-24).map((hour) => hour.events));
    expect(lastDay).toBeGreaterThan(10_000);
    expect(lastDay).toBeLessThan(15_000);
    expect(hours.at(-1)?.events).toBeGreaterThan(lastDay * 0.04);
  });

  it('counts the sessions before each hour', () => {
    const hours = plan(100, 90);
    for (const [index, hour] of hours.entries()) {
      expect(hour.earlierSessions).toBe(sum(hours.slice(0, index).map((earlier) => earlier.sessions)));
    }
  });
});

describe('the working day', () => {
  const wednesday = Date.parse('2026-03-11T00:00:00Z');
  const hour = 3_600_000;

  it('is busy in the morning, quiet at night and on weekends, in local time', () => {
    expect(peopleActivity(wednesday + 10 * hour, 0)).toBe(1);
    expect(peopleActivity(wednesday + 10 * hour, 5)).toBeLessThan(1);
    expect(peopleActivity(wednesday + 5 * hour, 5)).toBe(1);
    expect(peopleActivity(wednesday + 3 * hour, 0)).toBeLessThan(0.05);
    expect(peopleActivity(wednesday + 3 * 24 * hour + 10 * hour, 0)).toBeLessThan(0.2);
    expect(peopleActivity(wednesday + 4 * 24 * hour + 10 * hour, 0)).toBeLessThan(0.2);
    expect(peopleActivity(wednesday + 5 * 24 * hour + 10 * hour, 0)).toBe(1);
  });

  it('does not end for build machines', () => {
    expect(runnerActivity(wednesday + 3 * hour, 0)).toBeGreaterThan(0.3);
    expect(runnerActivity(wednesday + 10 * hour, 0)).toBe(1);
  });
});
