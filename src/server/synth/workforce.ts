import type { Machine } from './machine.ts';
import type { Random } from './random.ts';
import { type Weighted, weighted } from './weighted.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How much people do in each hour of their local day, relative to the busiest. */
const BY_HOUR = [
  0.02, 0.01, 0.01, 0.01, 0.01, 0.02, 0.06, 0.22, 0.6, 0.95, 1, 0.95, 0.6, 0.8, 1, 0.98, 0.9, 0.7, 0.38, 0.2,
  0.16, 0.13, 0.08, 0.04,
];
const WEEKEND = 0.12;
const RUNNER_FLOOR = 0.35;

/** How much people in a time zone (hours ahead of UTC) do at a time, from 0 to 1: little at night and on weekends. */
export function peopleActivity(at: number, zone: number): number {
  const local = at + zone * HOUR;
  const hour = BY_HOUR[Math.floor((((local % DAY) + DAY) % DAY) / HOUR)] as number;
  // The epoch began on a Thursday.
  const weekday = (((Math.floor(local / DAY) + 4) % 7) + 7) % 7;
  return weekday === 0 || weekday === 6 ? hour * WEEKEND : hour;
}

/** How much a build machine does: around the clock, and more while its people push. */
export function runnerActivity(at: number, zone: number): number {
  return RUNNER_FLOOR + (1 - RUNNER_FLOOR) * peopleActivity(at, zone);
}

const RUNNER_WEIGHT = 2.2;
const ATTEMPTS = 40;

/** Chooses which machine does something at a time. */
export interface Workforce {
  /** How much the whole organization does at a time; only ratios mean something. */
  activity(at: number): number;
  /** How much its people do, build machines left out. */
  peopleActivity(at: number): number;
  /** A machine that was in use over the whole stretch, undefined when none was. Times in milliseconds. */
  draw(random: Random, from: number, to: number): Machine | undefined;
  /** The same among machines that people sit at. */
  drawPerson(random: Random, from: number, to: number): Machine | undefined;
}

interface Group {
  readonly machines: Weighted<Machine>;
  readonly weight: number;
  readonly isRunner: boolean;
  readonly zone: number;
}

/** Groups machines by time zone and kind, so that choosing one of 20,000 costs as little as one of 20. */
export function makeWorkforce(machines: readonly Machine[]): Workforce {
  const groups = groupMachines(machines);
  const people = groups.filter((group) => !group.isRunner);

  return {
    activity: (at) => sum(groups, (group) => activityOf(group, at)),
    peopleActivity: (at) => sum(people, (group) => activityOf(group, at)),
    draw: (random, from, to) => drawFrom(groups, random, from, to) ?? anyMachine(machines, from, to),
    drawPerson: (random, from, to) => drawFrom(people, random, from, to),
  };
}

function groupMachines(machines: readonly Machine[]): readonly Group[] {
  const byKey = new Map<string, Machine[]>();
  for (const machine of machines) {
    const key = `${machine.isRunner} ${machine.zone}`;
    const members = byKey.get(key) ?? [];
    members.push(machine);
    byKey.set(key, members);
  }
  return [...byKey.values()].map((members) => {
    const { isRunner, zone } = members[0] as Machine;
    return {
      machines: weighted(members, (machine) => machine.diligence),
      weight: sum(members, (machine) => machine.diligence) * (isRunner ? RUNNER_WEIGHT : 1),
      isRunner,
      zone,
    };
  });
}

function activityOf(group: Group, at: number): number {
  return group.weight * (group.isRunner ? runnerActivity(at, group.zone) : peopleActivity(at, group.zone));
}

function drawFrom(groups: readonly Group[], random: Random, from: number, to: number): Machine | undefined {
  if (groups.length === 0) {
    return undefined;
  }
  const byActivity = weighted(groups, (group) => activityOf(group, from));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const machine = byActivity.draw(random).machines.draw(random);
    if (isInUse(machine, from, to)) {
      return machine;
    }
  }
  return undefined;
}

function anyMachine(machines: readonly Machine[], from: number, to: number): Machine | undefined {
  return machines.find((machine) => isInUse(machine, from, to));
}

function isInUse(machine: Machine, from: number, to: number): boolean {
  return machine.activeFrom <= from && to <= machine.activeUntil;
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}
