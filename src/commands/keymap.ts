import { rememberLast } from '../stores/remember-last.ts';
import type { Stores } from '../stores/stores.ts';
import type { Rebound } from '../stores/view-store.ts';
import type { Command, Scope } from './command.ts';
import { COMMANDS } from './registry.ts';

/**
 * Which keys run which command, by scope. This is the only place that names keys: the dispatcher, the hint row, help,
 * the palette and the README are made from it. Alt, function keys, Ctrl-A/B/S/Q, `[` and a bare Escape for an action
 * are left to terminals and multiplexers.
 */
export const KEYMAP: Readonly<Record<Scope, Readonly<Record<string, readonly string[]>>>> = {
  global: {
    'tab.overview': ['1'],
    'tab.events': ['2'],
    'tab.agents': ['3'],
    'tab.sessions': ['4'],
    'tab.llm': ['5'],
    'tab.policy': ['6'],
    'tab.last': ['-'],
    'help.open': ['?'],
    'palette.open': [':'],
    'requests.open': ['!'],
    'messages.open': [],
    'data.refresh': ['r'],
    'related.open': ['o'],
    'times.cycle': ['t'],
    'view.back': ['escape'],
    'app.quit': ['q'],
    'app.quit-now': ['ctrl+c'],
    'app.suspend': ['ctrl+z'],
    'screen.redraw': ['ctrl+l'],
  },
  list: {
    'list.down': ['j', 'down'],
    'list.up': ['k', 'up'],
    'list.page-down': ['pagedown'],
    'list.page-up': ['pageup'],
    'list.half-down': ['ctrl+d'],
    'list.half-up': ['ctrl+u'],
    'list.first': ['g', 'home'],
    'list.last': ['G', 'end'],
    'list.filter': ['/'],
    'list.choose-value': ['f'],
    'list.next-match': ['n'],
    'list.previous-match': ['N'],
    'items.copy': ['y'],
    'items.export': ['x'],
    'list.left': ['left'],
    'list.right': ['right'],
    'marks.toggle': ['space'],
    'marks.add-all': ['*'],
    'marks.clear': ['U'],
    'detail.toggle': ['p'],
    'detail.zoom': ['z'],
    'detail.wrap': ['w'],
    'focus.switch': ['tab'],
  },
  overview: {
    'overview.open': ['enter'],
    'overview.next-block': ['tab'],
    'overview.previous-block': ['shift+tab'],
    'overview.down': ['j', 'down'],
    'overview.up': ['k', 'up'],
    'overview.right': ['l', 'right'],
    'overview.left': ['h', 'left'],
    'overview.copy': ['y'],
    'overview.export': ['x'],
  },
  events: {
    'events.toggle-block': ['b'],
    'events.toggle-review': ['v'],
    'events.toggle-allow': ['a'],
    'events.show-all': ['A'],
    'events.choose-outcomes': ['O'],
    'events.choose-type': ['T'],
    'events.choose-ecosystem': ['c'],
    'events.toggle-suspicious': ['i'],
    'events.follow': ['F'],
    'events.open': ['enter'],
    'events.acknowledge': ['e'],
    'events.toggle-unacknowledged': ['E'],
    'events.choose-range': ['H'],
    'events.toggle-folding': ['='],
    'events.next-repeat': ['J'],
    'events.previous-repeat': ['K'],
    'events.toggle-raw': ['M'],
    'events.block-package': ['B'],
  },
  agents: {
    'agents.open': ['enter'],
    'agents.change-status': ['S'],
    'agents.choose-flag': ['f'],
    'agents.sort': ['s'],
  },
  sessions: {
    'sessions.open': ['enter'],
    'sessions.choose-day': ['d'],
    'sessions.toggle-subagents': ['u'],
    'sessions.toggle-suspicious': ['i'],
    'sessions.choose-sorting': ['s'],
    'sessions.choose-filter': ['f'],
    'sessions.choose-client': ['c'],
  },
  llm: {
    'llm.open': ['enter'],
    'llm.toggle-totals': ['v'],
    'llm.choose-sorting': ['s'],
    'llm.toggle-suspicious': ['i'],
  },
  policy: {
    'policy.edit': ['enter'],
    'policy.increase': ['+', 'right'],
    'policy.decrease': ['left'],
    'policy.revert': ['u'],
    'policy.revert-all': [],
    'policy.review': ['W'],
    'policy.versions': ['Z'],
    'policy.import': [],
    'policy.export': [],
  },
  page: {
    'page.down': ['j', 'down'],
    'page.up': ['k', 'up'],
    'page.page-down': ['pagedown', 'space'],
    'page.page-up': ['pageup'],
    'page.half-down': ['ctrl+d'],
    'page.half-up': ['ctrl+u'],
    'page.first': ['g', 'home'],
    'page.last': ['G', 'end'],
    'page.open': ['enter'],
    'page.filter': ['/'],
    'page.copy': ['y'],
    'page.export': ['x'],
    'page.block-package': ['B'],
  },
  pager: {
    'pager.fold': ['enter'],
    'pager.help': ['h'],
    'pager.outline': ['O'],
    'pager.next-event': ['e'],
    'pager.previous-event': ['E'],
    'pager.related': ['o'],
    'pager.copy': ['y'],
    'pager.export': ['x'],
    'pager.line-down': ['j', 'down'],
    'pager.line-up': ['k', 'up'],
    'pager.page-down': ['space', 'pagedown'],
    'pager.page-up': ['b', 'pageup'],
    'pager.half-down': ['d', 'ctrl+d'],
    'pager.half-up': ['u', 'ctrl+u'],
    'pager.start': ['g', 'home'],
    'pager.end': ['G', 'end'],
    'pager.next-prompt': ['}'],
    'pager.previous-prompt': ['{'],
    'pager.next-message': ['J'],
    'pager.previous-message': ['K'],
    'pager.percent': ['%'],
    'pager.search': ['/'],
    'pager.search-back': ['?'],
    'pager.next-match': ['n'],
    'pager.previous-match': ['N'],
    'pager.tools': ['T'],
    'pager.raw': ['M'],
    'pager.message-raw': ['m'],
    'pager.wrap': ['w'],
    'pager.right': ['right'],
    'pager.left': ['left'],
  },
  outline: {
    'outline.down': ['j', 'down'],
    'outline.up': ['k', 'up'],
    'outline.page-down': ['space', 'pagedown', 'ctrl+d'],
    'outline.page-up': ['b', 'pageup', 'ctrl+u'],
    'outline.start': ['g', 'home'],
    'outline.end': ['G', 'end'],
    'outline.go': ['enter'],
    'outline.filter': ['/'],
    'outline.close': ['escape', 'q', 'O'],
  },
  help: {
    'help.down': ['j', 'down'],
    'help.up': ['k', 'up'],
    'help.page-down': ['space', 'pagedown', 'ctrl+d'],
    'help.page-up': ['b', 'pageup', 'ctrl+u'],
    'help.start': ['g', 'home'],
    'help.end': ['G', 'end'],
    'help.search': ['/'],
    'help.next-match': ['n'],
    'help.previous-match': ['N'],
    'help.close': ['escape', 'q', '?'],
  },
  'request-log': {
    'request-log.down': ['j', 'down'],
    'request-log.up': ['k', 'up'],
    'request-log.page-down': ['space', 'pagedown', 'ctrl+d'],
    'request-log.page-up': ['b', 'pageup', 'ctrl+u'],
    'request-log.start': ['g', 'home'],
    'request-log.end': ['G', 'end'],
    'request-log.close': ['escape', 'q', '!'],
  },
  messages: {
    'messages.down': ['j', 'down'],
    'messages.up': ['k', 'up'],
    'messages.page-down': ['space', 'pagedown', 'ctrl+d'],
    'messages.page-up': ['b', 'pageup', 'ctrl+u'],
    'messages.start': ['g', 'home'],
    'messages.end': ['G', 'end'],
    'messages.close': ['escape', 'q'],
  },
  palette: {
    'palette.up': ['up', 'ctrl+p'],
    'palette.down': ['down', 'ctrl+n'],
    'palette.page-down': ['pagedown'],
    'palette.page-up': ['pageup'],
    'palette.close': ['escape'],
  },
  choice: { 'choice.close': ['escape', 'q'] },
  text: { 'text.close': ['escape'] },
  filter: {
    'filter.keep': ['enter'],
    'filter.complete': ['tab'],
    'filter.older': ['up'],
    'filter.newer': ['down'],
    'filter.close': ['escape'],
  },
  confirm: { 'confirm.yes': ['y'], 'confirm.close': ['escape', 'n', 'q'] },
  'list-editor': {
    'list-editor.down': ['j', 'down'],
    'list-editor.up': ['k', 'up'],
    'list-editor.add': ['a'],
    'list-editor.page-down': ['space', 'pagedown', 'ctrl+d'],
    'list-editor.page-up': ['b', 'pageup', 'ctrl+u'],
    'list-editor.first': ['g', 'home'],
    'list-editor.last': ['G', 'end'],
    'list-editor.edit': ['enter', 'e'],
    'list-editor.remove': ['x', 'delete'],
    'list-editor.restore': ['u'],
    'list-editor.search': ['/'],
    'list-editor.close': ['escape', 'q'],
  },
  calendar: {
    'calendar.left': ['left', 'h'],
    'calendar.right': ['right', 'l'],
    'calendar.up': ['up', 'k'],
    'calendar.down': ['down', 'j'],
    'calendar.previous-month': ['pageup'],
    'calendar.next-month': ['pagedown'],
    'calendar.end': ['t'],
    'calendar.show': ['enter'],
    'calendar.all-days': ['a'],
    'calendar.close': ['escape', 'q', 'd'],
  },
  plain: {
    'plain.down': ['j', 'down'],
    'plain.up': ['k', 'up'],
    'plain.page-down': ['space', 'pagedown', 'ctrl+d'],
    'plain.page-up': ['b', 'pageup', 'ctrl+u'],
    'plain.start': ['g', 'home'],
    'plain.end': ['G', 'end'],
    'plain.close': ['escape', 'q'],
  },
  progress: { 'progress.close': ['escape', 'q'] },
  'event-range': {
    'event-range.left': ['left', 'h'],
    'event-range.right': ['right', 'l'],
    'event-range.page-left': ['down', 'j'],
    'event-range.page-right': ['up', 'k'],
    'event-range.next-end': ['tab', 'space'],
    'event-range.first': ['home', 'g'],
    'event-range.last': ['end', 'G'],
    'event-range.page-earlier': ['pageup'],
    'event-range.page-later': ['pagedown'],
    'event-range.zoom-in': ['+', 'H'],
    'event-range.zoom-out': ['-'],
    'event-range.narrow': ['enter'],
    'event-range.clear': ['x'],
    'event-range.close': ['escape', 'q'],
  },
  'policy-review': {
    'policy-review.write': ['y'],
    'policy-review.down': ['j', 'down'],
    'policy-review.up': ['k', 'up'],
    'policy-review.page-down': ['space', 'pagedown', 'ctrl+d'],
    'policy-review.page-up': ['b', 'pageup', 'ctrl+u'],
    'policy-review.start': ['g', 'home'],
    'policy-review.end': ['G', 'end'],
    'policy-review.close': ['escape', 'n', 'q'],
  },
  'policy-comparison': {
    'policy-comparison.down': ['j', 'down'],
    'policy-comparison.up': ['k', 'up'],
    'policy-comparison.page-down': ['space', 'pagedown', 'ctrl+d'],
    'policy-comparison.page-up': ['b', 'pageup', 'ctrl+u'],
    'policy-comparison.start': ['g', 'home'],
    'policy-comparison.end': ['G', 'end'],
    'policy-comparison.close': ['escape', 'q'],
  },
  'policy-versions': {
    'policy-versions.down': ['j', 'down'],
    'policy-versions.up': ['k', 'up'],
    'policy-versions.page-down': ['pagedown', 'ctrl+d'],
    'policy-versions.page-up': ['pageup', 'ctrl+u'],
    'policy-versions.first': ['g', 'home'],
    'policy-versions.last': ['G', 'end'],
    'policy-versions.compare': ['enter'],
    'policy-versions.mark': ['space'],
    'policy-versions.restore': ['R'],
    'policy-versions.close': ['escape', 'q', 'Z'],
  },
};

/** Keys that work even while a dialog is open. */
export const ALWAYS: readonly string[] = ['app.quit-now', 'app.suspend', 'screen.redraw'];

/** Which keys count: those of the table, and in their place those that the user has chosen. */
export interface Keymap {
  /** The id of the command that a chord runs in the first of the scopes that binds it. */
  commandFor(scopes: readonly Scope[], chord: string): string | undefined;
  /** The chords of a command, the one to show first at the front. */
  chordsOf(command: Pick<Command, 'id' | 'scope'>): readonly string[];
}

/** The keymap with other chords for some commands. */
export function createKeymap(rebound: Rebound): Keymap {
  const chordsOf = ({ id, scope }: Pick<Command, 'id' | 'scope'>) =>
    rebound.get(id) ?? KEYMAP[scope][id] ?? [];
  const commandByChord = new Map<string, string>();
  for (const command of COMMANDS) {
    for (const chord of chordsOf(command)) {
      commandByChord.set(`${command.scope} ${chord}`, command.id);
    }
  }
  return {
    chordsOf,
    commandFor(scopes, chord) {
      const scope = scopes.find((candidate) => commandByChord.has(`${candidate} ${chord}`));
      return scope === undefined ? undefined : commandByChord.get(`${scope} ${chord}`);
    },
  };
}

/** The keymap as it is where nothing was rebound. */
export const USUAL_KEYMAP = createKeymap(new Map());

/** The usual command of a chord, in the first of the scopes that binds it. */
export const commandForChord: Keymap['commandFor'] = (scopes, chord) =>
  USUAL_KEYMAP.commandFor(scopes, chord);

/** The usual chords of a command, the one to show first at the front. */
export const chordsOf: Keymap['chordsOf'] = (command) => USUAL_KEYMAP.chordsOf(command);

const keymapFor = rememberLast((rebound: Rebound) =>
  rebound.size === 0 ? USUAL_KEYMAP : createKeymap(rebound),
);

/** The keymap that is in force. */
export function keymapOf({ view }: Pick<Stores, 'view'>): Keymap {
  return keymapFor(view.getState().rebound);
}

/** The chords of a command that no command of a nearer scope takes away from it. */
export function chordsWithin(
  scopes: readonly Scope[],
  command: Pick<Command, 'id' | 'scope'>,
  keymap: Keymap,
): readonly string[] {
  return keymap.chordsOf(command).filter((chord) => keymap.commandFor(scopes, chord) === command.id);
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  escape: 'Esc',
  enter: 'Enter',
  space: 'Space',
  tab: 'Tab',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pagedown: 'PgDn',
  pageup: 'PgUp',
  home: 'Home',
  end: 'End',
  backspace: 'Backspace',
  'shift+tab': 'Shift-Tab',
  delete: 'Del',
};

const ASCII_NAMES: Readonly<Record<string, string>> = {
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
};

/** A chord as people write it: `Ctrl-D`, `PgDn`, and an arrow as a word where there is nothing but ASCII. */
export function chordName(chord: string, ascii = false): string {
  const [modifier, key] = chord.startsWith('ctrl+') ? ['Ctrl-', chord.slice(5).toUpperCase()] : ['', chord];
  return modifier + ((ascii ? ASCII_NAMES[key] : undefined) ?? KEY_NAMES[key] ?? key);
}

/** The names of chords, as they stand one behind the other. */
export function chordNames(chords: readonly string[], ascii = false): string {
  return chords.map((chord) => chordName(chord, ascii)).join(' ');
}

/** The commands that count in a scope, in the order of the registry. */
export function commandsOfScope(scope: Scope): readonly Command[] {
  return COMMANDS.filter((command) => command.scope === scope);
}
