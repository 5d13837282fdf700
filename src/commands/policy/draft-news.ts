import { named } from '../../lib/named.ts';
import { prose, quoting, type Quoted } from '../../lib/untrusted.ts';
import { quotedValue } from './quoted-value.ts';
import { jsonText } from '../../lib/json-text.ts';
import type { DraftNews } from '../../stores/policy/merge-drafts.ts';
import { notify, type NoticeContext } from '../base/notices.ts';
import { keyNameOf } from '../keys/key-name.ts';

/** Fields that are named one by one. */
const MOST_NAMED = 4;

/** Says what another console of this user did to the draft that both share, before anybody wonders where a change came from. */
export function reportDraftNews(context: NoticeContext, news: readonly DraftNews[]): void {
  const agreed = news.filter(({ isDisputed }) => !isDisputed);
  const disputed = news.filter(({ isDisputed }) => isDisputed);
  if (agreed.length > 0) {
    notify(
      context,
      quoting`Another console of yours changed this draft: ${joined(agreed.map(describeChange))}.`,
    );
  }
  if (disputed.length > 0) {
    notify(
      context,
      quoting`This draft was changed in two consoles at once: ${joined(disputed.map(describeDispute))}. ${keyNameOf(context.stores, 'policy.edit')} on a field decides anew.`,
      'bad',
    );
  }
}

function describeChange({ field, now }: DraftNews): Quoted {
  return now === undefined
    ? quoting`${named(field)} is out of it, written or taken back`
    : quoting`${named(field)} becomes ${quotedValue(field, now.value)}`;
}

function describeDispute({ field, theirs, now }: DraftNews): Quoted {
  if (theirs === undefined || now === undefined) {
    return quoting`${named(field)} was written or taken back in the other one, and stays ${quotedValue(field, now?.value)}`;
  }
  return jsonText(theirs.value) === jsonText(now.value)
    ? quoting`${named(field)} was taken back here and becomes ${quotedValue(field, now.value)} by the other one`
    : quoting`${named(field)} becomes ${quotedValue(field, now.value)} as here, not ${quotedValue(field, theirs.value)}`;
}

function joined(texts: readonly Quoted[]): Quoted {
  const more = texts.length - MOST_NAMED;
  return quoting`${prose(texts.slice(0, MOST_NAMED).join('; '))}${more > 0 ? `; and ${more} more` : ''}`;
}
