import type { Readable } from 'node:stream';

import { findLicenceProblem } from '../../commands/policy/spdx-licences.ts';
import type { Policy } from '../../contract/policy.ts';
import type { JsonDocument, JsonReading } from '../../lib/json-document.ts';
import type { PolicyChanges } from '../../stores/policy/policy-draft.ts';
import {
  readPolicyDocument,
  describeRepetition,
  type DocumentProblem,
} from '../../stores/policy/policy-document.ts';
import { say } from '../output/say.ts';
import { readInput } from '../../host/files/read-text-file.ts';
import { UsageError } from '../../host/usage-error.ts';
import { POLICY_LIMIT, readPolicyFile, readPolicyText } from './read-policy-file.ts';

/** Stands for standard input. */
export const FROM_INPUT = '-';

/** Problems that are named one by one. */
const MOST_NAMED = 20;

/** A file that holds a policy or a part of one. */
export interface PolicyDocument {
  /** As sentences name it. */
  readonly name: string;
  readonly document: JsonDocument;
}

/**
 * Reads the file that an argument names, or standard input for `-`. Rejects with a UsageError when it cannot be, or is not
 * JSON, with the place.
 */
export async function readDocument(file: string, input: Readable): Promise<PolicyDocument> {
  if (file === FROM_INPUT) {
    const bytes = await readInput(input, POLICY_LIMIT).catch((error: unknown) => {
      throw new UsageError((error as Error).message);
    });
    return documentOf('standard input', () => readPolicyText(bytes, 'standard input'));
  }
  return documentOf(file, () => readPolicyFile(file));
}

async function documentOf(
  name: string,
  read: () => JsonReading | Promise<JsonReading>,
): Promise<PolicyDocument> {
  let source: JsonReading;
  try {
    source = await read();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  if ('problems' in source) {
    throw refusal(
      name,
      source.problems.map((problem) => ({ path: 'it', ...problem })),
    );
  }
  return { name, document: source };
}

/**
 * What a document changes of the stored policy; what it leaves out stays. Throws a UsageError that names all that cannot
 * be stored, each with its line and column.
 */
export function changesIn({ name, document }: PolicyDocument, stored: Policy): PolicyChanges {
  const read = readPolicyDocument(document, stored, findLicenceProblem);
  if ('changes' in read) {
    const repetition = describeRepetition(read);
    if (repetition !== undefined) {
      say(repetition);
    }
    return read.changes;
  }
  throw refusal(name, read.problems);
}

function refusal(name: string, problems: readonly DocumentProblem[]): UsageError {
  const more = problems.length - MOST_NAMED;
  return new UsageError(
    [
      ...problems.slice(0, MOST_NAMED).map((problem) => `${placeOf(name, problem)}: ${describe(problem)}`),
      ...(more > 0 ? [`and ${more} more`] : []),
      'Nothing was done.',
    ].join('\n'),
  );
}

/** The version of the policy that a document was made from; undefined when it does not say. */
export function versionIn({ document }: PolicyDocument): string | undefined {
  const { version } = document.value as { readonly version?: unknown };
  return typeof version === 'string' || typeof version === 'number' ? String(version) : undefined;
}

function describe({ path, problem }: DocumentProblem): string {
  return `${path} ${problem.replace(/\.$/, '')}.`;
}

function placeOf(name: string, { position }: DocumentProblem): string {
  return position === undefined ? name : `${name}:${position.line}:${position.column}`;
}
