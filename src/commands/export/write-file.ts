import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { formatBytes } from '../../lib/format-number.ts';
import { closeDialog, notify, openDialog, updateDialog, type CommandContext } from '../base/command.ts';

/** Something to be written to a file that the user names. */
export interface FileOffer {
  /** As a message names it. */
  readonly what: string;
  /** Its format, as a message names it. */
  readonly title: string;
  /** What becomes of values in it that is not plain to see, as sentences; undefined for nothing. */
  readonly note?: string | undefined;
  /** What else is to be known of what is in it, each the rest of a sentence; nothing without it. */
  readonly remarks?: readonly string[];
  /** How many pieces are to come, about. */
  readonly count: number;
  /** It is not all that there is, which its name says in full. */
  readonly isIncomplete?: boolean;
  readonly path: string;
  /** What they return is said of what was written: how much less that is than was offered. */
  readonly pieces: () => Iterable<string, string | undefined> | AsyncIterable<string>;
  /** The same in another format, for a file beside it that has another ending. */
  readonly beside?: { readonly extension: string; readonly pieces: () => Iterable<string> };
}

/** A time that can be part of the name of a file. */
export function timeInName({ clock }: Pick<CommandContext, 'clock'>): string {
  return new Date(clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** Asks where to write something, and writes it: with progress, and until it is cancelled. */
export function askForPath(context: CommandContext, offer: FileOffer): void {
  openDialog(context, {
    kind: 'text',
    title: 'Write a new file that only you can read',
    lines: [
      { label: 'holds', value: offer.what },
      { label: 'as', value: offer.title },
      ...[...(offer.note === undefined ? [] : [offer.note]), ...(offer.remarks ?? [])].map((value) => ({
        label: 'note',
        value,
      })),
    ],
    label: 'file',
    initial: offer.path,
    enterDoes: 'writes it',
    findProblem: (path) => (withoutBlanks(path) === '' ? 'Type the name of a file.' : undefined),
    submit: (path) => void write(context, withoutBlanks(path), offer),
    dangerous: false,
  });
}

/** What takes longer than this, in milliseconds, shows how far it has come, and so often. */
const SHOWN_AFTER = 300;
const SHOWN_EVERY = 150;

async function write(context: CommandContext, path: string, offer: FileOffer): Promise<void> {
  const { clock, files } = context;
  const controller = new AbortController();
  let lost: string | undefined;
  const heeding = function* (pieces: Iterable<string, string | undefined>) {
    lost = yield* pieces;
  };
  let isShown = false;
  let showAt = clock.monotonic() + SHOWN_AFTER;
  try {
    const pieces = offer.pieces();
    const written = await files.write(path, Symbol.iterator in pieces ? heeding(pieces) : pieces, {
      signal: controller.signal,
      onProgress(done) {
        if (clock.monotonic() < showAt) {
          return;
        }
        showAt = clock.monotonic() + SHOWN_EVERY;
        if (isShown) {
          updateDialog(context, 'progress', { done });
        } else {
          isShown = true;
          openDialog(context, {
            kind: 'progress',
            title: `Writing ${offer.what}`,
            done,
            of: offer.count,
            cancel: () => controller.abort(),
          });
        }
      },
    });
    if (offer.beside !== undefined) {
      const { extension, pieces: others } = offer.beside;
      await files.write(withExtension(path, extension), others(), { signal: controller.signal });
    }
    const remarks = offer.remarks ?? [];
    const isIncomplete = offer.isIncomplete === true || lost !== undefined;
    notify(
      context,
      `Wrote ${path.startsWith('~/') ? path : written.path} (${formatBytes(written.bytes)}, only you can read it)${offer.beside === undefined ? '' : `, and .${offer.beside.extension} beside it`}: ${lost ?? offer.what}, as ${offer.title}.${isIncomplete ? ' It is not complete.' : ''}${remarks.map((remark) => ` Note: ${remark}.`).join('')}`,
      isIncomplete || remarks.length > 0 ? 'plain' : 'done',
    );
  } catch (error) {
    if (controller.signal.aborted) {
      notify(context, 'Cancelled. Nothing was written.');
    } else {
      notify(context, error instanceof Error ? error.message : String(error), 'bad');
    }
  } finally {
    closeProgress(context);
  }
}

/** The path of a file beside another one, by its own ending. */
function withExtension(path: string, extension: string): string {
  return `${path.replace(/\.[a-z]+$/i, '')}.${extension}`;
}

function closeProgress(context: CommandContext): void {
  if (context.stores.view.getState().dialogs.at(-1)?.kind === 'progress') {
    closeDialog(context);
  }
}
