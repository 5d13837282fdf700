import type { SecurityEvent } from '../../contract/event.ts';
import type { EventsFilter } from '../../stores/events/events-store.ts';

/**
 * The first field by which an event is not what a server was asked for, since it does not know the filter; undefined where it
 * is, or where the event does not say. How `package` matches is left to the server, as long as the name is in it.
 */
export function unaskedField(
  { type, outcome, subject }: SecurityEvent,
  filter: EventsFilter,
): keyof EventsFilter | undefined {
  const isOther = (answered: string | undefined, asked: string | undefined) =>
    answered !== undefined && asked !== undefined && plain(answered) !== plain(asked);
  if (isOther(outcome, filter.outcome)) {
    return 'outcome';
  }
  if (isOther(type, filter.type)) {
    return 'type';
  }
  if (isOther(subject?.ecosystem, filter.ecosystem)) {
    return 'ecosystem';
  }
  const [name, asked] = [subject?.package, filter.package];
  return name === undefined || asked === undefined || plain(name).includes(plain(asked))
    ? undefined
    : 'package';
}

/** A name in the one way in which servers may spell it: registries take these signs for one another. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}
