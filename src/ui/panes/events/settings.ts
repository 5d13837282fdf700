import { OUTCOMES } from '../../../contract/values.ts';
import type { EventsView } from '../../../stores/events/events-view.ts';
import { narrowed, ofList, suspiciousNames, switched, type Settings } from '../setting.ts';

/** What keys switch or choose in the feed. */
export function eventSettings(view: EventsView, clock: (time: number) => string): Settings {
  const { outcomes, type, ecosystem, suspicious, unacknowledged, range, folded, raw, follow, held } = view;
  const shown = [...OUTCOMES].reverse().filter((outcome) => outcomes.includes(outcome));
  const isAll = shown.length === OUTCOMES.length;
  return {
    // It stands still for as long as a dialog is open, and nobody has switched it off.
    follow: switched('Following', follow || held, true),
    outcomes: ofList(
      isAll ? 'All outcomes.' : shown.length === 0 ? 'No outcome.' : `Only ${shown.join(' and ')}.`,
      isAll,
    ),
    type: narrowed('Type', type),
    ecosystem: narrowed('From', ecosystem),
    suspicious: suspiciousNames(suspicious),
    unacknowledged: ofList(
      unacknowledged ? 'Only unacknowledged blocks.' : 'Acknowledged ones, too.',
      !unacknowledged,
    ),
    range: ofList(
      range === undefined ? 'All times.' : `From ${clock(range.since)} to ${clock(range.until)}.`,
      range === undefined,
    ),
    folded: ofList(folded ? 'Folded: repeats are one row.' : 'Unfolded: each event is a row.', folded),
    raw: switched('Event as it was sent', raw, false),
  };
}
