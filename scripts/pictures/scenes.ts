import { KEYS } from '../../test/helpers/terminal.ts';
import type { Scene, Step } from './scene.ts';

const WIDE = { columns: 132, rows: 36 } as const;
const WALL = { columns: 160, rows: 45 } as const;
const SMALL = { columns: 80, rows: 24 } as const;

/** The overview once all its sources were read. */
const OVERVIEW = [
  /allow +█/,
  'health ok',
  /Recorded sessions · [1-9]/,
  /Agents · [1-9]/,
  /in (the last )?24 h/,
];

/** The same on a wall, where the feed has been read far enough to fill it. */
const FULL_WALL = [...OVERVIEW, /(?:^ ✖ .*\n){12}/m];

/** Any pane, while the overview is still being read. */
const STARTED = ['1 Overview', 'live'];

const toEvents: Step = { press: '2', until: 'complete through' };
const toAgents: Step = { press: '3', until: /\d+ of \d+ agents/ };
const toSessions: Step = { press: '4', until: /\d+ sessions/ };

/** The cursor goes down to a session of a hundred messages or more. */
const toLongSession: Step = { press: 'j', until: /^▌.* \d{3} +\d+ kB/m, again: true };

/** Only blocks are left, and the newest of them is under the cursor with its detail at the side. */
const toBlock: readonly Step[] = [
  toEvents,
  { press: 'a', until: '[ ] allow' },
  { press: 'v', until: '[ ] review' },
  { press: 'j', until: 'F follows' },
  { press: KEYS.enter, until: /│ (▌ )?✖ BLOCK/ },
];

/** The menu of what is related to the block, with the mark on a way that is not its first. */
const toRelated: readonly Step[] = [
  ...toBlock,
  { press: 'o', until: 'Details of the package' },
  { press: 'j', until: /▌ Events of (?!the machine)/, again: true },
];

/** Three agents are marked, and the one below them is under the cursor. */
const toMarks: readonly Step[] = [
  toAgents,
  { press: ' ', until: '1 marked' },
  { press: ' ', until: '2 marked' },
  { press: ' ', until: '3 marked' },
];

/** What is asked of those that are marked, which the menu offers first. */
const toMarked: readonly Step[] = [
  { press: 'S', until: '▌ Suspend the 3 marked' },
  { press: KEYS.enter, until: 'Suspend 3 agents?', again: true },
];

/** A text that is typed letter by letter. */
function typed(text: string): readonly Step[] {
  return [...text].map((press, index) => ({ press, until: text.slice(0, index + 1).trimEnd() }));
}

/** Every screen of the documentation. */
export const SCENES: readonly Scene[] = [
  {
    name: 'overview',
    title: 'Overview',
    text: 'The wall: blocks, clones and silent agents in figures that can be read from across a room. Tab goes from block to block, Enter to the pane that says more.',
    ...WALL,
    begins: FULL_WALL,
    steps: [],
  },
  {
    name: 'events',
    title: 'Events',
    text: 'Events over time in a strip, and the feed, which stands while a block is read; what arrives meanwhile is counted.',
    ...WIDE,
    begins: STARTED,
    steps: [...toBlock, { press: 'A', until: /\d+ new/ }],
  },
  {
    name: 'counts',
    title: 'Counts',
    text: 'What passes the filters, by package; # on a row counts inside it, Enter shows its events.',
    ...WIDE,
    begins: STARTED,
    steps: [
      toEvents,
      { press: 'a', until: '[ ] allow' },
      { press: '#', until: '▌ package' },
      { press: KEYS.enter, until: /count by package.*\n.*EVENTS/ },
    ],
  },
  {
    name: 'query',
    title: 'A query while it is typed',
    text: 'Fields, wildcards and negation; the list follows each key.',
    ...WIDE,
    begins: STARTED,
    steps: [toEvents, { press: '/', until: /Filter|Esc/ }, ...typed('outcome:block host:ci-* -ecosystem:go')],
  },
  {
    name: 'package',
    title: 'Details of a package',
    text: 'When it was installed, and its versions, outcomes, machines and reasons, over the pane that it was opened from.',
    ...WIDE,
    begins: STARTED,
    steps: [
      ...toRelated,
      { press: 'k', until: '▌ Details of the package' },
      { press: KEYS.enter, until: /package .*Esc goes back/, again: true },
    ],
  },
  {
    name: 'agents',
    title: 'Agents',
    text: 'Every agent with its status, when it was last seen, its flags, and its events of the last day.',
    ...WALL,
    begins: STARTED,
    steps: [toAgents],
  },
  {
    name: 'agent',
    title: 'Details of an agent',
    text: 'When its events were, the events themselves, and its sessions.',
    ...WIDE,
    begins: STARTED,
    steps: [
      ...toRelated,
      { press: 'j', until: '▌ Details of the agent', again: true },
      { press: KEYS.enter, until: /agent .*Esc goes back/, again: true },
    ],
  },
  {
    name: 'sessions',
    title: 'Sessions',
    text: 'Recorded sessions, the newest first.',
    ...WIDE,
    begins: STARTED,
    steps: [toSessions],
  },
  {
    name: 'calendar',
    title: 'Sessions by day',
    text: 'Half a year of recorded sessions; Enter shows those of a day.',
    ...WIDE,
    begins: STARTED,
    steps: [toSessions, { press: 'd', until: 'Sessions by day' }],
  },
  {
    name: 'transcript',
    title: 'Transcript',
    text: 'A session in the pager: prompts, answers and calls of tools.',
    ...WIDE,
    begins: STARTED,
    steps: [toSessions, toLongSession, { press: KEYS.enter, until: /\d+ ?%/ }],
  },
  {
    name: 'outline',
    title: 'Outline of a transcript',
    text: 'Prompts and calls of tools; Enter goes to one of them.',
    ...WIDE,
    begins: STARTED,
    steps: [
      toSessions,
      toLongSession,
      { press: KEYS.enter, until: /\d+ ?%/ },
      { press: 'O', until: /outline/i },
    ],
  },
  {
    name: 'llm',
    title: 'LLM calls',
    text: 'What they cost a day and how long they took, with a mark at the days over budget; totals by model; the calls with the columns that were found in the data.',
    ...WIDE,
    begins: STARTED,
    steps: [{ press: '5', until: 'all from the first one' }],
  },
  {
    name: 'policy',
    title: 'Policy',
    text: 'Every rule with its meaning, its range and its value.',
    ...WIDE,
    begins: STARTED,
    steps: [{ press: '6', until: 'min_scorecard' }],
  },
  {
    name: 'suspend',
    title: 'Acting on agents',
    text: 'What is asked before several agents are suspended: who they are, how many requests it takes, and why it is done.',
    ...WIDE,
    begins: STARTED,
    steps: [...toMarks, ...toMarked],
  },
  {
    name: 'results',
    title: 'Results of an action',
    text: 'One agent after the other, each read before and after: what was observed of each.',
    ...WIDE,
    begins: STARTED,
    steps: [
      ...toMarks,
      ...toMarked,
      { press: KEYS.enter, until: 'y suspends', again: true },
      { press: 'y', until: '3 confirmed', again: true },
    ],
  },
  {
    name: 'policy-review',
    title: 'Review of a policy change',
    text: 'Before and after, which way each change goes, when agents have it, and an estimate of what it would have decided differently.',
    ...WIDE,
    begins: STARTED,
    steps: [
      { press: '6', until: 'min_scorecard' },
      { press: '+', until: '(was' },
      { press: 'j', until: /^▌ review_scorecard/m },
      { press: 'j', until: /^▌ max_known/m },
      { press: '\u001b[D', until: /\(was.*\n(.*\n)*.*\(was/ },
      { press: 'W', until: /Estimate from/ },
    ],
  },
  {
    name: 'journal',
    title: 'Journal',
    text: 'Every change that was made from this host, step by step, with what was observed.',
    ...WIDE,
    begins: STARTED,
    steps: [
      toAgents,
      { press: 'S', until: 'Suspend this agent?' },
      { press: KEYS.enter, until: 'y suspends', again: true },
      { press: 'y', until: 'Confirmed', again: true },
      { press: ':', until: /Enter/ },
      ...typed('journal'),
      { press: KEYS.enter, until: 'from this host' },
      { press: KEYS.enter, until: 'as the journal has it', again: true },
    ],
  },
  {
    name: 'help',
    title: 'Help',
    text: 'The keys of the pane that is open.',
    ...WIDE,
    begins: STARTED,
    steps: [toEvents, { press: '?', until: /Show or hide block/ }],
  },
  {
    name: 'palette',
    title: 'Commands by name',
    text: 'Every command, found by a few of its letters.',
    ...WIDE,
    begins: STARTED,
    steps: [
      toEvents,
      { press: ':', until: /Go to Agents|Next row/ },
      { press: 'o', until: /^.*: ?o/m },
      { press: 'u', until: /Choose which outcomes to show/ },
    ],
  },
  {
    name: 'api-log',
    title: 'API log',
    text: 'What is waited for, the budget, what is known of the feed, and every request.',
    ...WIDE,
    begins: OVERVIEW.slice(0, 2),
    steps: [{ press: '!', until: /\/health/ }],
  },
  {
    name: 'overview-light',
    title: 'On a light background',
    text: 'The console asks the terminal for its colours and uses those of its 16 that can be read.',
    ...WIDE,
    rows: 40,
    background: 'light',
    begins: FULL_WALL,
    steps: [],
  },
  {
    name: 'events-no-colour',
    title: 'Without colours',
    text: 'Outcomes are words and shapes, too.',
    ...WIDE,
    environment: { NO_COLOR: '1' },
    begins: STARTED,
    steps: toBlock,
  },
  {
    name: 'overview-ascii',
    title: 'In ASCII',
    text: 'For terminals without UTF-8, every sign has a form of the same width.',
    ...WIDE,
    rows: 40,
    flags: ['--ascii'],
    begins: [/allow +#/, 'health ok', /Recorded sessions - [1-9]/, /in (the last )?24 h/],
    steps: [],
  },
  {
    name: 'overview-small',
    title: 'The overview on 80 by 24',
    text: 'The same at the size of an old terminal.',
    ...SMALL,
    begins: [/allow +█/, 'health ok', /Agents · [1-9]/, /in (the last )?24 h/],
    steps: [{ press: '\t', until: '▌' }],
  },
  {
    name: 'events-small',
    title: 'The feed on 80 by 24',
    text: 'The detail lies below the list.',
    ...SMALL,
    begins: ['1 Overview', 'live'],
    steps: [
      toEvents,
      { press: 'a', until: '[ ] allow' },
      { press: 'v', until: '[ ] review' },
      { press: KEYS.enter, until: /─ (▌ )?✖ BLOCK/ },
    ],
  },
];
