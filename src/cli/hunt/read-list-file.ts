import type { Readable } from 'node:stream';

import { fullPath } from '../../host/files/export-file.ts';
import { readInput, readNamedFile, utf8Text, type FileLimit } from '../../host/files/read-text-file.ts';
import { UsageError } from '../../host/usage-error.ts';
import { named } from '../../lib/named.ts';
import { prose, quoting, type Quoted, type Sentence } from '../../lib/untrusted.ts';
import { problemSentences, skippedSentences } from '../../stores/hunt/hunt-answer.ts';
import type { HuntList } from '../../stores/hunt/hunt-list.ts';
import type { ListKind } from '../../stores/hunt/list-kinds.ts';
import { readHuntList } from '../../stores/hunt/list/read-list.ts';

/** Stands for standard input. */
const FROM_INPUT = '-';

/** No list is larger: all advisories of npm are smaller. */
export const LIST_LIMIT: FileLimit = { mostBytes: 128 * 1024 * 1024, purpose: 'a list of packages' };

/** A list of packages in a file of a person, `-` for standard input. Rejects with a UsageError that names each bad line. */
export async function readListFile(
  file: string,
  kind: ListKind | undefined,
  input: Readable,
): Promise<HuntList> {
  const isInput = file === FROM_INPUT;
  const name = isInput ? 'standard input' : fullPath(file);
  let text: string;
  try {
    text = utf8Text(await (isInput ? readInput(input, LIST_LIMIT) : readNamedFile(file, LIST_LIMIT)), name);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return listIn(text, kind, name);
}

/** The list that a text holds. Throws a UsageError where it holds none that can match an event. */
export function listIn(text: string, kind: ListKind | undefined, name: string): HuntList {
  const reading = readHuntList(text, kind);
  if ('problems' in reading) {
    throw new UsageError(
      inLines([...problemSentences(reading.problems, name), 'Nothing was read from the server.']),
    );
  }
  if (reading.list.entries.length === 0) {
    const nothing = quoting`Nothing in ${named(name)} can match an event.`;
    throw new UsageError(inLines([nothing, ...skippedSentences(reading.list)]));
  }
  return reading.list;
}

function inLines(sentences: readonly Sentence[]): Quoted {
  return prose(sentences.join('\n'));
}
