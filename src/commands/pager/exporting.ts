import { notify, type Command } from '../command.ts';
import { onTranscript } from './position.ts';

/** Copies and exports of a transcript. What they need is loaded with the first of them. */
export const exportingCommands: readonly Command[] = [
  onTranscript({ id: 'copy', title: 'Copy the marked message, or an id', hint: 'copy' }, (context, open) => {
    void import('./choose-copy.ts').then(({ copyMessage }) => copyMessage(context, open));
  }),
  onTranscript(
    { id: 'export', title: 'Export the transcript, or the rest of it, to a file', hint: 'export' },
    (context, open) => {
      if (open.open.state === 'arriving') {
        notify(context, 'The transcript is still arriving: export it once all of it is here.');
        return;
      }
      void import('./choose-export.ts').then(({ exportTranscript }) => exportTranscript(context, open));
    },
  ),
];
