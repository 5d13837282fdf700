import type { JsonObject } from '../../contract/tolerant.ts';
import { mergeSort } from '../../lib/merge-sort.ts';
import type { SlicedResult } from '../base/background-result.ts';
import type { HostByClient } from '../base/host-by-client.ts';
import type { Sorting } from '../base/list-view.ts';
import { recordOfFinding, type SessionsOfMachines } from './hunt-answer.ts';
import {
  compareFindings,
  machineOf,
  mergeFindings,
  type HuntFinding,
  type HuntFindings,
} from './hunt-findings.ts';
import { sessionsOfFinding, type FoundSessions } from './session-of-finding.ts';

/** A finding as a row of a list. */
export interface HuntRow {
  readonly id: string;
  readonly finding: HuntFinding;
  /** As it is exported, and as a query looks at it. */
  readonly record: JsonObject;
  /** Those that may have run it; undefined where those of its machine were not read. */
  readonly sessions: FoundSessions | 'none' | undefined;
}

/** The findings of a hunt in order. */
export interface OrderedFindings {
  readonly number: number;
  /** All, by machine. */
  readonly all: readonly HuntFinding[];
  /** Those that are listed. */
  readonly rows: readonly HuntRow[];
}

/** Which of the findings are listed, and how. */
export interface HuntListing {
  readonly sort: Sorting | undefined;
  readonly passes: ((record: unknown) => boolean) | undefined;
  /** Also those whose version could not be compared. */
  readonly withUnclear: boolean;
}

/** The findings of a hunt; the version is that of the change they are as of. */
export type HuntRows = SlicedResult<
  readonly [
    number: number,
    parts: readonly HuntFindings[],
    version: number,
    hosts: HostByClient,
    sort: Sorting | undefined,
    passes: HuntListing['passes'],
    withUnclear: boolean,
    sessions: SessionsOfMachines,
  ],
  OrderedFindings
>;

type Key = number | string | undefined;

interface HuntColumn {
  readonly column: string;
  readonly meaning: string;
  /** Which way it goes when it is chosen first. */
  readonly descending: boolean;
  readonly keyOf: (finding: HuntFinding, hosts: HostByClient) => Key;
}

/** By what findings are sorted until a column is chosen. */
export const USUAL_COLUMN = 'MACHINE';

/** What findings can be sorted by, by the title of the column. */
export const HUNT_SORTS: readonly HuntColumn[] = [
  { column: USUAL_COLUMN, meaning: 'machine', descending: false, keyOf: machineOf },
  { column: 'PACKAGE', meaning: 'package', descending: false, keyOf: ({ package: name }) => name },
  { column: 'VERSION', meaning: 'version, as text', descending: false, keyOf: ({ version }) => version },
  { column: 'OUTCOME', meaning: 'outcome', descending: false, keyOf: ({ outcome }) => outcome },
  { column: 'TIMES', meaning: 'how often', descending: true, keyOf: ({ count }) => count },
  { column: 'FIRST', meaning: 'first time', descending: false, keyOf: ({ first }) => first },
  { column: 'LAST', meaning: 'last time', descending: true, keyOf: ({ last }) => last },
];

/** Findings between two pauses: each is made a record of. */
const STEP = 64;

/** Puts the findings of a hunt in order, in small pieces. */
export function* orderFindings(
  number: number,
  parts: readonly HuntFindings[],
  _version: number,
  hosts: HostByClient,
  sort: Sorting | undefined,
  passes: HuntListing['passes'],
  withUnclear: boolean,
  sessions: SessionsOfMachines,
): Generator<void, OrderedFindings> {
  const merged = yield* mergeFindings(parts);
  const all = yield* mergeSort(merged, (left, right) => compareFindings(left, right, hosts));
  const rows: HuntRow[] = [];
  for (const [index, finding] of all.entries()) {
    if (withUnclear || finding.verdict === 'listed') {
      const known = finding.client === undefined ? undefined : sessions.get(finding.client);
      const found = known && (sessionsOfFinding(finding, known) ?? 'none');
      const record = recordOfFinding(finding, hosts, sessions);
      if (passes?.(record) ?? true) {
        rows.push({ id: finding.key, finding, record, sessions: found });
      }
    }
    if (index % STEP === 0) {
      yield;
    }
  }
  const keyOf = HUNT_SORTS.find(({ column }) => column === sort?.column)?.keyOf;
  if (sort === undefined || keyOf === undefined) {
    return { number, all, rows };
  }
  const way = sort.descending ? -1 : 1;
  const sorted = yield* mergeSort(rows, (left, right) =>
    compareKeys(keyOf(left.finding, hosts), keyOf(right.finding, hosts), way),
  );
  return { number, all, rows: sorted };
}

/** Rows without a value stand last, whichever way it goes. */
function compareKeys(left: Key, right: Key, way: 1 | -1): number {
  if (left === undefined || right === undefined) {
    return Number(left === undefined) - Number(right === undefined);
  }
  return left === right ? 0 : left < right ? -way : way;
}
