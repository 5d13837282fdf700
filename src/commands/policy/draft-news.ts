import { jsonText } from '../../lib/json-text.ts';
import type { DraftNews } from '../../stores/policy/merge-drafts.ts';
import { notify, type NoticeContext } from '../notices.ts';

/** Fields that are named one by one. */
const MOST_NAMED = 4;

/** Says what another console of this user did to the draft that both share, before anybody wonders where a change came from. */
export function tellDraftNews(context: NoticeContext, news: readonly DraftNews[]): void {
  const agreed = news.filter(({ isDisputed }) => !isDisputed);
  const disputed = news.filter(({ isDisputed }) => isDisputed);
  if (agreed.length > 0) {
    notify(context, `Another console of yours changed this draft: ${joined(agreed.map(describeChange))}.`);
  }
  if (disputed.length > 0) {
    notify(
      context,
      `This draft was changed in two consoles at once: ${joined(disputed.map(describeDispute))}. Enter on a field decides anew.`,
      'bad',
    );
  }
}

function describeChange({ field, now }: DraftNews): string {
  return now === undefined
    ? `${field} is out of it, written or taken back`
    : `${field} becomes ${words(now.value)}`;
}

function describeDispute({ field, theirs, now }: DraftNews): string {
  if (theirs === undefined || now === undefined) {
    return `${field} was written or taken back in the other one, and stays ${words(now?.value)}`;
  }
  return jsonText(theirs.value) === jsonText(now.value)
    ? `${field} was taken back here and becomes ${words(now.value)} by the other one`
    : `${field} becomes ${words(now.value)} as here, not ${words(theirs.value)}`;
}

function words(value: unknown): string {
  return Array.isArray(value)
    ? `a list of ${value.length} ${value.length === 1 ? 'element' : 'elements'}`
    : jsonText(value);
}

function joined(texts: readonly string[]): string {
  const more = texts.length - MOST_NAMED;
  return `${texts.slice(0, MOST_NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
