import type { MixedText } from '../../lib/mixed-text.ts';
import type { Policy } from '../../contract/policy.ts';
import type { AnyText, Sentence } from '../../lib/untrusted.ts';
import type { EditedText } from '../../lib/text-editing.ts';
import type { AgentPlan } from '../agents/agent-plan.ts';
import type { EventRow } from '../events/event-row.ts';
import type { Rows } from '../base/row-list.ts';
import type { JournalRow } from '../journal/journal-row.ts';
import type { ElementConflict, ChangeByOthers } from '../policy/merge-policy.ts';
import type { PolicyVersion } from '../policy/policy-version.ts';
import type { Query } from '../query/query.ts';
import type { ListQuery, QueryField } from '../query/query-fields.ts';
import type { Sorting } from '../base/list-view.ts';
import type { ListId } from '../base/tab.ts';
import type { Suggestions } from '../query/suggest.ts';
import type { TimeBuckets } from '../base/time-buckets.ts';

/** What can lie over a pane. A dialog takes all keys until it is closed. */

export interface Choice {
  readonly label: Sentence;
  readonly value: string;
  /** It leads to a write. */
  readonly dangerous?: boolean;
  /** It opens a field. */
  readonly opensField?: boolean;
  /** What tells it from the others stands at its end: where it has no room, its middle is left out. */
  readonly keepsEnd?: true;
}

interface DialogBase {
  /** How many dialogs had been opened with it: what is asked next in its place is another one. */
  readonly number: number;
}

export interface HelpDialog extends DialogBase {
  readonly kind: 'help';
  readonly top: number;
  /** The part of it that is shown; undefined for all of it. */
  readonly topic?: string | undefined;
  /** The parts that it has, where they are shown one by one. */
  readonly topics?: readonly string[];
  /** What is searched for; empty while nothing is. */
  readonly search: string;
  /** The rows in which it occurs. */
  readonly matches: readonly number[];
  /** The one of them that was last gone to. */
  readonly current: number | undefined;
}

/** What the user was shown of late. */
export interface MessagesDialog extends DialogBase {
  readonly kind: 'messages';
  readonly top: number;
}

export interface RequestLogDialog extends DialogBase {
  readonly kind: 'request-log';
  readonly top: number;
  /** The query that requests must pass to be listed; empty for all of them. */
  readonly search: string;
}

export interface PaletteDialog extends DialogBase {
  readonly kind: 'palette';
  /** What stands in its field; undefined until something was typed. */
  readonly edited?: EditedText;
  readonly search: string;
  readonly cursor: number;
}

export interface ChoiceDialog extends DialogBase {
  readonly kind: 'choice';
  readonly title: Sentence;
  /** Whether agents of the list are acted on, whose age counts then. */
  readonly isAboutAgents?: true;
  readonly choices: readonly Choice[];
  readonly initial: string | undefined;
  /** The place of the choice under the cursor; undefined until it was moved: then it is on the initial one. */
  readonly cursor?: number;
  /** When what it says was brought up to date last, by the monotonic clock; undefined while it is as it opened. */
  readonly changedAt?: number;
  /** What it returns resolves once what it opens later is open. */
  readonly choose: (value: string) => void | Promise<void>;
}

export interface TextDialog extends DialogBase {
  readonly kind: 'text';
  readonly title: Sentence;
  /** What is being decided, line by line; text from the API is allowed here. */
  readonly lines: readonly DialogLine[];
  readonly label: string;
  readonly initial: string;
  /** What stands in the field; undefined until something was typed. */
  readonly edited?: EditedText;
  /** Enter was pressed on what stands there, and refused. */
  readonly isRefused?: boolean;
  readonly enterDoes: string;
  /** Whether a text names something: what is not ASCII in it is shown escaped, as in lists. */
  readonly isName?: (text: string) => boolean;
  /** What to put into the field of a paste, for one that takes several lines; elsewhere they are joined by blanks. */
  readonly readPaste?: (text: string) => string;
  /** Called with every change; a sentence refuses the text. */
  readonly findProblem: (text: string) => Sentence | undefined;
  /** Called with a text that is not refused; a sentence says what is to be known of it. */
  readonly remark?: (text: string) => Sentence | undefined;
  /** Of a number: what the arrows up and down, `+` and `-` make of the text. */
  readonly step?: (text: string, direction: 1 | -1) => string;
  readonly submit: (text: string) => void;
  /** Called with every change, for a filter that applies while it is typed. */
  readonly onChange?: (text: string) => void;
  /** Called when it is closed without submitting. */
  readonly onCancel?: () => void;
  readonly dangerous: boolean;
}

/** Rows that a query chooses from, and where it is kept. */
export interface FilteredRows {
  /** What they are, as a plural. */
  readonly rows: string;
  readonly query: ListQuery;
  /** The list of a pane, whose earlier queries are kept. */
  readonly list: ListId | undefined;
  /** Values that a field is seen to have, the likeliest first. */
  readonly valuesOf: (field: QueryField) => readonly string[];
  /** Puts another query in force. */
  readonly apply: (text: string) => void;
  /** Called when the field is closed. */
  readonly leave?: () => void;
}

/** The query of some rows while it is typed. It applies as long as nothing is wrong with it. */
export interface FilterDialog extends DialogBase {
  readonly kind: 'filter';
  readonly of: FilteredRows;
  readonly edited: EditedText;
  readonly query: Query;
  /** The query that was in force when it was opened. */
  readonly before: string;
  /** The feed followed the live edge until it was opened. */
  readonly wasFollowing: boolean;
  /** Names of fields that the data has. */
  readonly names: readonly string[];
  readonly suggestions: Suggestions;
  /** Which of them Tab has put in. */
  readonly suggested: number | undefined;
  /** What was typed before earlier queries were looked through, and which of these is shown, from the newest. */
  readonly recalled: { readonly typed: string; readonly number: number } | undefined;
}

export interface ConfirmDialog extends DialogBase {
  readonly kind: 'confirm';
  readonly title: Sentence;
  readonly lines: readonly DialogLine[];
  /** Title and lines as they are now, where what is asked about goes on meanwhile; as many lines as at first. */
  readonly askedNow?: (() => Pick<ConfirmDialog, 'title' | 'lines'>) | undefined;
  /** What `y` does. */
  readonly yesDoes: string;
  readonly confirm: () => void;
}

/** Something about the thing that is decided on: `host  ci-07`. */
export interface DialogLine {
  readonly label: string;
  /** A text is shown as an identifier, unless its parts say otherwise. */
  readonly value: AnyText | MixedText;
}

export interface ListEditorDialog extends DialogBase {
  readonly kind: 'list-editor';
  readonly field: string;
  /** The row under the cursor, by its element; undefined for the first. */
  readonly cursor: string | undefined;
  /** Only elements that hold it are shown; empty for all. */
  readonly search: string;
  /** What is to be known of an element, in a word or two, once that is loaded. */
  readonly remarkOf: ((element: unknown) => string | undefined) | undefined;
}

/** How one thing in a list that both sides changed is to be. */
export interface ElementDecision {
  /** What it was decided on: it counts no longer once a side changes it again. */
  readonly conflict: ElementConflict;
  readonly side: 'mine' | 'theirs' | 'edited';
  /** What the list is to hold of it; nothing when it is to go. */
  readonly elements: readonly unknown[];
}

/** What the user and somebody else changed in one list, each in their way, to be settled thing by thing. */
export interface PolicyConflictDialog extends DialogBase {
  readonly kind: 'policy-conflict';
  readonly field: string;
  /** The one under the cursor, by what it is about and what each side made of it; undefined for the first. */
  readonly cursor: string | undefined;
  /** Those that were on the screen: only what somebody could look at is settled. Undefined before the first frame. */
  readonly shown: readonly string[] | undefined;
  /** The topmost line of what is spelled out of the one under the cursor. */
  readonly top: number;
  /** By what each is about. */
  readonly decisions: ReadonlyMap<string, ElementDecision>;
}

/** The columns of a list, of which any can be shown. */
export interface ColumnsDialog extends DialogBase {
  readonly kind: 'columns';
  readonly list: ListId;
  /** The column under the cursor; undefined for the first. */
  readonly cursor: string | undefined;
  /** The paths of the fields that its rows had when it was opened. */
  readonly fields: readonly string[];
}

/** The calendar of sessions. */
export interface CalendarDialog extends DialogBase {
  readonly kind: 'calendar';
  /** The day under the cursor, in the zone in which times are shown. */
  readonly date: string;
}

/** A list of changes of the policy, of which one is under the cursor. */
interface DifferencesDialog extends DialogBase {
  /** The row under the cursor; undefined for the first. */
  readonly cursor: string | undefined;
  /** The rows that stand for many changes and are unfolded. */
  readonly unfolded: ReadonlySet<string>;
  /** Only changes that hold it are listed, each in a row; empty for all. */
  readonly search: string;
  /** Only what loosens, or may. */
  readonly onlyLoosening: boolean;
  /** The topmost line of the change under the cursor while it is shown whole; undefined while the list is. */
  readonly wholeTop: number | undefined;
}

/** Changes of the policy as they were when they were looked at: what `y` writes, whatever is read meanwhile. */
export interface PolicyReviewDialog extends DifferencesDialog {
  readonly kind: 'policy-review';
  readonly stored: Policy;
  readonly changes: Readonly<Record<string, unknown>>;
  /** What others changed since the draft began. */
  readonly byOthers: readonly ChangeByOthers[];
  /** The events that what would change is estimated for. */
  readonly events: Rows<EventRow>;
  /** Lists among the changes that the server does not show; their names were typed. */
  readonly hidden: readonly string[];
  /** What was typed so far of how many changes loosen. */
  readonly typed: string;
}

/** Two versions of the policy side by side. */
export interface PolicyComparisonDialog extends DifferencesDialog {
  readonly kind: 'policy-comparison';
  readonly from: { readonly title: Sentence; readonly policy: Policy };
  readonly to: { readonly title: Sentence; readonly policy: Policy };
}

/** The versions of the policy that were seen on this host, newest first. */
export interface PolicyVersionsDialog extends DialogBase {
  readonly kind: 'policy-versions';
  readonly versions: readonly PolicyVersion[];
  /** The id of the one under the cursor; undefined for the newest. */
  readonly cursor: string | undefined;
  /** The id of the one that the next is compared with. */
  readonly marked: string | undefined;
}

/** Text on the whole screen with nothing beside it, to be selected with the mouse. */
export interface PlainDialog extends DialogBase {
  readonly kind: 'plain';
  readonly title: Sentence;
  /** Safe to show already. */
  readonly text: string;
  readonly top: number;
}

/** The feed over time, in which a range is chosen. */
export interface EventRangeDialog extends DialogBase {
  readonly kind: 'event-range';
  readonly buckets: TimeBuckets;
  /** The first and the last bucket that are chosen. */
  readonly from: number;
  readonly to: number;
  /** Which of them the arrows move. */
  readonly end: 'from' | 'to';
}

/** Asks for the reason of an action on agents, for how long a suspension is to last, and for what has to be typed before a deletion. */
export interface AgentActionDialog extends DialogBase {
  readonly kind: 'agent-action';
  readonly plan: AgentPlan;
  readonly step: 'reason' | 'end' | 'confirmation';
  readonly reason: string;
  /** What stands in the field; undefined until something was typed. */
  readonly edited?: EditedText;
}

/** Asks for a `y` before an action on agents. */
export interface AgentQuestionDialog extends DialogBase {
  readonly kind: 'agent-question';
  readonly plan: AgentPlan;
  readonly reason: string;
  /** What was done before and is to be sent once more. */
  readonly isResend: boolean;
  /** What is left of an action that has stopped. */
  readonly isRest?: true;
}

/** How far an action on agents has come, and what became of each. */
export interface AgentResultsDialog extends DialogBase {
  readonly kind: 'agent-results';
  /** The id of the agent under the cursor; undefined for the one that is under way. */
  readonly cursor: string | undefined;
  /** Only agents that are not as requested. */
  readonly onlyProblems: boolean;
}

/** Every change that was made from this host. */
export interface JournalDialog extends DialogBase {
  readonly kind: 'journal';
  /** The newest first; undefined while they are read. */
  readonly rows: readonly JournalRow[] | undefined;
  /** Older ones are not being read any more. */
  readonly isWhole: boolean;
  /** How often it was begun to read them: only what was begun last is listed. */
  readonly readings: number;
  /** Lines of the journal that could not be read. */
  readonly damaged: number;
  /** Why it could not be read at all. */
  readonly problem: string | undefined;
  /** The operation under the cursor; undefined for the newest. */
  readonly cursor: string | undefined;
  /** The query that a change must pass to be listed; empty for any. */
  readonly search: string;
  /** Only changes that did not become as requested, as far as is known. */
  readonly onlyProblems: boolean;
}

/** The last search of transcripts: how far it has come, and its hits. */
export interface SessionSearchDialog extends DialogBase {
  readonly kind: 'session-search';
  /** The id of the hit under the cursor; undefined for the first. */
  readonly cursor: string | undefined;
  /** The query that a hit must pass to be listed; empty for any. */
  readonly search: string;
}

/** What the last hunt found. */
export interface HuntDialog extends DialogBase {
  readonly kind: 'hunt';
  /** The finding under the cursor; undefined for the first. */
  readonly cursor: string | undefined;
  /** The clients of the machines that were chosen. */
  readonly marks: ReadonlySet<string>;
  /** The clients of those that are on the screen. */
  readonly shown: readonly string[];
  /** The query that findings must pass to be listed. */
  readonly search: string;
  /** How they are sorted; undefined for the usual way. */
  readonly sort: Sorting | undefined;
  /** Those whose version could not be compared are listed, too. */
  readonly withUnclear: boolean;
}

/** Something that takes long, and how far it has come. */
export interface ProgressDialog extends DialogBase {
  readonly kind: 'progress';
  readonly title: Sentence;
  readonly done: number;
  /** Undefined where nothing can be counted. */
  readonly of: number | undefined;
  /** What is being done, where that is not counted. */
  readonly remark?: Sentence;
  readonly cancel: () => void;
}

export type Dialog =
  | HelpDialog
  | RequestLogDialog
  | MessagesDialog
  | PaletteDialog
  | ChoiceDialog
  | TextDialog
  | FilterDialog
  | ConfirmDialog
  | ListEditorDialog
  | PolicyConflictDialog
  | CalendarDialog
  | ColumnsDialog
  | PolicyReviewDialog
  | PolicyComparisonDialog
  | PolicyVersionsDialog
  | PlainDialog
  | JournalDialog
  | HuntDialog
  | SessionSearchDialog
  | ProgressDialog
  | AgentActionDialog
  | AgentQuestionDialog
  | AgentResultsDialog
  | EventRangeDialog;

export type DialogKind = Dialog['kind'];

export type DialogOf<Kind extends DialogKind> = Extract<Dialog, { readonly kind: Kind }>;

/** How long a question is on the screen before it can be answered, in milliseconds. */
export const DIALOG_GRACE = 400;
