import { lazyImport } from '../../lib/lazy-import.ts';
import { problemOfTyped } from '../../lib/text-finder.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { HIT_QUERY } from '../../stores/search/hit-record.ts';
import type { SearchHit } from '../../stores/search/search-hit.ts';
import type { SessionSearch } from '../../stores/search/session-search.ts';
import type { SessionSearchDialog } from '../../stores/view/dialog-states.ts';
import { namesIn, valuesIn } from '../../stores/view/known-values.ts';
import {
  closeDialog,
  notify,
  openDialog,
  topDialog,
  updateDialog,
  updateDialogBelow,
  type Command,
  type CommandContext,
} from '../base/command.ts';
import { placeInDialog, placeToActOn } from '../base/dialog-rows.ts';
import { cursorCommands, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';
import { openFilterField } from '../base/filter-field.ts';
import { openHit } from '../pager/open.ts';
import { beginSearch, scopeSentence, searchedNow, searchTyped, showHits } from './begin-search.ts';
import { describeUnsearched } from './describe-unsearched.ts';
import { hitRows, knownRecord, listedHitsNow } from './hit-rows.ts';

/** Of the screen, so many rows do not belong to a page of hits. */
const ROWS_AROUND = 12;

function searchOf({ stores }: CommandContext): SessionSearch | undefined {
  return stores.sessionSearch.getState().search;
}

function ask(context: CommandContext): void {
  openDialog(context, {
    kind: 'text',
    title: 'Search the transcripts',
    lines: [
      { label: 'searches', value: scopeSentence(searchedNow(context)) },
      ...(searchOf(context)?.phase === 'running'
        ? [{ label: 'note', value: 'it takes the place of the search that is under way' }]
        : []),
    ],
    label: 'words',
    initial: '',
    enterDoes: 'searches, newest first',
    findProblem: (text) => (text === '' ? 'Type what is to be found.' : problemOfTyped(text)),
    submit: (typed) => searchTyped(context, typed),
    dangerous: false,
  });
}

/** `search rm -rf` in the palette searches at once. */
export function searchWordsCommands(search: string): readonly Command[] {
  const [, words] = /^search\s+(\S.*)$/is.exec(search) ?? [];
  return words === undefined
    ? []
    : [
        {
          id: 'sessions.search-words',
          title: 'Search the transcripts for',
          subject: asUntrusted(words),
          scope: 'global',
          run: (context) => searchTyped(context, words),
        },
      ];
}

/** Searching the transcripts of sessions. */
export const searchCommands: readonly Command[] = [
  {
    id: 'sessions.search',
    title: 'Search the transcripts of the sessions that are listed',
    hint: 'search',
    scope: 'sessions',
    opensField: true,
    run: ask,
  },
  {
    id: 'sessions.search-secrets',
    title: 'Search the transcripts for what looks like a secret',
    scope: 'sessions',
    run: (context) => beginSearch(context, { kind: 'secrets' }),
  },
  {
    id: 'sessions.search-results',
    title: 'Hits of the last search of transcripts, and how far it has come',
    scope: 'global',
    disabledReason: (context) =>
      searchOf(context) === undefined ? 'Nothing was searched for since the console was started.' : undefined,
    run: showHits,
  },
];

/** The hits that are listed of the search that a dialog shows. */
interface ListedHits {
  readonly search: SessionSearch;
  readonly listed: readonly SearchHit[];
  readonly dialog: SessionSearchDialog;
}

function listedNow(context: CommandContext): ListedHits | undefined {
  const search = searchOf(context);
  const dialog = topDialog(context, 'session-search');
  return search === undefined || dialog === undefined
    ? undefined
    : { search, dialog, listed: listedHitsNow(context, search, dialog) };
}

function withHit(
  context: CommandContext,
  act: (now: ListedHits, hit: SearchHit) => void | Promise<void>,
): void | Promise<void> {
  const now = listedNow(context);
  if (now === undefined) {
    return undefined;
  }
  const { search, listed, dialog } = now;
  const place = placeToActOn(context, hitRows(search, listed, dialog), (cursor) =>
    updateDialog(context, 'session-search', { cursor }),
  );
  const hit = place === undefined ? undefined : listed[place];
  if (hit === undefined) {
    return listed.length > 0
      ? undefined
      : notify(context, search.hits.length === 0 ? 'There is no hit yet.' : 'No hit passes.');
  }
  return act(now, hit);
}

/** So many hits are looked at for values. */
const LOOKED_AT = 200;

function filter(context: CommandContext, dialog: SessionSearchDialog): void {
  const looked = (listedNow(context)?.listed ?? []).slice(0, LOOKED_AT).map(knownRecord);
  openFilterField(
    context,
    {
      rows: 'hits',
      query: HIT_QUERY,
      list: undefined,
      valuesOf: (field) => valuesIn(looked, field),
      apply: (text) => updateDialogBelow(context, 'session-search', { search: text }),
    },
    { before: dialog.search, names: namesIn(looked) },
  );
}

function goOn(context: CommandContext): void {
  const phase = searchOf(context)?.phase;
  if (phase === 'cancelled' || phase === 'stopped') {
    context.sync.goOnSearching();
  } else {
    notify(
      context,
      phase === 'running' ? 'The search is under way already.' : 'The search has come to its end.',
    );
  }
}

const loadRecords = lazyImport(() => import('./search-records.ts'));

async function copy(context: CommandContext, { search, listed }: ListedHits, hit: SearchHit): Promise<void> {
  const { copyHits } = await loadRecords();
  copyHits(context, search, listed, hit);
}

async function copyCommand(context: CommandContext, dialog: SessionSearchDialog): Promise<void> {
  const { copySearch } = await loadRecords();
  const search = searchOf(context);
  if (search !== undefined) {
    copySearch(context, search, dialog);
  }
}

async function write(context: CommandContext, { search, listed }: ListedHits): Promise<void> {
  const { exportHits } = await loadRecords();
  exportHits(context, search, listed);
}

function showUnsearched(context: CommandContext): void {
  const search = searchOf(context);
  if (search === undefined || search.unsearched.length === 0) {
    notify(context, 'No transcript failed so far.');
    return;
  }
  openDialog(context, {
    kind: 'plain',
    title: 'Transcripts that were not searched, or not whole',
    text: describeUnsearched(search, context.stores.view.getState().ascii),
    top: 0,
  });
}

function leave(context: CommandContext): void {
  closeDialog(context);
  if (searchOf(context)?.phase === 'running') {
    notify(context, 'The search goes on; :hits shows what it finds.');
  }
}

/** The hits of the last search of transcripts. */
export const sessionSearchDialog: DialogSpec<SessionSearchDialog> = {
  field: undefined,
  commands: [
    ...cursorCommands(
      'session-search',
      { down: 'Next hit', up: 'Previous hit', first: 'First hit', last: 'Last hit' },
      ROWS_AROUND,
      (context, dialog) => {
        const search = searchOf(context);
        const listed = search === undefined ? [] : listedHitsNow(context, search, dialog);
        return (
          search && {
            length: listed.length,
            place: placeInDialog(context, hitRows(search, listed, dialog)),
            idAt: (place) => listed[place]?.id,
          }
        );
      },
    ),
    dialogCommand('session-search', 'open', 'Read the transcript at the message of the hit', (context) =>
      withHit(context, ({ search }, hit) => openHit(context, search.sought, hit)),
    ),
    dialogCommand('session-search', 'search', 'Filter the hits by a query: words, fields, times', filter, {
      opensField: true,
    }),
    dialogCommand('session-search', 'go-on', 'Go on with a search that was stopped', goOn),
    dialogCommand('session-search', 'copy', 'Copy the hit, or all that are listed', (context) =>
      withHit(context, (now, hit) => copy(context, now, hit)),
    ),
    dialogCommand('session-search', 'copy-command', 'Copy this search as a command for a shell', copyCommand),
    dialogCommand('session-search', 'export', 'Write the hits that are listed to a file', (context) =>
      withHit(context, (now) => write(context, now)),
    ),
    dialogCommand(
      'session-search',
      'unsearched',
      'Show which transcripts were not searched, and why',
      showUnsearched,
    ),
    dialogCommand('session-search', 'leave', 'Close, and let it go on', leave, { closes: true }),
  ],
  close: {
    title: 'Clear the filter, stop the search, or close',
    hint: undefined,
    run(context, { search: text }) {
      if (text !== '') {
        updateDialog(context, 'session-search', { search: '' });
      } else if (searchOf(context)?.phase === 'running') {
        context.sync.stopSearch();
      } else {
        closeDialog(context);
      }
    },
  },
};
