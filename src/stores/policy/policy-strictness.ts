import type { PolicyRule } from '../../contract/policy-rules.ts';

/** Whether a change blocks more, blocks less, or cannot be said to do either. */
export type Strictness = 'tightens' | 'loosens' | 'changes';

/** Which way a change of a rule goes; `undefined` as the rule stands for one of the blocked lists. */
export function strictnessOf(rule: PolicyRule | undefined, before: unknown, after: unknown): Strictness {
  if (rule === undefined) {
    return compareLists(before, after, 'tightens');
  }
  switch (rule.kind) {
    case 'number': {
      if (typeof before !== 'number' || typeof after !== 'number') {
        return 'changes';
      }
      return after > before === (rule.stricter === 'higher') ? 'tightens' : 'loosens';
    }
    case 'flag':
      return after === rule.stricter ? 'tightens' : 'loosens';
    case 'choice': {
      const from = rule.choices.indexOf(before as string);
      const to = rule.choices.indexOf(after as string);
      return from < 0 || to < 0 ? 'changes' : to > from ? 'tightens' : 'loosens';
    }
    case 'licences':
      return compareLists(before, after, 'loosens');
  }
}

/** A list that only grew goes the way that growing means; one that only shrank goes the other. */
function compareLists(before: unknown, after: unknown, growing: 'tightens' | 'loosens'): Strictness {
  const from = new Set(asKeys(before));
  const to = new Set(asKeys(after));
  const added = [...to].some((key) => !from.has(key));
  const removed = [...from].some((key) => !to.has(key));
  if (added === removed) {
    return 'changes';
  }
  const shrinking = growing === 'tightens' ? 'loosens' : 'tightens';
  return added ? growing : shrinking;
}

function asKeys(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map((item) => JSON.stringify(item)) : [];
}
