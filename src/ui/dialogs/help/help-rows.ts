import type { Command, CommandContext, Scope } from '../../../commands/base/command.ts';
import { chordNames } from '../../../commands/keys/chord-names.ts';
import { chordsWithin, commandsOfScope, keymapOf } from '../../../commands/app/keymap-in-force.ts';
import { SHORT_HELP } from '../../../commands/app/help.ts';
import { queryForms } from '../../../commands/lists/query-help.ts';
import { commandById } from '../../../commands/app/registry.ts';
import { activeScopes } from '../../../commands/base/scopes.ts';
import { tabTitle } from '../../../commands/lists/list-sources.ts';
import { TABS, type Tab } from '../../../stores/base/tab.ts';
import type { Theme } from '../../theme.ts';
import { asTyped, type Sentence } from '../../../lib/untrusted.ts';
import { LATE_MARK, OPEN_MARK } from '../../panes/feed-parts.ts';
import { UNTIMED_MARK } from '../../panes/unreadable-time.ts';

/** A row of the help: a heading, a blank one, or a key or word with what it means. */
export interface HelpRow {
  readonly heading?: string;
  /** The keys or the word. */
  readonly keys?: string;
  readonly text?: string;
  /** Why it cannot be done now. */
  readonly reason?: Sentence | undefined;
}

/** What the signs in the rows of the events and in the bars above them stand for, as a part of the help. */
function eventSigns(theme: Theme): readonly HelpRow[] {
  const { rising } = theme;
  const list: readonly HelpRow[] = [
    { heading: 'Signs in the rows' },
    { keys: OPEN_MARK, text: 'a block that nobody has acknowledged' },
    { keys: theme.glyph('done'), text: 'a block that somebody has acknowledged' },
    { keys: LATE_MARK, text: 'came in late, after later events' },
    { keys: UNTIMED_MARK, text: 'what was sent is no time: the row stands where it was read' },
    { keys: `${theme.glyph('times')}3`, text: 'three events in a row that only repeat each other' },
    {},
  ];
  const bars: readonly HelpRow[] = [
    { heading: 'Signs in the bars above the rows' },
    {
      keys: rising.slice(1),
      text: 'how many came in that time: all events, and blocks and reviews in rows of their own',
    },
    {
      keys: 'most',
      text: 'as many as the highest bar of the row stands for; each row has a scale of its own',
    },
    {
      keys: 'cut at',
      text: 'higher bars are cut there, so that a burst does not flatten all others',
    },
    { keys: theme.glyph('here'), text: 'on the axis: where the cursor is' },
    { keys: theme.glyph('marked'), text: 'on the axis: the times of the rows on the screen' },
    { keys: theme.glyph('policy'), text: 'on the axis: since then a version of the policy holds' },
    { keys: theme.glyph('unread'), text: 'on the axis: not read yet' },
    {},
  ];
  return [...list, ...(theme.sideBySide ? bars : [])];
}

const SCOPE_TITLES: Readonly<Partial<Record<Scope, string>>> = {
  global: 'Everywhere',
  list: 'Lists',
  page: 'Page',
  pager: 'Transcript',
};

/** The most commands that the short help has, so that it is heard to its end. */
const MOST_NEEDED = 10;

/** What is said on request where the console is read aloud. */
const SPEECH = ['speech.detail', 'speech.status', 'speech.again', 'screen.redraw'] as const;

/**
 * The help on where the user is, the nearest keys first, as they are bound now; what cannot be done says why. Behind
 * them stand the words of the typed filter and the signs that are not explained where they stand. Of a topic only that.
 */
export function helpRows(context: CommandContext, theme: Theme, topic?: string): readonly HelpRow[] {
  const rows = allRows(context, theme);
  if (topic === undefined) {
    return rows;
  }
  if (topic === SHORT_HELP) {
    return shortRows(context);
  }
  const start = rows.findIndex(({ heading }) => heading === topic);
  const end = rows.findIndex(({ heading }, index) => index > start && heading !== undefined);
  return rows.slice(Math.max(0, start), end === -1 ? undefined : end);
}

/** What the help has parts on. */
export function helpTopics(context: CommandContext, theme: Theme): readonly string[] {
  return [SHORT_HELP, ...allRows(context, theme).flatMap(({ heading }) => heading ?? [])];
}

/** The keys that are needed most where the user is, those that read aloud, and where the rest is. */
function shortRows(context: CommandContext): readonly HelpRow[] {
  const { stores } = context;
  const { tab, pager, pages, ascii } = stores.view.getState();
  const scopes = activeScopes({ dialogs: [], tab, pager, pages });
  const keymap = keymapOf(stores);
  const rowOf = (command: Command): readonly HelpRow[] => {
    const chords = chordsWithin(scopes, command, keymap);
    return chords.length === 0 ? [] : [{ keys: chordNames(chords.slice(0, 1), ascii), text: command.title }];
  };
  // What reads the rest of it comes first: so many are said at once, and no more.
  const [first, ...others] = SPEECH;
  const topics = {
    keys: chordNames(keymap.chordsOf(commandById('help.topics')), ascii),
    text: 'All keys, by topic',
  };
  const hinted = scopes.flatMap((scope) => commandsOfScope(scope).filter(({ hint }) => hint !== undefined));
  return [
    { heading: SHORT_HELP },
    ...rowOf(commandById(first)),
    topics,
    ...hinted
      .filter((command) => command.disabledReason?.(context) === undefined)
      .slice(0, MOST_NEEDED)
      .flatMap(rowOf),
    { keys: `1-${TABS.length}`, text: `Go to ${TABS.map(tabTitle).join(', ')}` },
    ...others.flatMap((id) => rowOf(commandById(id))),
  ];
}

function allRows(context: CommandContext, theme: Theme): readonly HelpRow[] {
  const { stores } = context;
  const { tab, pager, pages, ascii } = stores.view.getState();
  const keymap = keymapOf(stores);
  const scopes = activeScopes({ dialogs: [], tab, pager, pages });
  const sections = scopes.map((scope): readonly HelpRow[] => {
    const rows = commandsOfScope(scope).flatMap((command): readonly HelpRow[] => {
      const chords = chordsWithin(scopes, command, keymap);
      return chords.length === 0
        ? []
        : [
            {
              keys: chordNames(chords, ascii),
              text: command.title,
              reason: command.disabledReason?.(context),
            },
          ];
    });
    return rows.length === 0 ? [] : [{ heading: SCOPE_TITLES[scope] ?? tabTitle(scope as Tab) }, ...rows, {}];
  });
  const query: readonly HelpRow[] =
    tab !== 'overview' && scopes.includes('list')
      ? [
          { heading: 'What can be typed into the filter' },
          ...queryForms(tab).map(({ form, meaning }) => ({ keys: form, text: meaning })),
          {},
        ]
      : [];
  const answers: readonly HelpRow[] = [
    { heading: 'Before a change' },
    {
      keys: chordNames(keymap.chordsOf(commandById('confirm.yes')), ascii),
      text: 'says yes to the question, which Enter never does. Press it once and by itself, after reading: 0.4 s after the question opened and 0.25 s after any other key. Sooner, held down or together with other keys it is ignored.',
    },
    {},
  ];
  const signs = tab === 'events' && scopes.includes('list') ? eventSigns(theme) : [];
  return [...sections.flat(), ...answers, ...query, ...signs];
}

/** The places of the rows in which a text occurs, whatever its case. */
export function helpMatches(rows: readonly HelpRow[], search: string): readonly number[] {
  const wanted = search.toLowerCase();
  return wanted === ''
    ? []
    : rows.flatMap(({ heading = '', keys = '', text = '', reason = '' }, index) =>
        [heading, keys, text, asTyped(reason)].some((part) => part.toLowerCase().includes(wanted))
          ? [index]
          : [],
      );
}
