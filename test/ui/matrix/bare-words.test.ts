import { expect, it } from 'vitest';

import { setScreenSize } from '../../../src/commands/base/screen.ts';
import { BEFORE_ALL_TIMES } from '../../../src/lib/format-time.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import type { EventsState } from '../../../src/stores/events/events-store.ts';
import { noteFailure, receive, type Failure } from '../../../src/stores/base/resource-store.ts';
import { SurfaceBoard } from '../../../src/ui/app/surface-board.ts';
import { createShellFrame } from '../../../src/ui/app/shell-frame.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { createTestContext, run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { listingOf, NOW, sampleAgent } from '../../helpers/sample-data.ts';
import { SCREENS, type Screen } from './screens.ts';
import { FORBIDDEN, SERVER_FAILED } from './situations.ts';

/** What is said of events, as far as it is true only of a feed that is here whole. */
const OF_FEED = [
  /\bno unack/,
  /\bno blocks? in/,
  /\d blocks? in\b/,
  /\bNo (?:event|block)s? /,
  /\bNone (?:among|passes)/,
  /─ Events {2}(?:none|\d)/,
  /\d a minute over|\d in the first minute/,
  /\d block, \d+ review/,
  /(?:first|last) seen +\d{4}/,
  /\d events .*\d BLOCK/,
  /\d unacknowledged/,
];
/** The same of lists. */
const OF_LISTS = [
  /\bno (?:clone|silent)/,
  /\d of \d+ (?:agents|sessions)/,
  /\d calls/,
  /\bNo (?:agents?|sessions?|calls?|LLM calls) (?!of this machine)/,
  /\ball calls|, all /,
  /Show which agents|Show only, or|sessions of one|Which (?:project|machine)/,
];
/** What stands for anything at all where nothing was read. */
const ANYTHING =
  /\b(?:no|none|only|all|complete) (?!outcomes|times|days|\w+ yet)|\b0 (?!to|or|requests|kept)/i;

const SO_FAR = /so far|\+ unack/;
const UNVERIFIED = /unverified|known|\+ unack/;
const OLD = /\d[smh] old/;

interface Source {
  readonly name: string;
  create(): TestContext;
  /** Behind each word on events and on lists; undefined where these are as good as can be. */
  readonly feed?: RegExp;
  readonly lists?: RegExp;
  /** The last line of the pane may say it for all that is above it. */
  readonly byFooter?: boolean;
  /** Nothing at all may be said of what there is. */
  readonly isUnread?: boolean;
}

const OLD_BY = 180_000;
const READ = ['agents', 'sessions', 'llmCalls', 'policy', 'summary', 'calendar', 'health'] as const;

/** A small organization all of whose blocks are acknowledged and that has no clones, so that "no" is what there is to say. */
function calm(events: Partial<EventsState> = {}): TestContext {
  const context = createFilledContext();
  const { stores } = context;
  const blocks = [...stores.events.getState().rows].filter(({ event }) => event.outcome === 'block');
  stores.acknowledged.acknowledge(blocks);
  const agents = Array.from({ length: 12 }, (_, index) => sampleAgent(`agent-${index}`));
  receive(stores.agents, listingOf(agents), NOW);
  stores.events.setState({ coveredSince: NOW - 41 * 60_000, ...events });
  return context;
}

function withOpenBlocks(): TestContext {
  const context = createFilledContext();
  context.stores.events.setState({ coveredSince: NOW - 41 * 60_000 });
  return context;
}

/** All was read, and there is nothing. */
function withNothing(): TestContext {
  const context = createTestContext();
  const { events, agents, sessions, llmCalls } = context.stores;
  events.setState({
    receivedAt: NOW,
    completeThrough: NOW,
    readThrough: NOW,
    coveredSince: BEFORE_ALL_TIMES,
  });
  receive(agents, listingOf([]), NOW);
  receive(sessions, listingOf([]), NOW);
  receive(llmCalls, listingOf([]), NOW);
  return context;
}

function halfRead(context: TestContext): TestContext {
  const { agents, sessions, llmCalls } = context.stores;
  const reading = <Row>(rows: readonly Row[] = []) => ({
    ...listingOf(rows),
    total: 3000,
    reading: { read: rows.length, of: 3000 },
  });
  receive(agents, reading(agents.getState().data?.rows), NOW);
  receive(sessions, reading(sessions.getState().data?.rows), NOW);
  receive(llmCalls, { ...reading(llmCalls.getState().data?.rows), reach: 'reading' }, NOW);
  return context;
}

function failAll({ stores }: TestContext, failure: Failure): void {
  stores.events.setState({ failure });
  for (const name of READ) {
    noteFailure<unknown>(stores[name], failure);
  }
  stores.connection.setState({ state: 'failing' });
}

function failed(failure: Failure): TestContext {
  const context = createTestContext();
  failAll(context, failure);
  return context;
}

function aged(): TestContext {
  const context = calm({ receivedAt: NOW - OLD_BY });
  for (const name of READ) {
    const { data } = context.stores[name].getState();
    receive<unknown>(context.stores[name], data, NOW - OLD_BY);
  }
  return context;
}

const SOURCES: readonly Source[] = [
  { name: 'that nobody has read yet', create: () => createTestContext(), isUnread: true },
  { name: 'that a key may not read', create: () => failed(FORBIDDEN), isUnread: true },
  { name: 'that failed from the start', create: () => failed(SERVER_FAILED), isUnread: true },
  {
    name: 'of which the first rows are still to come',
    create() {
      const context = createTestContext();
      context.stores.events.setState({ receivedAt: NOW, coveredSince: NOW, toCome: 800 });
      return halfRead(context);
    },
    feed: SO_FAR,
    lists: SO_FAR,
  },
  {
    name: 'of which the first part is being read',
    create: () => halfRead(calm({ completeThrough: undefined, readThrough: undefined })),
    feed: SO_FAR,
    lists: SO_FAR,
  },
  {
    name: 'of which a part is still to come',
    create: () => halfRead(calm({ toCome: 800 })),
    feed: SO_FAR,
    lists: SO_FAR,
  },
  {
    name: 'with blocks that wait, of which a part is still to come',
    create() {
      const context = halfRead(withOpenBlocks());
      context.stores.events.setState({ toCome: 800 });
      return context;
    },
    feed: SO_FAR,
    lists: SO_FAR,
  },
  {
    name: 'of which some cannot be had',
    create: () => calm({ gaps: [{ since: NOW / 1000 - 2000, until: NOW / 1000 - 1900, missing: 3 }] }),
    feed: SO_FAR,
  },
  {
    name: 'of which a row is damaged',
    create: () => calm({ damaged: [{ index: 4, field: 'id', problem: 'expected a string', item: {} }] }),
    feed: SO_FAR,
  },
  {
    name: 'whose counts are not believed',
    create: () => calm({ doubt: 'ignores-window', completeThrough: undefined }),
    feed: UNVERIFIED,
  },
  {
    name: 'that was read long ago and fails',
    create() {
      const context = aged();
      failAll(context, SERVER_FAILED);
      return context;
    },
    feed: OLD,
    lists: OLD,
    byFooter: true,
  },
  {
    name: 'that was read long ago, and nothing says why',
    create: aged,
    feed: OLD,
    lists: OLD,
    byFooter: true,
  },
];

const theme = createTheme({ colour: false, ascii: false });
const SIZES = [
  { columns: 160, rows: 45 },
  { columns: 80, rows: 24 },
  { columns: 60, rows: 15 },
];
const LOOKED_AT = SCREENS.filter(
  ({ name, isPane }) =>
    (isPane === true && !/policy|conflict/.test(name)) ||
    /details of an agent|details of a package|page of a reason|range of the feed|values to|flags of|filters of s|clients/.test(
      name,
    ),
);

/** The rows that a screen shows at each size, and what the menu over it says. */
function picturesOf(context: TestContext, screen: Screen): readonly (readonly string[])[] {
  const paint = createShellFrame(
    { commands: context, theme, shownDialog: new ShownDialog() },
    new SurfaceBoard(),
  );
  setScreenSize(context, 160, 45);
  screen.open(context);
  return SIZES.map(({ columns, rows }) => {
    setScreenSize(context, columns, rows);
    paint();
    const lines = paint().rows.map((row = []) => row.map(({ text }) => text).join(''));
    const dialog = context.stores.view.getState().dialogs.at(-1);
    return dialog?.kind === 'choice' ? [...lines.slice(0, -1), dialog.title, ''] : lines;
  });
}

/** What is said without its measure: of each piece of a line, with the line behind it where it wraps. */
function bareWords(lines: readonly string[], { feed, lists, byFooter, isUnread }: Source): readonly string[] {
  const pane = lines.slice(2, -1);
  if (isUnread === true) {
    const told = pane.filter((line) => ANYTHING.test(line) && !/\(403\)|\(500\)|Esc |is listed/.test(line));
    return [...told, ...(SO_FAR.test(pane.join('\n')) ? ['so far'] : [])];
  }
  const footer = byFooter === true ? pane.find((line) => /^ \w+ \d[smh] old/.test(line)) : undefined;
  return pane.flatMap((line, index) =>
    line.split('│').flatMap((piece, _column, { length }) => {
      const wrapped = length === 1 ? (pane[index + 1] ?? '') : '';
      const said = `${piece} ${wrapped} ${footer ?? ''}`.replace(/ +/g, ' ');
      const isBare = (words: readonly RegExp[], measure: RegExp | undefined) =>
        measure !== undefined && words.some((word) => word.test(piece)) && !measure.test(said);
      return isBare(OF_FEED, feed) || isBare(OF_LISTS, lists) ? [piece.trim()] : [];
    }),
  );
}

it.each(SOURCES)('nothing is said without its measure of a source $name', (source) => {
  // A menu over a small screen hides the line that says how old all is.
  const looked = LOOKED_AT.filter(({ byInk }) => byInk !== true || source.byFooter !== true);
  const bare = looked.flatMap((screen) =>
    picturesOf(source.create(), screen).flatMap((lines) =>
      bareWords(lines, source).map((words) => `${screen.name}: ${words}`),
    ),
  );
  expect(bare).toEqual([]);
});

it('of sources that are here whole, the words stand alone', () => {
  const whole: Source = { name: '', create: calm, feed: /$^/, lists: /$^/ };
  const said = [calm, withOpenBlocks, withNothing].flatMap((create) =>
    LOOKED_AT.flatMap((screen) => picturesOf(create(), screen).flatMap((lines) => bareWords(lines, whole))),
  );
  const text = said.join('\n');
  for (const words of [...OF_FEED, ...OF_LISTS]) {
    expect(text).toMatch(words);
  }
  expect(text).not.toMatch(/so far|unverified|known|\d[smh] old/);
});

it('what is offered for all agents that match says of how many', () => {
  const context = halfRead(calm());
  updatePane(context.stores.view, 'agents', { text: 'build' });
  run(context, 'tab.agents');
  run(context, 'agents.change-status');
  const dialog = context.stores.view.getState().dialogs.at(-1);
  expect(JSON.stringify(dialog)).toContain('all 12 that match the filter so far (12 of 3,000)');
});
