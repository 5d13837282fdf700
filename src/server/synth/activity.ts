import type { Ecosystem } from '../../contract/values.ts';
import type { EventDraft } from './event-draft.ts';
import { struckRelease } from './incident.ts';
import { argumentsForOne, drawTool, type PackageTool } from './install-commands.ts';
import type { Machine } from './machine.ts';
import type { PackageVersion } from './package-facts.ts';
import type { PackagePicker } from './package-picker.ts';
import { type Random, timeOrderedId } from './random.ts';
import type { Project } from './teams.ts';

/** How long one run of a package manager lasts at most, in milliseconds. */
export const LONGEST_RUN = 45_000;
/** The average of `drawSize`, which turns a rate of events into a rate of runs. */
export const MEAN_SIZE = 2.41;

const AUDIT_SHARE = 0.12;

/** How many events one run of a package manager reports: mostly one, now and then a whole lock file's worth. */
export function drawSize(random: Random): number {
  const drawn = random.fraction();
  if (drawn < 0.7) {
    return 1;
  }
  if (drawn < 0.9) {
    return random.integer(2, 4);
  }
  return drawn < 0.98 ? random.integer(5, 12) : random.integer(13, 30);
}

/** One run of a package manager on one machine, to be reported as `size` events from `at` on (milliseconds). */
export interface Run {
  readonly machine: Machine;
  readonly at: number;
  readonly size: number;
}

/**
 * Drafts the events of a run, in order of time and within `LONGEST_RUN`: an audit, the install of one package that was
 * asked for by name, or the installs that a lock file leads to.
 */
export function draftRun(random: Random, picker: PackagePicker, run: Run): readonly EventDraft[] {
  const { machine, at, size } = run;
  const project = random.pick(machine.projects);
  const tool = drawTool(random, project);
  const frame = { machine, project, branch: drawBranch(random, machine, project) };
  if (size === 1 && random.chance(AUDIT_SHARE)) {
    return [draftAudit(random, picker, tool, { ...frame, at })];
  }
  // A build machine installs what its lock file says, even where that is a single package.
  const isNamed = size === 1 && (!machine.isRunner || random.chance(0.15));
  const drawn = isNamed
    ? [picker.pick(random, machine.isReckless ? 'reckless' : 'named', project.ecosystem, at)]
    : drawLocked(random, picker, project.ecosystem, run);
  const struck = isNamed ? struckRelease(machine, project.ecosystem, at) : undefined;
  const versions = struck === undefined ? drawn : [struck];
  const metadata = drawMetadata(random, frame);
  const pace = Math.min(700, LONGEST_RUN / size);
  let time = at;
  return versions.map((facts) => {
    const draft = {
      ...frame,
      id: timeOrderedId('evt_', time, random),
      at: time,
      actor: {
        command: tool.command,
        args: isNamed ? argumentsForOne(tool, facts) : tool.all,
        version: tool.version,
      },
      metadata,
      versions: [facts],
      audit: undefined,
    };
    time += 1 + Math.floor(random.fraction() * pace);
    return draft;
  });
}

/** The versions of one lock file: exactly `size`, as a rule of different packages. */
function drawLocked(
  random: Random,
  picker: PackagePicker,
  ecosystem: Ecosystem,
  { machine, at, size }: Run,
): readonly PackageVersion[] {
  const habit = machine.isReckless ? 'reckless' : 'locked';
  const names = new Set<string>();
  return Array.from({ length: size }, () => {
    let facts = picker.pick(random, habit, ecosystem, at);
    for (let attempt = 0; attempt < 8 && names.has(facts.package); attempt++) {
      facts = picker.pick(random, habit, ecosystem, at);
    }
    names.add(facts.package);
    return facts;
  });
}

interface Frame {
  readonly machine: Machine;
  readonly project: Project;
  readonly branch: string;
}

function draftAudit(
  random: Random,
  picker: PackagePicker,
  tool: PackageTool,
  frame: Frame & { readonly at: number },
): EventDraft {
  const { ecosystem } = frame.project;
  return {
    ...frame,
    id: timeOrderedId('evt_', frame.at, random),
    actor: { command: tool.command, args: tool.audit, version: tool.version },
    metadata: drawMetadata(random, frame),
    versions: sampleLockFile(random, picker, ecosystem, frame.at),
    audit: { lockFile: tool.lockFile, packages: Math.round(random.logNormal(260, 0.7)) },
  };
}

/** A few lines of a lock file. It has been in use for a while, so that less in it is remarkable than in an install. */
function sampleLockFile(
  random: Random,
  picker: PackagePicker,
  ecosystem: Ecosystem,
  at: number,
): readonly PackageVersion[] {
  const sample = Array.from({ length: random.integer(3, 8) }, () =>
    picker.pick(random, random.chance(0.15) ? 'locked' : 'settled', ecosystem, at),
  );
  return [...new Set(sample)];
}

function drawMetadata(random: Random, { machine, project, branch }: Frame): EventDraft['metadata'] {
  if (random.chance(0.05)) {
    return undefined;
  }
  const registry = random.chance(0.8) ? 'registry.internal.example' : 'mirror.internal.example';
  return machine.isRunner
    ? { project: project.name, branch, registry, ci: true, pipeline: random.integer(10_000, 99_999) }
    : { project: project.name, branch, registry };
}

const BRANCH_TYPES = ['feature', 'feature', 'fix', 'chore', 'spike'];
const BRANCH_VERBS = [
  'add',
  'rework',
  'split',
  'speed-up',
  'retry',
  'validate',
  'cache',
  'drop',
  'migrate',
  'test',
];

/** A branch that someone on that machine would work on. */
export function drawBranch(random: Random, machine: Machine, project: Project): string {
  const drawn = random.fraction();
  if (drawn < (machine.isRunner ? 0.5 : 0.25)) {
    return 'main';
  }
  if (drawn > 0.95) {
    return `release/${random.integer(1, 4)}.${random.integer(0, 12)}`;
  }
  return `${random.pick(BRANCH_TYPES)}/${random.pick(BRANCH_VERBS)}-${random.pick(project.topics)}`;
}
