import { prose, quoting, type Sentence } from '../../lib/untrusted.ts';
import { LazyImportError } from '../../lib/lazy-import.ts';
import { faultText, type Fault } from '../../stores/connection/faults.ts';
import type { Stores } from '../../stores/stores.ts';
import { notify, type NoticeContext } from '../base/notices.ts';

/** So much of what a fault says is shown. */
const MOST_SAID = 200;

/**
 * Reports each fault of the program once, in a sentence, and that it goes on; `findFile` gives the file that has all of
 * it. The function returned ends it.
 */
export function reportFaults(
  context: NoticeContext & { readonly stores: Pick<Stores, 'faults'> },
  findFile: () => string | undefined,
): () => void {
  return context.stores.faults.onFault((fault) => {
    if (fault.count === 1) {
      // Nothing may change what is shown while it is being drawn.
      queueMicrotask(() => notify(context, sentenceOf(fault, findFile()), 'bad'));
    }
  });
}

function sentenceOf({ doing, error }: Fault, file: string | undefined): Sentence {
  if (error instanceof LazyImportError) {
    return error.message;
  }
  const said = prose(faultText(error).slice(0, MOST_SAID));
  const where = file === undefined ? '' : ` Please report it with ${file}`;
  return quoting`A fault in vigil while ${doing}: ${said}. vigil goes on.${where}`;
}
