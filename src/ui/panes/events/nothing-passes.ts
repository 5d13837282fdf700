import { formatCount } from '../../../lib/format-number.ts';
import { formatClock, zoneOf } from '../../../lib/format-time.ts';
import {
  selectCoveredFrom,
  selectFiltering,
  selectFreshEvents,
  selectHiddenByMutes,
  selectWantedFrom,
} from '../../../stores/events/select-events.ts';
import { feedCompleteness } from '../../../stores/events/feed-completeness.ts';
import type { Stores } from '../../../stores/stores.ts';
import { olderFailureWords } from '../feed-parts.ts';
import { noneFound } from '../freshness.ts';
import { machineNamesSentence, machineNamesWords } from '../machine-names-words.ts';
import { keyNameOf } from '../../../commands/keys/key-name.ts';

/**
 * Why the feed shows none of the events that are here, as a sentence for its middle whose beginning fits 80 columns: it
 * says of which events that is true, where others are still to be looked at.
 */
export function nothingPasses(stores: Stores, now: number): string {
  const { events, timeStyle, dialogs } = stores.view.getState();
  const clock = (time: number) => formatClock(time, now, zoneOf(timeStyle));
  const { count } = selectFreshEvents(stores);
  if (count > 0) {
    const by = events.frozenTime === undefined ? 'when the view froze' : `by ${clock(events.frozenTime)}`;
    const top = dialogs.at(-1);
    // Keys are letters of the filter while one is typed.
    const key =
      top?.kind === 'filter' && top.wasFollowing
        ? keyNameOf(stores, 'filter.keep')
        : keyNameOf(stores, 'events.follow');
    const passing =
      count === 1 ? `1 new one passes: ${key} shows it` : `${formatCount(count)} new pass: ${key} shows them`;
    return `None passes of what was here ${by}; ${passing}.`;
  }
  if (events.outcomes.length === 0) {
    return `All outcomes are off, so no event is shown. ${keyNameOf(stores, 'events.show-all')} shows them all.`;
  }
  const muted = selectHiddenByMutes(stores).reduce((sum, hidden) => sum + hidden.count, 0);
  if (muted > 0) {
    return `${formatCount(muted)} ${muted === 1 ? 'passes and is' : 'pass and are'} muted: :mutes says by what, and ends it.`;
  }
  if (selectFiltering(stores) !== undefined) {
    return 'None has passed the filters so far; not all that is here was looked at yet.';
  }
  const names = machineNamesWords(stores, now);
  if (names !== undefined) {
    return `${machineNamesSentence(names)} ${waysOut(stores)}`;
  }
  const { unacknowledged } = events;
  const from = selectCoveredFrom(stores);
  const isWhole = from === undefined || from <= wholeFrom(stores);
  const who = `No ${unacknowledged ? 'block' : 'event'}${isWhole ? '' : ` back to ${clock(from)}`}`;
  const sentence = unacknowledged
    ? `${who} that passes the filters waits to be acknowledged`
    : `${who} passes the filters`;
  const words = noneFound(sentence, feedCompleteness(stores.events.getState()));
  const { older, olderFailure } = stores.events.getState();
  if (!isWhole && olderFailure !== undefined) {
    return `${words}; ${olderFailureWords(olderFailure)}, ${keyNameOf(stores, 'data.refresh')} tries again.`;
  }
  if (isWhole || older === 'idle') {
    return `${words}. ${waysOut(stores)}`;
  }
  const why = {
    reading: 'older ones are being read',
    'given-up': `reading older ones was stopped, ${keyNameOf(stores, 'data.refresh')} reads on`,
    full: 'older ones are not kept',
  } as const;
  return `${words}; ${why[older]}.`;
}

/** From when on the filters want the feed, in milliseconds; 0 for all of it. */
function wholeFrom(stores: Stores): number {
  const { unacknowledged } = stores.view.getState().events;
  // No block that is older than the acknowledgements waits for one.
  const since = unacknowledged ? stores.acknowledged.getState().since : undefined;
  return Math.max(selectWantedFrom(stores) ?? 0, since ?? 0);
}

function waysOut(stores: Stores): string {
  const { unacknowledged } = stores.view.getState().events;
  return unacknowledged
    ? `${keyNameOf(stores, 'events.toggle-unacknowledged')} shows other events again.`
    : `${keyNameOf(stores, 'events.show-all')} shows all outcomes, ${keyNameOf(stores, 'list.filter')} edits, ${keyNameOf(stores, 'view.back')} clears one.`;
}
