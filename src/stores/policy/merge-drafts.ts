import { ownValue } from '../../lib/own-value.ts';
import { changesByOthers, isSameContent, mergeLists } from './merge-policy.ts';
import type { DraftContent, OwnWrite } from './policy-draft.ts';
import { valueOfField, withField } from './policy-fields.ts';

/** What another console did to a field of the draft that two of them share. */
export interface DraftNews {
  readonly field: string;
  /** What it became in that console; undefined when it was taken back there. */
  readonly theirs: { readonly value: unknown } | undefined;
  /** What it is in the draft now; undefined when it is not changed any more. */
  readonly now: { readonly value: unknown } | undefined;
  /** Both consoles changed it at the same time, and do not agree. */
  readonly isDisputed: boolean;
}

export interface MergedDrafts {
  readonly draft: DraftContent;
  /** What this console did not know before. */
  readonly news: readonly DraftNews[];
}

/** One field of a draft. */
interface Decision {
  readonly base: unknown;
  readonly value: unknown;
  readonly rivals: readonly unknown[];
}

type Settled = { readonly decision: Decision | undefined; readonly isDisputed: boolean };

/**
 * One draft of what two consoles of one user made of the draft that both knew as `seen`: field by field, and in lists
 * element by element, what one of them changed or took back since then. A value is never lost: where both changed a field
 * and do not agree, it is as it is here, for it was decided on by the same person without having seen the other, which is
 * kept among its `rivals`; and what one changed stays where the other took it back. One that is gone because it was written,
 * as `writes` say, is no dispute: what was decided on since is a change of that.
 */
export function mergeDrafts(
  seen: DraftContent,
  mine: DraftContent,
  theirs: DraftContent,
  writes: readonly OwnWrite[] = [],
): MergedDrafts {
  const fields = new Set([...Object.keys(mine.changes), ...Object.keys(theirs.changes)]);
  const decided: (readonly [field: string, decision: Decision])[] = [];
  const news: DraftNews[] = [];
  for (const field of fields) {
    const [here, there] = [decisionOf(mine, field), decisionOf(theirs, field)];
    const wasWritten = writes.some(({ changes }) => Object.hasOwn(changes, field));
    const { decision, isDisputed } = settle(decisionOf(seen, field), here, there, wasWritten);
    if (decision !== undefined) {
      decided.push([field, decision]);
    }
    if (isDisputed || !isSameValueOf(here, decision)) {
      news.push({ field, theirs: valueIn(there), now: valueIn(decision), isDisputed });
    }
  }
  return { draft: draftOf(mergeBases(seen.base, mine.base, theirs.base), decided), news };
}

/** What both began from: of each field, what it is where one of them has learned since then that it was written. */
function mergeBases(
  seen: DraftContent['base'],
  mine: DraftContent['base'],
  theirs: DraftContent['base'],
): DraftContent['base'] {
  if (mine === undefined || theirs === undefined || seen === undefined) {
    return mine ?? theirs;
  }
  return changesByOthers(mine, theirs)
    .filter(({ field, base }) => isSameContent(base, valueOfField(seen, field)))
    .reduce((merged, { field, theirs: value }) => withField(merged, field, value), mine);
}

function settle(
  seen: Decision | undefined,
  mine: Decision | undefined,
  theirs: Decision | undefined,
  wasWritten: boolean,
): Settled {
  const base = seen !== undefined && isSameContent(mine?.base, seen.base) ? theirs?.base : mine?.base;
  if (isSame(theirs, seen) || isSame(mine, theirs)) {
    return { decision: mine && theirs ? { ...mine, base } : mine, isDisputed: false };
  }
  if (isSame(mine, seen)) {
    return { decision: theirs && mine ? { ...theirs, base } : theirs, isDisputed: false };
  }
  if (mine === undefined || theirs === undefined) {
    return { decision: mine ?? theirs, isDisputed: !wasWritten };
  }
  if (isSameContent(mine.value, theirs.value)) {
    return { decision: { ...mine, base }, isDisputed: false };
  }
  const known = isList(seen?.value) ? seen.value : mine.base;
  if (isList(known) && isList(mine.value) && isList(theirs.value)) {
    const merged = mergeLists('', known, mine.value, theirs.value);
    if (merged === undefined || 'value' in merged) {
      // What was done here is done to theirs, and so are both held against what theirs began from.
      return { decision: { ...theirs, value: merged?.value ?? theirs.value }, isDisputed: false };
    }
    return {
      decision: { ...theirs, value: merged.conflict.keepingMine, rivals: rivalsOf(mine, theirs) },
      isDisputed: true,
    };
  }
  return { decision: { ...mine, rivals: rivalsOf(mine, theirs) }, isDisputed: true };
}

function rivalsOf(mine: Decision, theirs: Decision): readonly unknown[] {
  const all = [theirs.value, ...theirs.rivals, ...mine.rivals];
  return all.filter(
    (value, place) =>
      !isSameContent(value, mine.value) && all.findIndex((other) => isSameContent(other, value)) === place,
  );
}

function decisionOf({ base, changes, rivals }: DraftContent, field: string): Decision | undefined {
  return base === undefined || !Object.hasOwn(changes, field)
    ? undefined
    : {
        base: valueOfField(base, field),
        value: ownValue(changes, field),
        rivals: (rivals !== undefined && Object.hasOwn(rivals, field) ? rivals[field] : undefined) ?? [],
      };
}

function draftOf(
  base: DraftContent['base'],
  decided: readonly (readonly [field: string, decision: Decision])[],
): DraftContent {
  if (base === undefined || decided.length === 0) {
    return { base: undefined, changes: {}, rivals: undefined };
  }
  const disputed = decided.filter(([, { rivals }]) => rivals.length > 0);
  return {
    base: decided.reduce((policy, [field, decision]) => withField(policy, field, decision.base), base),
    changes: Object.fromEntries(decided.map(([field, { value }]) => [field, value])),
    rivals:
      disputed.length === 0
        ? undefined
        : Object.fromEntries(disputed.map(([field, { rivals }]) => [field, rivals])),
  };
}

function isSame(left: Decision | undefined, right: Decision | undefined): boolean {
  return left === undefined || right === undefined
    ? left === right
    : isSameContent(left.value, right.value) && isSameContent(left.rivals, right.rivals);
}

function isSameValueOf(left: Decision | undefined, right: Decision | undefined): boolean {
  return left === undefined || right === undefined ? left === right : isSameContent(left.value, right.value);
}

function valueIn(decision: Decision | undefined): { readonly value: unknown } | undefined {
  return decision === undefined ? undefined : { value: decision.value };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
