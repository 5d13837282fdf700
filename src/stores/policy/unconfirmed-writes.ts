import type { Policy } from '../../contract/policy.ts';
import { ownValue } from '../../lib/own-value.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import { isSameContent } from './merge-policy.ts';
import type { OwnWrite } from './policy-draft.ts';
import { valueOfField, withField } from './policy-fields.ts';

/**
 * What a draft began from, without what came of writes that `stored` was read before: another console, which has read it
 * again, has them and begins from them.
 */
export function withoutUnconfirmed(base: Policy, writes: readonly OwnWrite[], stored: Policy): Policy {
  let known = base;
  for (const write of writes.filter(({ unconfirmedIn }) => unconfirmedIn === stored)) {
    for (const field of Object.keys(write.changes)) {
      known = withField(known, field, unconfirmedField(known, write, stored, field));
    }
  }
  return known;
}

function unconfirmedField(known: Policy, write: OwnWrite, stored: Policy, field: string): unknown {
  const [began, is] = [valueOfField(known, field), valueOfField(stored, field)];
  const [had, sent] = [valueOfField(write.base, field), ownValue(write.changes, field)];
  if (!Array.isArray(began) || !Array.isArray(is) || !Array.isArray(had) || !Array.isArray(sent)) {
    return isSameContent(had, is) ? is : began;
  }
  const [stands, before, after] = [keysOf(is), keysOf(had), keysOf(sent)];
  const begins = keysOf(began);
  return [
    ...(began as readonly unknown[]).filter((element) => {
      const key = sameValueKey(element);
      return stands.has(key) || before.has(key) || !after.has(key);
    }),
    ...(is as readonly unknown[]).filter((element) => {
      const key = sameValueKey(element);
      return before.has(key) && !after.has(key) && !begins.has(key);
    }),
  ];
}

function keysOf(list: readonly unknown[]): ReadonlySet<string> {
  return new Set(list.map(sameValueKey));
}
