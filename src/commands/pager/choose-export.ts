import { formatCount } from '../../lib/format-number.ts';
import { nextTurn, systemSlices } from '../../lib/slices.ts';
import type { Transcript } from '../../contract/transcript/transcript.ts';
import type { OpenPager } from '../../stores/transcript/select-pager.ts';
import { secretsIn, TRANSCRIPT_FORMATS } from '../../stores/transcript/transcript-pieces.ts';
import { closeDialog, notify, openDialog, updateDialog, type CommandContext } from '../command.ts';
import { askForPath, timeInName } from '../export/write-file.ts';

interface Offer {
  readonly format: (typeof TRANSCRIPT_FORMATS)[number];
  readonly from: number;
  readonly to: number;
}

/** Offers to write the transcript, or the rest of it, to a file. What looks like a secret is told of first. */
export function exportTranscript(context: CommandContext, { open, cursor, top }: OpenPager): void {
  const { transcript } = open;
  const here = cursor ?? top.message;
  const to = transcript.count;
  const offers: readonly Offer[] = (here === 0 ? [0] : [0, here]).flatMap((from) =>
    TRANSCRIPT_FORMATS.map((format) => ({ format, from, to })),
  );
  openDialog(context, {
    kind: 'choice',
    title: 'Write to a file',
    choices: offers.map(({ format, from }, index) => ({
      label: `${messages(to - from)}${from === 0 ? '' : ` from #${formatCount(from + 1)} on`}, as ${format.title}`,
      value: String(index),
    })),
    initial: undefined,
    choose(value) {
      const offer = offers[Number(value)];
      if (offer !== undefined) {
        void warnAndWrite(context, transcript, offer);
      }
    },
  });
}

function messages(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'message' : 'messages'}`;
}

async function warnAndWrite(context: CommandContext, transcript: Transcript, offer: Offer): Promise<void> {
  const found = await findSecretsOf(context, transcript, offer);
  if (found === undefined) {
    notify(context, 'Cancelled. Nothing was written.');
  } else if (found.size === 0) {
    write(context, transcript, offer, false);
  } else {
    openDialog(context, {
      kind: 'choice',
      title: secretsSentence(found),
      choices: [
        { label: 'Leave them out', value: 'without' },
        { label: 'Write everything as it is', value: 'with' },
        { label: 'Write nothing', value: 'nothing' },
      ],
      initial: 'without',
      choose(value) {
        if (value !== 'nothing') {
          write(context, transcript, offer, value === 'without');
        }
      },
    });
  }
}

function write(
  context: CommandContext,
  transcript: Transcript,
  { format, from, to }: Offer,
  leavesSecretsOut: boolean,
): void {
  askForPath(context, {
    what: `${messages(to - from)}${leavesSecretsOut ? ' without what looks like secrets' : ''}`,
    title: format.title,
    count: to - from,
    path: context.files.suggest(`vigil-transcript-${timeInName(context)}.${format.extension}`),
    pieces: () => format.write(transcript, { from, to, leavesSecretsOut }),
  });
}

/** The messages that each kind of secret seems to be in. */
type Found = ReadonlyMap<string, readonly number[]>;

/** Messages that a sentence names at most. */
const MOST_NAMED = 3;

function secretsSentence(found: Found): string {
  const kinds = [...found].map(([kind, where]) => {
    const named = where.slice(0, MOST_NAMED).map((message) => `#${message + 1}`);
    const more = where.length > named.length ? ' and more' : '';
    return `${kind} (${named.join(', ')}${more})`;
  });
  return `This looks like secrets: ${kinds.join('; ')}`;
}

/** What takes longer than this, in milliseconds, shows how far it has come, and so often. */
const SHOWN_AFTER = 300;
const SHOWN_EVERY = 150;

/** Looks for secrets in slices, with progress; undefined when it was cancelled. */
async function findSecretsOf(
  context: CommandContext,
  transcript: Transcript,
  { from, to }: Offer,
): Promise<Found | undefined> {
  const { clock } = context;
  const found = new Map<string, number[]>();
  let isCancelled = false;
  let isShown = false;
  let showAt = clock.monotonic() + SHOWN_AFTER;
  let hasTime = systemSlices.begin();
  for (let index = from; index < to && !isCancelled; index++) {
    for (const kind of new Set(secretsIn(transcript, index))) {
      found.set(kind, [...(found.get(kind) ?? []), index]);
    }
    if (hasTime()) {
      continue;
    }
    await nextTurn(systemSlices);
    hasTime = systemSlices.begin();
    if (clock.monotonic() < showAt) {
      continue;
    }
    showAt = clock.monotonic() + SHOWN_EVERY;
    const done = index - from;
    if (isShown) {
      updateDialog(context, 'progress', { done });
    } else {
      isShown = true;
      const cancel = () => {
        isCancelled = true;
      };
      openDialog(context, { kind: 'progress', title: 'Looking for secrets', done, of: to - from, cancel });
    }
  }
  if (context.stores.view.getState().dialogs.at(-1)?.kind === 'progress') {
    closeDialog(context);
  }
  return isCancelled ? undefined : found;
}
