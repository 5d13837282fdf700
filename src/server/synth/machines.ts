import { createHash } from 'node:crypto';

import type { AgentStatus } from '../../contract/values.ts';
import type { RegistrationKeyRecord } from '../base/records.ts';
import { isStruck } from './incident.ts';
import {
  AGENT_VERSIONS,
  HANDLES,
  LAPTOP_WORDS,
  OPERATING_SYSTEMS,
  type OperatingSystem,
  RUNNER_POOLS,
  SERVICE_USERS,
  TIME_ZONES,
} from './machine-names.ts';
import type { Machine } from './machine.ts';
import { Random } from './random.ts';
import { TEAMS } from './teams.ts';
import { weighted } from './weighted.ts';

const DAY = 86_400_000;
const CHECK_IN_SECONDS = 60;

const teams = weighted(TEAMS, (team) => team.size);
const laptopSystems = weighted(OPERATING_SYSTEMS, (system) => system.laptops);
const runnerSystems = weighted(OPERATING_SYSTEMS, (system) => system.runners);
const versions = weighted(AGENT_VERSIONS, ([, share]) => share);
const zones = weighted(TIME_ZONES, ([, share]) => share);

/** What becomes of a machine that is not simply in use. */
type Fate = 'silent' | 'suspended' | 'deleted' | 'clone' | 'reckless' | 'newcomer';

/** Makes the keys that machines were registered with; they depend on the seed alone. */
export function makeRegistrationKeys(seed: number): readonly RegistrationKeyRecord[] {
  const random = new Random(seed, 'registration keys');
  return ['engineering-laptops', 'ci-runners', 'contractors', 'windows-fleet'].map((name) => ({
    id: random.uuid(),
    name,
  }));
}

/**
 * Makes that many machines. Who they are depends on seed and amount alone; their dates lie relative to `until`. Among
 * eight or more there are clones, silent, suspended, deleted and reckless ones; the first is always in use, over all the history.
 */
export function makeMachines(
  seed: number,
  amount: number,
  until: number,
  keys: readonly RegistrationKeyRecord[],
): readonly Machine[] {
  const fates = drawFates(seed, amount);
  const hostnames = new Set<string>();
  const machines: Machine[] = [];
  for (let index = 0; index < amount; index++) {
    const random = new Random(seed, 'machine', index);
    const fate = fates.get(index);
    const original = fate === 'clone' ? drawOriginal(random, machines) : undefined;
    const machine = makeMachine({ random, index, until, keys, fate, original, hostnames });
    const struck = machines.filter(({ incident }) => incident !== undefined).length;
    machines.push(isStruck(machine, fate, struck) ? { ...machine, incident: struck } : machine);
  }
  return machines;
}

/** What was copied: mostly the image of a build machine. */
function drawOriginal(random: Random, machines: readonly Machine[]): Machine {
  const runners = machines.filter((machine) => machine.isRunner);
  return random.pick(runners.length > 0 && random.chance(0.75) ? runners : machines);
}

function drawFates(seed: number, amount: number): ReadonlyMap<number, Fate> {
  const random = new Random(seed, 'fates');
  const order = random.shuffled(Array.from({ length: Math.max(0, amount - 1) }, (_, index) => index + 1));
  const least = amount >= 8 ? 1 : 0;
  const shares: readonly (readonly [Fate, number])[] = [
    ['silent', 0.06],
    ['suspended', 0.035],
    ['clone', 0.035],
    ['deleted', 0.015],
    ['reckless', 0.02],
    ['newcomer', 0.08],
  ];
  const fates = new Map<number, Fate>();
  for (const [fate, share] of shares) {
    const wanted = Math.max(least, Math.round(amount * share));
    for (let taken = 0; taken < wanted && amount >= 4; taken++) {
      const index = order.pop();
      if (index !== undefined) {
        fates.set(index, fate);
      }
    }
  }
  return fates;
}

interface MachinePlan {
  readonly random: Random;
  readonly index: number;
  readonly until: number;
  readonly keys: readonly RegistrationKeyRecord[];
  readonly fate: Fate | undefined;
  readonly original: Machine | undefined;
  /** Names given so far; the machine adds its own. */
  readonly hostnames: Set<string>;
}

function makeMachine(plan: MachinePlan): Machine {
  const { random, index, until, fate, original } = plan;
  const isRunner = original?.isRunner ?? (index > 0 && random.chance(0.2));
  const drawnSystem = (isRunner ? runnerSystems : laptopSystems).draw(random);
  const system = OPERATING_SYSTEMS.find((known) => known.name === original?.agent.os) ?? drawnSystem;
  const username = isRunner ? random.pick(SERVICE_USERS) : handleOf(index);
  const hostname = claimName(plan.hostnames, () => drawHostname(random, system, username, isRunner), index);
  const machineId = original?.agent.machine_id ?? drawMachineId(random, system);
  const generation = 1 + (random.chance(0.15) ? random.integer(1, 3) : 0);
  const team = teams.draw(random);
  const registeredDaysAgo = fate === 'newcomer' ? random.between(1, 30) : random.between(60, 420);
  const endedDaysAgo = random.between(0.5, fate === 'suspended' ? 9 : 24);
  const checkInPhase = random.fraction();
  const ended = fate === 'silent' || fate === 'suspended' || fate === 'deleted';
  const registeredAt = Math.floor(until - registeredDaysAgo * DAY);
  const activeUntil = ended ? Math.floor(until - endedDaysAgo * DAY) : Infinity;
  const status: AgentStatus = fate === 'suspended' || fate === 'deleted' ? fate : 'active';
  const key = plan.keys[keyIndex(random, system, isRunner)] as RegistrationKeyRecord;
  return {
    agent: {
      id: random.uuid(),
      client_id: `cl_${fingerprint(machineId, hostname)}`,
      machine_id: machineId,
      generation,
      secret_prefix: `as_live_${random.base32(4).toLowerCase()}`,
      registration_key_id: key.id,
      registration_key_name: key.name,
      status,
      hostname,
      os: system.name,
      arch: system.family === 'macos' || (isRunner && hostname.includes('arm')) ? 'arm64' : 'x86_64',
      version: fate === 'silent' ? '2.9.4' : versions.draw(random)[0],
      username,
      clone_detected: original !== undefined,
      clone_reason: original === undefined ? null : cloneReason(random, original),
      registered_at: registeredAt,
      last_seen_at: ended ? activeUntil : lastCheckIn(until, checkInPhase),
    },
    isRunner,
    family: system.family,
    zone: zones.draw(random)[0],
    team,
    projects: random.shuffled(team.projects).slice(0, isRunner ? 3 : 2),
    diligence: Math.min(fate === 'reckless' ? 1 : 6, random.logNormal(1, 0.6)),
    activeFrom: registeredAt + 3_600_000,
    activeUntil,
    isSilent: fate === 'silent',
    isReckless: fate === 'reckless',
    incident: undefined,
    checkInPhase,
    syncPhase: random.fraction(),
  };
}

/** The time of the last check-in up to `at`, for a machine that checks in every minute at its phase. */
export function lastCheckIn(at: number, phase: number): number {
  const interval = CHECK_IN_SECONDS * 1000;
  const offset = Math.floor(phase * interval);
  return Math.floor((at - offset) / interval) * interval + offset;
}

function handleOf(index: number): string {
  const round = Math.floor(index / HANDLES.length);
  return `${HANDLES[(index * 37) % HANDLES.length]}${round === 0 ? '' : round + 1}`;
}

function drawHostname(random: Random, system: OperatingSystem, username: string, isRunner: boolean): string {
  if (isRunner) {
    return `${random.pick(RUNNER_POOLS[system.family])}-${String(random.integer(1, 48)).padStart(2, '0')}`;
  }
  if (system.family === 'windows' && random.chance(0.5)) {
    return `DESKTOP-${random.base32(7)}`;
  }
  const words = system.family === 'macos' ? LAPTOP_WORDS.slice(0, 4) : LAPTOP_WORDS.slice(4);
  return `${username}-${random.pick(words)}`;
}

/** A name that no other machine has; where the usual ones are all taken it gets a number. */
function claimName(taken: Set<string>, propose: () => string, index: number): string {
  let name = propose();
  for (let attempt = 0; attempt < 12 && taken.has(name); attempt++) {
    name = propose();
  }
  name = taken.has(name) ? `${name}-${index}` : name;
  taken.add(name);
  return name;
}

/** Each platform has its own form: an upper-case UUID, a lower-case one, or 32 hexadecimal digits. */
function drawMachineId(random: Random, { family }: OperatingSystem): string {
  const uuid = random.uuid();
  switch (family) {
    case 'macos':
      return uuid.toUpperCase();
    case 'windows':
      return uuid;
    case 'linux':
      return uuid.replaceAll('-', '');
  }
}

function keyIndex(random: Random, system: OperatingSystem, isRunner: boolean): number {
  if (isRunner) {
    return 1;
  }
  if (random.chance(0.12)) {
    return 2;
  }
  return system.family === 'windows' ? 3 : 0;
}

function cloneReason(random: Random, original: Machine): string {
  return random.pick([
    `machine_id is shared with ${original.agent.hostname}`,
    `two hosts reported the same machine_id within 5 minutes (other host ${original.agent.hostname})`,
    `hardware fingerprint changed while machine_id stayed that of ${original.agent.hostname}: likely a copied VM image`,
  ]);
}

function fingerprint(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}
