import {
  ECOSYSTEMS,
  EVENT_TYPES,
  OUTCOMES,
  type Ecosystem,
  type EventType,
  type Outcome,
} from '../../contract/values.ts';
import type { ListView } from '../base/list-view.ts';
import type { TimeRange } from '../base/time-buckets.ts';
import {
  choiceField,
  SINCE,
  singleField,
  textField,
  timeField,
  UNTIL,
  type ListQuery,
} from '../query/query-fields.ts';

export interface EventsView extends ListView {
  /** The view stays at the live edge and the cursor with it. */
  readonly follow: boolean;
  /** While not following: nothing that arrived after this batch is shown. */
  readonly frozenAt: number;
  /** When what is shown while not following was last read, in milliseconds; undefined where nothing was. */
  readonly frozenTime: number | undefined;
  /** It stands still only for as long as a dialog is open. */
  readonly held: boolean;
  readonly outcomes: readonly Outcome[];
  readonly type: EventType | undefined;
  readonly ecosystem: Ecosystem | undefined;
  /** Only events with an identifier in which something had to be escaped. */
  readonly suspicious: boolean;
  /** Only blocks that nobody has acknowledged. */
  readonly unacknowledged: boolean;
  /** Only events of these times. */
  readonly range: TimeRange | undefined;
  /** Neighbours that only repeat each other are one row. */
  readonly folded: boolean;
  /** The strip that counts the events over time, where there is room for it. */
  readonly histogram: boolean;
  /** The detail shows the event as it was sent. */
  readonly raw: boolean;
}

/** The feed as it is when no filter is set. */
export const NO_EVENT_FILTERS = {
  text: '',
  outcomes: OUTCOMES,
  type: undefined,
  ecosystem: undefined,
  suspicious: false,
  unacknowledged: false,
  range: undefined,
} as const;

/** What can be asked of events. */
export const EVENT_QUERY: ListQuery = {
  kind: 'event',
  fields: [
    singleField('package', 'subject.package'),
    textField('host'),
    choiceField('outcome', 'outcome', OUTCOMES),
    choiceField('ecosystem', 'subject.ecosystem', ECOSYSTEMS),
    singleField('version', 'subject.version'),
    textField('reason', 'payload.reasons'),
    textField('user'),
    choiceField('type', 'type', EVENT_TYPES),
    textField('command', 'actor.command', 'actor.args'),
    textField('maintainer', 'payload.maintainers', 'payload.maintainer', 'metadata.maintainer'),
    textField('tool', 'actor.version'),
    singleField('client', 'client_id'),
    singleField('id', 'id'),
    timeField('time', 'timestamp'),
    SINCE,
    UNTIL,
  ],
  times: ['timestamp'],
  parts: ['payload', 'metadata', 'subject', 'actor'],
};
