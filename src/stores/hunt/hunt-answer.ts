import type { JsonObject } from '../../contract/tolerant.ts';
import { ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from '../../contract/values.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named } from '../../lib/named.ts';
import { joinUntrusted, prose, quoting, type Quoted, type Sentence } from '../../lib/untrusted.ts';
import type { HostByClient } from '../base/host-by-client.ts';
import {
  choiceField,
  flagField,
  nameField,
  numberField,
  textField,
  timeField,
  type ListQuery,
} from '../query/query-fields.ts';
import type { HuntFinding } from './hunt-findings.ts';
import { idOfSession, sessionsOfFinding, type KnownSession } from './session-of-finding.ts';
import type { HuntList, ListProblem, SkipReason } from './hunt-list.ts';

/** The fields of a finding as it is printed and exported, in their order. */
export const HUNT_COLUMNS = [
  'package',
  'version',
  'ecosystem',
  'client_id',
  'hostname',
  'type',
  'outcome',
  'count',
  'first',
  'last',
  'session_id',
  'sessions',
  'matched',
  'compared',
] as const;

/** The sessions of machines that were read, by client. */
export type SessionsOfMachines = ReadonlyMap<string, readonly KnownSession[]>;

/** What can be asked of findings, and which columns they have. */
export const HUNT_QUERY: ListQuery = {
  kind: 'any',
  fields: [
    textField('package', 'package'),
    textField('version', 'version'),
    choiceField('ecosystem', 'ecosystem', ECOSYSTEMS),
    nameField('host', 'hostname', 'client_id'),
    textField('client', 'client_id'),
    choiceField('type', 'type', EVENT_TYPES),
    choiceField('outcome', 'outcome', OUTCOMES),
    numberField('count', 'count'),
    timeField('first', 'first'),
    timeField('last', 'last'),
    textField('session', 'session_id'),
    numberField('sessions', 'sessions'),
    textField('matched', 'matched'),
    flagField('compared', 'compared'),
  ],
  times: [],
  isClosed: true,
  titles: { machine: 'host', times: 'count' },
};

/** So many entries of a list are named by which one event matches. */
const MOST_MATCHED = 5;

/** Names that one sentence holds at most. */
const MOST_NAMED = 5;

/**
 * A finding as it is printed and exported: null for what its events do not say; times in ISO 8601. `sessions` counts those that
 * fit, and is null where those of the machine are not known.
 */
export function recordOfFinding(
  finding: HuntFinding,
  hosts: HostByClient,
  sessionsOf?: SessionsOfMachines,
): JsonObject {
  const known = finding.client === undefined ? undefined : sessionsOf?.get(finding.client);
  const sessions = known === undefined ? undefined : (sessionsOfFinding(finding, known)?.sessions ?? []);
  const [only, ...others] = sessions ?? [];
  const { client, entries } = finding;
  const more = entries.length - MOST_MATCHED;
  const matched = [...new Set(entries.slice(0, MOST_MATCHED).map(({ matched }) => matched))];
  return {
    package: finding.package === '' ? null : finding.package,
    version: finding.version ?? null,
    ecosystem: finding.ecosystem ?? null,
    client_id: client ?? null,
    hostname: (client === undefined ? undefined : hosts.get(client)) ?? null,
    type: finding.type ?? null,
    outcome: finding.outcome ?? null,
    count: finding.count,
    first: isoTime(finding.first),
    last: isoTime(finding.last),
    session_id: only === undefined || others.length > 0 ? null : idOfSession(only),
    sessions: sessions?.length ?? null,
    matched: joinUntrusted([...matched, ...(more > 0 ? [`${more} more`] : [])], '; '),
    compared: finding.verdict === 'listed',
  };
}

function isoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

/** The machines of findings, each counted by the worst that it did with a listed version. */
export interface HuntedMachines {
  readonly installed: number;
  /** Installed none that was let through: one that is to be reviewed. */
  readonly reviewed: number;
  readonly blocked: number;
  /** No install says so, but an audit. */
  readonly audited: number;
  /** All that are registered, and those of findings that are not; undefined where it is not known who is registered. */
  readonly known: number | undefined;
}

const WORST_FIRST = ['installed', 'reviewed', 'blocked', 'audited'] as const;
type Deed = (typeof WORST_FIRST)[number];

/** Counts machines by the worst of what is certain of each; `registered` are the clients of all agents, where they are known. */
export function huntedMachines(
  findings: readonly HuntFinding[],
  registered: ReadonlySet<string> | undefined,
): HuntedMachines {
  const worst = new Map<string | undefined, Deed>();
  for (const finding of findings.filter(({ verdict }) => verdict === 'listed')) {
    const deed = deedOf(finding);
    const before = worst.get(finding.client);
    if (before === undefined || WORST_FIRST.indexOf(deed) < WORST_FIRST.indexOf(before)) {
      worst.set(finding.client, deed);
    }
  }
  const count = (deed: Deed) => [...worst.values()].filter((each) => each === deed).length;
  const others = [...worst.keys()].filter((client) => client === undefined || !registered?.has(client));
  return {
    installed: count('installed'),
    reviewed: count('reviewed'),
    blocked: count('blocked'),
    audited: count('audited'),
    known: registered === undefined ? undefined : registered.size + others.length,
  };
}

function deedOf({ type, outcome }: HuntFinding): Deed {
  if (type === 'audit') {
    return 'audited';
  }
  return outcome === 'block' ? 'blocked' : outcome === 'review' ? 'reviewed' : 'installed';
}

/** How many machines installed a listed version; `isAll` where nothing may be missing from that. */
export function answerSentence(
  { installed, reviewed, blocked, audited, known }: HuntedMachines,
  isAll: boolean,
): string {
  const others = [
    reviewed === 0 ? [] : [`${formatCount(reviewed)} more with outcome review alone`],
    blocked === 0 ? [] : [`${formatCount(blocked)} more tried and ${blocked === 1 ? 'was' : 'were'} blocked`],
    audited === 0 ? [] : [`${formatCount(audited)} more by an audit alone`],
  ].flat();
  const least = isAll ? '' : installed === 0 ? 'So far ' : 'At least ';
  const of = known === undefined ? '' : `of ${formatCount(known)} `;
  const machines = `${formatCount(installed)} ${of}${(known ?? installed) === 1 ? 'machine' : 'machines'}`;
  return `${[`${least}${machines} installed a listed version`, ...others].join('; ')}.`;
}

/** Of which packages events have a version that could not be compared, one sentence each; and of how many more. */
export function unclearSentences(findings: readonly HuntFinding[]): readonly Sentence[] {
  const counts = new Map<string, { installs: number; audits: number }>();
  for (const { package: name, verdict, type, count } of findings) {
    if (verdict === 'unclear') {
      const found = counts.get(name) ?? { installs: 0, audits: 0 };
      found[type === 'audit' ? 'audits' : 'installs'] += count;
      counts.set(name, found);
    }
  }
  const sentences = [...counts].map(([name, { installs, audits }]): Sentence => {
    const events = [countOf(installs, 'install'), countOf(audits, 'audit')].filter((text) => text !== '');
    const have = installs + audits === 1 ? 'has' : 'have';
    return name === ''
      ? `${events.join(' and ')} ${have} no package that can be read: it may be a listed one.`
      : quoting`${events.join(' and ')} of ${named(name)} ${have} a version that could not be compared.`;
  });
  const more = sentences.length - MOST_NAMED;
  return more <= 0
    ? sentences
    : [
        ...sentences.slice(0, MOST_NAMED),
        `The same is true of ${countOf(more, 'more package')}; --json has all of them.`,
      ];
}

function countOf(count: number, noun: string): string {
  return count === 0 ? '' : `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const REASONS: Readonly<Record<SkipReason, (entries: string, names: Quoted) => Sentence>> = {
  ecosystem: (entries, names) =>
    quoting`${entries} of the list can match no event: the API has npm, pip, go and cargo, not ${names}.`,
  commits: (entries, names) =>
    quoting`${entries} of the list can match no version: commits are named, not versions (${names}).`,
  'no-versions': (entries, names) =>
    quoting`${entries} of the list can match no event: no package, no version, or a range without a beginning (${names}).`,
  withdrawn: (entries, names) => quoting`${entries} of the list can match no event: withdrawn (${names}).`,
  'not-from-registry': (entries, names) =>
    quoting`${entries} of the lock file can match no event: not from a registry (${names}).`,
};

/** What of a list can match no event, a sentence for each reason. */
export function skippedSentences({ skipped }: Pick<HuntList, 'skipped'>): readonly Sentence[] {
  return [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, found]) => {
    const names = [...new Set(found.flatMap(({ named: name }) => (name === undefined ? [] : [name])))];
    const shown = names.slice(0, MOST_NAMED).map((name) => named(name));
    const more = names.length - shown.length;
    const list = prose([...shown, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(', '));
    return REASONS[reason](`${formatCount(found.length)} ${found.length === 1 ? 'entry' : 'entries'}`, list);
  });
}

/** Problems of a list that are named one by one. */
const MOST_PROBLEMS = 20;

/** What is wrong with a list, a sentence a line of it; `name` is that of its file. */
export function problemSentences(problems: readonly ListProblem[], name: string): readonly Sentence[] {
  const more = problems.length - MOST_PROBLEMS;
  const first: readonly Sentence[] = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ line, sentence }) =>
      line === undefined
        ? quoting`${named(name)}: ${sentence}`
        : quoting`${named(name)}:${line}: ${sentence}`,
    );
  return more > 0 ? [...first, `and ${formatCount(more)} more`] : first;
}
