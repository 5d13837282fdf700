import { ListMatcher } from '../../stores/hunt/list-matcher.ts';
import type { HuntList, ListProblem } from '../../stores/hunt/hunt-list.ts';
import { readHuntList } from '../../stores/hunt/list/read-list.ts';

/** A list that a text holds with what compares events with it, or all that is wrong with it. Loaded late: the libraries for versions come with it. */
export function readHunt(
  text: string,
):
  { readonly list: HuntList; readonly matcher: ListMatcher } | { readonly problems: readonly ListProblem[] } {
  const reading = readHuntList(text);
  return 'problems' in reading ? reading : { list: reading.list, matcher: new ListMatcher(reading.list) };
}
