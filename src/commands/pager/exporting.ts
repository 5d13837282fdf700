import { formatCount } from '../../lib/format-number.ts';
import { isReadable } from '../../contract/transcript/message.ts';
import { jsonText } from '../../lib/json-text.ts';
import { lazyImport } from '../../lib/lazy-import.ts';
import { wholeSafeString } from '../../lib/safe-text.ts';
import { notify, openDialog, type Command } from '../base/command.ts';
import { onTranscript } from './position.ts';

const loadCopying = lazyImport(() => import('./choose-copy.ts'));
const loadExporting = lazyImport(() => import('./choose-export.ts'));

/** A message as it was sent, copies and exports of a transcript. What they need is loaded with the first of them. */
export const exportingCommands: readonly Command[] = [
  onTranscript({ id: 'message-raw', title: 'The marked message as JSON' }, (context, open) => {
    const index = open.cursor ?? open.top.message;
    if (open.text.count === 0) {
      return;
    }
    const message = open.text.message(index);
    openDialog(context, {
      kind: 'plain',
      title: `Message #${formatCount(index + 1)} as JSON`,
      text: wholeSafeString(
        isReadable(message) ? jsonText(message.raw, 2) : message.text,
        'block',
        context.stores.view.getState().ascii,
      ),
      top: 0,
    });
  }),
  onTranscript({ id: 'copy', title: 'Copy the marked message, or an id', hint: 'copy' }, (context, open) => {
    return loadCopying().then(({ copyMessage }) => copyMessage(context, open));
  }),
  onTranscript(
    { id: 'export', title: 'Export the transcript, or the rest of it, to a file', hint: 'export' },
    (context, open) => {
      if (open.open.state === 'arriving') {
        notify(context, 'The transcript is still arriving: export it once all of it is here.');
        return undefined;
      }
      return loadExporting().then(({ exportTranscript }) => exportTranscript(context, open));
    },
  ),
];
