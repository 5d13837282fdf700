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
    'data.refresh': ['r'],
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
    'detail.toggle': ['p'],
    'detail.zoom': ['z'],
    'focus.switch': ['tab'],
  },
  overview: { 'overview.open-events': ['enter'] },
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
  },
  agents: {
    'agents.open': ['enter'],
    'agents.change-status': ['S'],
    'agents.choose-flag': ['f'],
  },
  sessions: {
    'sessions.open': ['enter'],
    'sessions.choose-day': ['d'],
    'sessions.toggle-subagents': ['u'],
    'sessions.toggle-suspicious': ['i'],
    'sessions.choose-filter': ['f'],
  },
  llm: { 'llm.open': ['enter'] },
  policy: {
    'policy.edit': ['enter'],
    'policy.increase': ['+', 'right'],
    'policy.decrease': ['left'],
    'policy.revert': ['u'],
    'policy.review': ['W'],
  },
  pager: {
    'pager.fold': ['enter'],
    'pager.help': ['h'],
    'pager.outline': ['O'],
    'pager.next-event': ['e'],
    'pager.previous-event': ['E'],
    'pager.related': ['o'],
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
  palette: { 'palette.up': ['up'], 'palette.down': ['down'], 'palette.close': ['escape'] },
  choice: { 'choice.close': ['escape', 'q'] },
  text: { 'text.close': ['escape'] },
  confirm: { 'confirm.yes': ['y'], 'confirm.close': ['escape', 'n', 'q'] },
  'list-editor': {
    'list-editor.down': ['j', 'down'],
    'list-editor.up': ['k', 'up'],
    'list-editor.add': ['a'],
    'list-editor.remove': ['x', 'delete'],
    'list-editor.close': ['escape', 'enter', 'q'],
  },
  'policy-review': { 'policy-review.write': ['y'], 'policy-review.close': ['escape', 'n', 'q'] },
};

/** Keys that work even while a dialog is open. */
export const ALWAYS: readonly string[] = ['app.quit-now', 'app.suspend', 'screen.redraw'];

const commandByChord = new Map<string, string>();
for (const [scope, bindings] of Object.entries(KEYMAP)) {
  for (const [command, chords] of Object.entries(bindings)) {
    for (const chord of chords) {
      commandByChord.set(`${scope} ${chord}`, command);
    }
  }
}

/** The id of the command that a chord runs in the first of the scopes that binds it. */
export function commandForChord(scopes: readonly Scope[], chord: string): string | undefined {
  for (const scope of scopes) {
    const command = commandByChord.get(`${scope} ${chord}`);
    if (command !== undefined) {
      return command;
    }
  }
  return undefined;
}

/** The chords of a command, the one to show first at the front. */
export function chordsOf(command: Command): readonly string[] {
  return KEYMAP[command.scope][command.id] ?? [];
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

/** The names of a command's chords, the one to show first at the front. */
export function chordNames(command: Command, ascii = false): readonly string[] {
  return chordsOf(command).map((chord) => chordName(chord, ascii));
}

/** The commands that count in a scope, in the order of the registry. */
export function commandsOfScope(scope: Scope): readonly Command[] {
  return COMMANDS.filter((command) => command.scope === scope);
}
