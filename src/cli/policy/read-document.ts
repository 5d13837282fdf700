import type { Readable } from 'node:stream';

import { findLicenceProblem } from '../../commands/policy/spdx-licences.ts';
import type { Policy } from '../../contract/policy.ts';
import { findJsonPosition } from '../../lib/json-position.ts';
import type { PolicyChanges } from '../../stores/policy/policy-draft.ts';
import { readPolicyDocument, type DocumentProblem } from '../../stores/policy/policy-document.ts';
import { UsageError } from '../usage-error.ts';
import { readPolicyFile } from './read-policy-file.ts';

/** Stands for standard input. */
export const FROM_INPUT = '-';

/** Problems that are named one by one. */
const MOST_NAMED = 20;

/** A file that holds a policy or a part of one. */
export interface PolicyDocument {
  /** As sentences name it. */
  readonly name: string;
  readonly text: string;
}

/** Reads the file that an argument names, or standard input for `-`. Rejects with a UsageError when it cannot be. */
export async function readDocument(file: string, input: Readable): Promise<PolicyDocument> {
  if (file === FROM_INPUT) {
    const pieces: Buffer[] = [];
    for await (const piece of input) {
      pieces.push(Buffer.from(piece as Uint8Array));
    }
    return { name: 'standard input', text: Buffer.concat(pieces).toString('utf8') };
  }
  try {
    return { name: file, text: await readPolicyFile(file) };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/**
 * What a document changes of the stored policy; what it leaves out stays. Throws a UsageError that names all that cannot
 * be stored, each with its line and column.
 */
export function changesIn({ name, text }: PolicyDocument, stored: Policy): PolicyChanges {
  requireJson(name, text);
  const read = readPolicyDocument(text, stored, findLicenceProblem);
  if ('changes' in read) {
    return read.changes;
  }
  const more = read.problems.length - MOST_NAMED;
  throw new UsageError(
    [
      ...read.problems
        .slice(0, MOST_NAMED)
        .map((problem) => `${placeOf(name, text, problem)}: ${told(problem)}`),
      ...(more > 0 ? [`and ${more} more`] : []),
      'Nothing was done.',
    ].join('\n'),
  );
}

/** The version of the policy that a document was made from; undefined when it does not say. */
export function versionIn({ text }: PolicyDocument): string | undefined {
  const { version } = JSON.parse(text) as { readonly version?: unknown };
  return typeof version === 'string' || typeof version === 'number' ? String(version) : undefined;
}

function requireJson(name: string, text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${(error as Error).message}. Nothing was done.`);
  }
}

function told({ path, problem }: DocumentProblem): string {
  return `${path} ${problem.replace(/\.$/, '')}.`;
}

function placeOf(name: string, text: string, { path }: DocumentProblem): string {
  const position = findJsonPosition(text, stepsOf(path));
  return position === undefined ? name : `${name}:${position.line}:${position.column}`;
}

/** The path of a problem step by step: the name of a rule may hold points of its own. */
function stepsOf(path: string): readonly (string | number)[] {
  const [, isRule, field = '', place] = /^(rules\.)?(.*?)(?:\[(\d+)\])?$/s.exec(path) ?? [];
  return [...(isRule === undefined ? [] : ['rules']), field, ...(place === undefined ? [] : [Number(place)])];
}
