import { lazyImport } from '../../lib/lazy-import.ts';
import { formatCount } from '../../lib/format-number.ts';
import { safeSentence } from '../../lib/safe-text.ts';
import { jsonText } from '../../lib/json-text.ts';
import { asUntrusted, prose, type Sentence } from '../../lib/untrusted.ts';
import { problemSentences, skippedSentences } from '../../stores/hunt/hunt-answer.ts';
import { notify, openDialog, type CommandContext } from '../base/command.ts';
import { showHunt } from './show-hunt.ts';

const loadReader = lazyImport(() => import('./read-hunt.ts'));

/** A list is read in one piece while keys wait: larger ones are left to the command line. */
const LIST_LIMIT = {
  mostBytes: 4 * 1024 * 1024,
  purpose: 'a hunt in the console: vigil hunt takes up to 128 MB',
};

/** Reads a list of packages from a file and hunts for them, or shows what is wrong with it. */
export async function beginHunt(context: CommandContext, file: string): Promise<void> {
  try {
    const { path, text } = await context.readTextFile(file, LIST_LIMIT);
    const { readHunt } = await loadReader();
    const reading = readHunt(text);
    if ('problems' in reading) {
      const sentences = problemSentences(reading.problems, path);
      showProblems(context, 'Nothing was hunted for: the list has problems', sentences);
    } else if (reading.list.entries.length === 0) {
      showProblems(context, 'Nothing of this list can match an event', skippedSentences(reading.list));
    } else {
      context.sync.hunt({ file: asUntrusted(path), ...reading });
      showHunt(context);
    }
  } catch (error) {
    notify(context, error instanceof Error ? error.message : jsonText(error), 'bad');
  }
}

function showProblems(context: CommandContext, title: string, sentences: readonly Sentence[]): void {
  const { ascii } = context.stores.view.getState();
  openDialog(context, {
    kind: 'plain',
    title: `${title} (${formatCount(sentences.length)})`,
    text: sentences.map((sentence) => safeSentence(prose(sentence), ascii, 'cell')).join('\n'),
    top: 0,
  });
}
