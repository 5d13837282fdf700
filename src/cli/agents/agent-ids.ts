import { addAbortSignal, type Readable } from 'node:stream';

import { safeString } from '../../lib/safe-text.ts';
import { UsageError } from '../../host/usage-error.ts';

/** Stands for ids on standard input. */
const FROM_INPUT = '-';

/** More characters no id has; and more ids than this are no list that somebody meant. */
const LONGEST_ID = 256;
const MOST_IDS = 100_000;
const MOST_BYTES = MOST_IDS * LONGEST_ID;

/** Damaged lines that are named one by one. */
const MOST_NAMED = 5;

/** Which agents were named. */
export interface NamedIds {
  /** In the order in which they were named, each once. */
  readonly ids: readonly string[];
  /** How often one was named that was named before. */
  readonly repeated: number;
}

/** Whether arguments name standard input, which cannot answer a question then. */
export function namesInput(argumentsGiven: readonly string[]): boolean {
  return argumentsGiven.includes(FROM_INPUT);
}

/**
 * The ids of agents that arguments name; for `-`, those on standard input, one a line. Blank lines and blanks around an id
 * are passed over. Rejects with a UsageError that names what cannot be an id, and where it stands: nothing is done then;
 * with an AbortError when the signal aborts before the input ends.
 */
export async function readAgentIds(
  argumentsGiven: readonly string[],
  input: Readable,
  signal: AbortSignal,
): Promise<NamedIds> {
  if (argumentsGiven.filter((argument) => argument === FROM_INPUT).length > 1) {
    throw new UsageError('Standard input can be read only once: name - once.');
  }
  const lines = namesInput(argumentsGiven)
    ? (await textOf(addAbortSignal(signal, input))).replace(/^\ufeff/, '').split('\n')
    : [];
  const named = argumentsGiven.flatMap((argument, index) =>
    argument === FROM_INPUT
      ? lines.map((text, line) => ({ id: text.trim(), place: `line ${line + 1} of standard input` }))
      : [{ id: argument.trim(), place: `argument ${index + 1}` }],
  );
  const given = named.filter(({ id, place }) => id !== '' || place.startsWith('argument'));
  const damaged = given.flatMap(({ id, place }) => {
    const problem = problemOf(id);
    return problem === undefined ? [] : [`  ${place}: ${safeString(shortened(id), 'ident')} ${problem}`];
  });
  if (damaged.length > 0) {
    const more = damaged.length - MOST_NAMED;
    throw new UsageError(
      [
        'Nothing was done, since not everything that was named can be the id of an agent:',
        ...damaged.slice(0, MOST_NAMED),
        ...(more > 0 ? [`  and ${more} more`] : []),
      ].join('\n'),
    );
  }
  const ids = [...new Set(given.map(({ id }) => id))];
  if (ids.length === 0) {
    throw new UsageError('Nothing was done: no agent was named. vigil agents list shows their ids.');
  }
  if (ids.length > MOST_IDS) {
    throw new UsageError(`Nothing was done: more than ${MOST_IDS} agents were named.`);
  }
  return { ids, repeated: given.length - ids.length };
}

/** Why a text cannot be an id; undefined when it can. */
function problemOf(id: string): string | undefined {
  if (id === '') {
    return 'is empty.';
  }
  if (/^[{["]/.test(id)) {
    return 'looks like JSON: name the ids alone, for example with jq -r .id';
  }
  if (id.startsWith('#')) {
    return 'looks like a comment: name nothing but ids.';
  }
  if (id.length > LONGEST_ID) {
    return `is longer than ${LONGEST_ID} characters.`;
  }
  if (!/^[!-~]+$/.test(id)) {
    return 'holds blanks or characters beyond printable ASCII: name one id a line.';
  }
  return id === '.' || id === '..' ? 'cannot stand in an address.' : undefined;
}

function shortened(id: string): string {
  return id.length > 64 ? `${id.slice(0, 64)}…` : id;
}

async function textOf(input: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of input) {
    const buffer = Buffer.from(piece as Uint8Array);
    bytes += buffer.length;
    if (bytes > MOST_BYTES) {
      throw new UsageError('Nothing was done: standard input is too long for a list of ids.');
    }
    pieces.push(buffer);
  }
  return Buffer.concat(pieces).toString('utf8');
}
