import { sameValueKey } from '../../lib/same-value.ts';
import { prose, quoting, type Sentence } from '../../lib/untrusted.ts';
import { goesByNames } from '../../stores/events/event-query.ts';
import { EventFilter, type FilterView, type HostByClient } from '../../stores/events/event-filter.ts';
import type { EventRow } from '../../stores/events/event-row.ts';
import { EVENT_QUERY, NO_EVENT_FILTERS } from '../../stores/events/events-view.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import type { QueryClock } from '../../stores/query/query-time.ts';
import { boundsOf, type TimeBounds } from '../../stores/query/time-bounds.ts';
import { NO_ALERT, type Alert } from '../../stores/view/alert.ts';
import type { FilterMemoryState } from '../../stores/view/filter-memory.ts';
import { validFilters } from '../../stores/view/list-filters.ts';

/** What happens when an event arrives that passes a filter. */
export interface AlertRule {
  /** The same text for as long as it asks for the same. */
  readonly key: string;
  /** What a message begins with. */
  readonly title: Sentence;
  readonly filter: AlertFilter;
  readonly alert: Exclude<Alert, 'none'>;
  /** A message says which filter it was. A program says it elsewhere, and a block is loud by itself where only the bell rings. */
  readonly isSaid: boolean;
}

/** The filters of the feed, as far as they say which events pass. */
type AlertFilter = FilterView & { readonly unacknowledged: boolean };

/** What is alerted for: blocks as the config file says, its filters, and those that the console saved. */
export function alertRules(
  { saved, configured }: Pick<FilterMemoryState, 'saved' | 'configured'>,
  blockAlert: Alert,
): readonly AlertRule[] {
  const rule = (
    name: string,
    alert: Alert | undefined,
    filter: Partial<AlertFilter>,
  ): readonly AlertRule[] =>
    alert === undefined || alert === NO_ALERT
      ? []
      : [
          {
            key: sameValueKey([name, filter]),
            title: quoting`${prose(name)}: `,
            filter: { ...NO_EVENT_FILTERS, ...filter },
            alert,
            isSaid: !Array.isArray(alert),
          },
        ];
  const [ofBlocks] = rule('', blockAlert, { outcomes: ['block'] });
  return [
    ...(ofBlocks === undefined ? [] : [{ ...ofBlocks, title: '', isSaid: blockAlert === 'notify' }]),
    ...configured.flatMap(({ name, list, text, alert }) =>
      list === 'events' ? rule(name, alert, { text }) : [],
    ),
    ...saved.flatMap(({ name, list, text, others, alert }) =>
      list === 'events'
        ? rule(name, alert, { ...(validFilters(list, others) as Partial<AlertFilter>), text })
        : [],
    ),
  ];
}

/** Whether it depends on what machines are called, or who uses them. */
export function asksForNames({ filter: { suspicious, text } }: AlertRule): boolean {
  return suspicious || goesByNames(parseQuery(text, EVENT_QUERY));
}

/** Which events a rule is for, as long as hosts are called the same and times mean the same. */
export class AlertTest {
  readonly #rule: AlertFilter;
  readonly #filter: EventFilter;
  readonly #bounds: TimeBounds;

  constructor(rule: AlertFilter, hosts: HostByClient, clock: QueryClock) {
    this.#rule = rule;
    this.#filter = new EventFilter(rule, hosts, clock);
    this.#bounds = boundsOf(parseQuery(rule.text, EVENT_QUERY), clock);
  }

  /** The same test where others of these would let the same through. */
  at(hosts: HostByClient, clock: QueryClock): AlertTest {
    const { from, to } = boundsOf(parseQuery(this.#rule.text, EVENT_QUERY), clock);
    const isSame =
      !this.#filter.dependsOn(hosts, clock) && from === this.#bounds.from && to === this.#bounds.to;
    return isSame ? this : new AlertTest(this.#rule, hosts, clock);
  }

  passes(row: EventRow): boolean {
    return this.#isOfIt(row) && this.#filter.passes(row);
  }

  /** Whether nobody can say if a row passes, since it is not known what its machine is called. */
  isUnjudged(row: EventRow): boolean {
    return this.#isOfIt(row) && this.#filter.judge(row) === undefined;
  }

  #isOfIt(row: EventRow): boolean {
    const { from, to } = this.#bounds;
    return (
      row.time >= from &&
      row.time < to &&
      // One that has just come was acknowledged by nobody.
      (!this.#rule.unacknowledged || row.event.outcome === 'block')
    );
  }
}
