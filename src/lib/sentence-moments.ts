import { formatDateTime, formatMinute, formatTimeOfDay, parseTime } from './format-time.ts';
import { prose, type Sentence } from './untrusted.ts';
import type { Zone } from './zoned-time.ts';

/** A moment in UTC as a verdict says it: `at 09:47:31Z`, `at 2026-03-02 09:47:31Z`, `until 09:47Z`. */
const MOMENT = /\b(at|of|until) (?:(\d{4}-\d{2}-\d{2}) )?(\d{2}:\d{2}(:\d{2})?)Z/g;

const DAY = 24 * 60 * 60 * 1000;

/**
 * A sentence with its moments in a zone, and with their day where that is not the one of `now`. What became of a change is
 * recorded in UTC, and a screen shows one zone. A moment without its day is of the day in UTC of `recordedAt`, or of
 * the next one where that was before its end.
 */
export function momentsIn(zone: Zone, sentence: Sentence, recordedAt: number, now = recordedAt): Sentence {
  if (zone === 'utc' && isSameDay(recordedAt, now, zone)) {
    return sentence;
  }
  return prose(
    sentence.replace(
      MOMENT,
      (whole: string, word: string, day: string | undefined, clock: string, seconds: string | undefined) => {
        const time = parseTime(`${day ?? new Date(recordedAt).toISOString().slice(0, 10)}T${clock}Z`);
        if (time === undefined) {
          return whole;
        }
        const meant =
          word === 'until' && day === undefined && time < recordedAt - DAY / 2 ? time + DAY : time;
        const format =
          seconds === undefined
            ? formatMinute
            : isSameDay(meant, now, zone)
              ? formatTimeOfDay
              : formatDateTime;
        const text = format(meant, zone);
        return `${word} ${seconds === undefined && isSameDay(meant, now, zone) ? text.slice(text.indexOf(' ') + 1) : text}`;
      },
    ),
  );
}

/** Whether clocks of the zone show the same day at two moments. */
function isSameDay(one: number, other: number, zone: Zone): boolean {
  const [day, otherDay] = [one, other].map((time) => formatDateTime(time, zone).slice(0, DAY_LENGTH));
  return day === otherDay;
}

const DAY_LENGTH = '2026-03-02'.length;
