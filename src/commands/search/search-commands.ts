import { lazyImport } from '../../lib/lazy-import.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import { indexedRows } from '../../stores/base/visible-rows.ts';
import type { SearchHit } from '../../stores/search/search-hit.ts';
import type { SessionSearch } from '../../stores/search/session-search.ts';
import type { SessionSearchDialog } from '../../stores/view/dialog-states.ts';
import {
  closeDialog,
  notify,
  openDialog,
  topDialog,
  updateDialog,
  type Command,
  type CommandContext,
} from '../base/command.ts';
import { placeInDialog, placeToActOn, type DialogRows } from '../base/dialog-rows.ts';
import { cursorCommands, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';
import { openHit } from '../pager/open.ts';
import { beginSearch, scopeSentence, searchedNow } from './begin-search.ts';
import { describeUnsearched } from './describe-unsearched.ts';

/** Of the screen, so many rows do not belong to a page of hits. */
const ROWS_AROUND = 12;

const indexed = memoizeLast((hits: readonly SearchHit[]) => indexedRows(hits));

/** The hits of a search as the list of a dialog. */
export function hitRows({ hits, number }: SessionSearch, { cursor }: SessionSearchDialog): DialogRows {
  return { name: `search ${number}`, rows: indexed(hits), cursor, filters: [] };
}

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
    findProblem: (text) => (text === '' ? 'Type what is to be found.' : undefined),
    submit: (words) => beginSearch(context, { kind: 'words', words }),
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
          run: (context) => beginSearch(context, { kind: 'words', words }),
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
    run: (context) => openDialog(context, { kind: 'session-search', cursor: undefined }),
  },
];

function withHit(
  context: CommandContext,
  act: (search: SessionSearch, hit: SearchHit) => void | Promise<void>,
): void | Promise<void> {
  const search = searchOf(context);
  const dialog = topDialog(context, 'session-search');
  if (search === undefined || dialog === undefined) {
    return undefined;
  }
  const place = placeToActOn(context, hitRows(search, dialog), (cursor) =>
    updateDialog(context, 'session-search', { cursor }),
  );
  const hit = place === undefined ? undefined : search.hits[place];
  return hit === undefined ? notify(context, 'There is no hit yet.') : act(search, hit);
}

const loadRecords = lazyImport(() => import('./search-records.ts'));

async function copy(context: CommandContext, search: SessionSearch, hit: SearchHit): Promise<void> {
  const { copyHits } = await loadRecords();
  copyHits(context, search, hit);
}

async function write(context: CommandContext, search: SessionSearch): Promise<void> {
  const { exportHits } = await loadRecords();
  exportHits(context, search);
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
        return (
          search && {
            length: search.hits.length,
            place: placeInDialog(context, hitRows(search, dialog)),
            idAt: (place) => search.hits[place]?.id,
          }
        );
      },
    ),
    dialogCommand('session-search', 'open', 'Read the transcript at the message of the hit', (context) =>
      withHit(context, ({ sought }, hit) => openHit(context, sought, hit)),
    ),
    dialogCommand('session-search', 'copy', 'Copy the hit, or all that are listed', (context) =>
      withHit(context, (search, hit) => copy(context, search, hit)),
    ),
    dialogCommand('session-search', 'export', 'Write the hits that are listed to a file', (context) =>
      withHit(context, (search) => write(context, search)),
    ),
    dialogCommand(
      'session-search',
      'unsearched',
      'Show which transcripts were not searched, and why',
      showUnsearched,
    ),
    dialogCommand('session-search', 'leave', 'Close, and let it go on', leave, {
      hint: 'leave',
      closes: true,
    }),
  ],
  close: {
    title: 'Stop the search, or close',
    hint: 'stop, or close',
    run(context) {
      if (searchOf(context)?.phase === 'running') {
        context.sync.stopSearch();
      } else {
        closeDialog(context);
      }
    },
  },
};
