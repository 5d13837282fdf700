import type { EditedText } from '../../../lib/text-editing.ts';
import type { Dialog } from '../../../stores/view/dialog-states.ts';
import type { Tab } from '../../../stores/base/tab.ts';
import type { ReadableRow } from './readable-rows.ts';
import type { Settings } from '../../panes/setting.ts';

/** A list as it is said. */
export interface HeardList {
  readonly length: number;
  /** `60 rows so far (60 of 500)` */
  readonly count: string;
  /** More rows are being found, or read. */
  readonly isCounting: boolean;
  /** Where the row under the cursor stands, from 0, and the row itself. */
  readonly place: number;
  readonly row: string;
  readonly isMarked: boolean;
  readonly marked: number;
  /** What is said in place of rows. */
  readonly empty: string;
  /** How old it is, and why, where it could not be read anew. */
  readonly stale: string;
  /** The cursor stays on the first row, whichever that is. */
  readonly isAtLiveEdge: boolean;
  /** All that is known of the row under the cursor. */
  detail(): readonly string[];
}

/** A menu as it is said. */
export interface HeardMenu {
  readonly title: string;
  readonly length: number;
  /** The place of the entry under the cursor, from 0, and the entry itself. */
  readonly cursor: number;
  readonly entry: string;
}

/** What is on the screen, as it is said, and what it is about. */
export interface Heard {
  readonly tab: Tab;
  /** The same for as long as the same pane, page or transcript is shown. */
  readonly place: string;
  /** What the pane or the page is called. */
  readonly title: string;
  readonly dialog: Dialog | undefined;
  /** What stands in its field. */
  readonly edited: EditedText | undefined;
  /** What the question says that is open, without what changes by itself; empty where none is. */
  readonly question: string;
  /** The dialog as the menu that it is; undefined for all others. */
  readonly menu: HeardMenu | undefined;
  /** The pane is a text to be read, of which every line counts. */
  readonly isText: boolean;
  /** The message of it that a key went to; undefined for none. */
  readonly message: number | undefined;
  readonly list: HeardList | undefined;
  readonly settings: Settings;
  /** The key that reads all of what is open or under the cursor. */
  readonly detailKey: string;
  /** Where the user is in it: the same unless a key has moved it. */
  readonly position: string;
  /** The topmost line of the detail. */
  readonly detailTop: number;
  readonly pane: readonly ReadableRow[];
  /** What is said of the place in it. */
  readonly remarks: readonly string[];
  /** The message that each row of the pane belongs to, of a text. */
  readonly messages: readonly (number | undefined)[];
  readonly dialogRows: readonly ReadableRow[];
  readonly stopped: readonly ReadableRow[];
}

/** What somebody has heard already. */
export interface Known extends Heard {
  /** The rows of the dialogs that lie over each other, by the number of each. */
  readonly dialogs: ReadonlyMap<number, readonly ReadableRow[]>;
  /** A count was said that was not done, and is said once it is. */
  readonly owesCount: boolean;
  /** The heading that was said last. */
  readonly heading: string | undefined;
}
