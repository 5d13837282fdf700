import { formatCount } from '../../lib/format-number.ts';
import type { Transcript } from '../../contract/transcript/transcript.ts';
import type { OpenPager } from '../../stores/transcript/select-pager.ts';
import { secretsIn, TRANSCRIPT_FORMATS } from '../../stores/transcript/transcript-pieces.ts';
import { openMenu, type CommandContext } from '../base/command.ts';
import { WITHOUT_SECRETS, warnAndWrite } from '../export/find-secrets.ts';
import { notesOnAge } from '../export/row-notes.ts';
import { askForPath, timeInName } from '../export/write-file.ts';

interface Offer {
  /** As a menu and a message name it: `12 messages from #3 on`. */
  readonly name: string;
  readonly format: (typeof TRANSCRIPT_FORMATS)[number];
  readonly from: number;
  readonly to: number;
  /** What is missing, or may be, for the name; empty where nothing is. */
  readonly lacks: string;
}

/** Offers to write the transcript, or the rest of it, to a file. What looks like a secret is reported first. */
export function exportTranscript(context: CommandContext, { open, cursor, top }: OpenPager): void {
  const { transcript } = open;
  const lacks = lackingWords(open);
  const here = cursor ?? top.message;
  const to = transcript.count;
  const offers: readonly Offer[] = (here === 0 ? [0] : [0, here]).flatMap((from) =>
    TRANSCRIPT_FORMATS.map((format) => ({
      name: `${messages(to - from)}${from === 0 ? '' : ` from #${formatCount(from + 1)} on`}${lacks}`,
      format,
      from,
      to,
      lacks,
    })),
  );
  openMenu(context, {
    title: 'Write to a file',
    choices: offers.map(({ name, format }, index) => ({
      label: `${name}, as ${format.title}`,
      keepsEnd: true,
      value: String(index),
    })),
    initial: undefined,
    choose(value) {
      const offer = offers[Number(value)];
      if (offer === undefined) {
        return undefined;
      }
      const things = { count: offer.to - offer.from, first: offer.from, kinds: kindsOf(transcript, offer) };
      return warnAndWrite(context, things, (isWithout) => write(context, transcript, offer, isWithout));
    },
  });
}

function lackingWords({ state, transcript: { counted } }: OpenPager['open']): string {
  if (state !== 'broken') {
    return '';
  }
  return counted === undefined ? ', the end missing' : ` (the server counts ${formatCount(counted)} in all)`;
}

function messages(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'message' : 'messages'}`;
}

function* kindsOf(transcript: Transcript, { from, to }: Offer): Generator<readonly string[]> {
  for (let index = from; index < to; index++) {
    yield secretsIn(transcript, index);
  }
}

function write(
  context: CommandContext,
  transcript: Transcript,
  { name, format, from, to, lacks }: Offer,
  leavesSecretsOut: boolean,
): void {
  const isIncomplete = lacks !== '';
  const { stores } = context;
  const notes = isIncomplete ? [] : notesOnAge(stores, stores.transcript.getState());
  askForPath(context, {
    what: `${name}${leavesSecretsOut ? WITHOUT_SECRETS : ''}`,
    title: format.title,
    count: to - from,
    isIncomplete,
    remarks: notes,
    path: context.files.suggest(
      `vigil-transcript${isIncomplete ? '-incomplete' : ''}-${timeInName(context)}.${format.extension}`,
    ),
    pieces: () =>
      format.write(transcript, {
        from,
        to,
        leavesSecretsOut,
        incomplete: isIncomplete ? name : undefined,
        notes,
      }),
  });
}
