import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import {
  DEEPEST,
  isCut,
  POLICY_CAPS,
  RECORD_CAPS,
  withinSize,
  type SizeCaps,
} from '../../src/contract/size-gate.ts';
import { cutText, isCutText, itemsSent, keptOfText, SHORT_TEXT } from '../../src/lib/cut-text.ts';
import { isRemark } from '../../src/lib/exact-json.ts';
import { agentSchema } from '../../src/contract/agent.ts';
import { eventSchema } from '../../src/contract/event.ts';
import { readRows } from '../../src/contract/pagination.ts';
import { policySchema } from '../../src/contract/policy.ts';
import { AGENT } from '../fixtures/agent.ts';
import { EVENT } from '../fixtures/event.ts';
import { POLICY } from '../fixtures/policy.ts';
import { nested } from '../helpers/oversized-organization.ts';

const SMALL: SizeCaps = { keys: 6, items: 5, values: 30, longest: 2000, text: 5000 };

/** How large a value is in the terms of the caps, counted another way than the gate does. */
function measured(value: unknown, depth = 0): SizeCaps & { readonly depth: number } {
  const none = { keys: 0, items: 0, values: 0, longest: 0, text: 0, depth };
  if (typeof value === 'string') {
    return { ...none, longest: value.length, text: value.length > SHORT_TEXT ? value.length : 0 };
  }
  if (typeof value !== 'object' || value === null || isRemark(value)) {
    return none;
  }
  const children = Object.values(value).map((child) => measured(child, depth + 1));
  const most = (name: 'keys' | 'items' | 'longest' | 'depth') =>
    Math.max(0, ...children.map((child) => child[name]));
  const sum = (name: 'values' | 'text') => children.reduce((total, child) => total + child[name], 0);
  const count = Object.keys(value).length;
  return {
    keys: Math.max(most('keys'), Array.isArray(value) ? 0 : count),
    items: Math.max(most('items'), Array.isArray(value) ? count : 0),
    values: sum('values') + count,
    longest: most('longest'),
    text: sum('text'),
    depth: Math.max(depth, most('depth')),
  };
}

describe('the gate', () => {
  it('gives what is within the caps back as it is', () => {
    const event = { ...EVENT, payload: { long: 'a'.repeat(60_000), list: Array(9_000).fill(1) } };
    expect(withinSize(event)).toBe(event);
    expect(isCut(event)).toBe(false);
  });

  it('lets nothing through that is larger, whatever is sent, and cuts nothing twice', () => {
    const text = fc.integer({ min: 0, max: 6000 }).map((length) => 'ä'.repeat(length));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(1, true, null),
        text,
        fc.array(tie('value'), { maxLength: 9 }),
        fc.dictionary(fc.string({ maxLength: 3 }), tie('value'), { maxKeys: 9 }),
      ),
    }));
    fc.assert(
      fc.property(value, (sent) => {
        const cut = withinSize(sent, SMALL);
        const { keys, items, values, longest, text: sum } = measured(cut);
        expect(keys).toBeLessThanOrEqual(SMALL.keys);
        expect(items).toBeLessThanOrEqual(SMALL.items);
        expect(values).toBeLessThanOrEqual(SMALL.values);
        expect(longest).toBeLessThanOrEqual(SMALL.longest);
        // So many texts may each have the length that is never cut.
        expect(sum).toBeLessThanOrEqual(SMALL.text + SMALL.values * SHORT_TEXT);
        expect(isCut(cut)).toBe(cut !== sent);
        expect(withinSize(cut, { ...SMALL, text: Infinity })).toEqual(cut);
      }),
    );
  });

  it('says how much was left out, in the place where it was', () => {
    const cut = withinSize({
      name: 'a'.repeat(8_700_000),
      map: Object.fromEntries(Array.from({ length: 130_000 }, (_, index) => [`k${index}`, index])),
      list: Array(130_000).fill('x'),
      last: 'whole',
    }) as { readonly name: string; readonly map: object; readonly list: readonly unknown[] };
    expect(cut.name).toMatch(/^a{1000,}\(cut: 8,6\d\d,\d{3} characters\)$/);
    const { kept, left } = keptOfText(cut.name);
    expect(kept.length + left).toBe(8_700_000);
    expect(itemsSent(cut.list)).toBe(130_000);
    const read = JSON.parse(JSON.stringify(cut)) as typeof cut & Record<string, unknown>;
    expect(read.list.at(-1)).toMatch(/^\(cut: 12\d,\d{3} items\)$/);
    expect(Object.entries(read.map).at(-1)).toEqual(['(cut)', '(cut: 128,001 keys)']);
    expect(read['last']).toBe('whole');
  });

  it('keeps what is small whole beside what is large, wherever it stands', () => {
    const flood = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`k${index}`, Array(5000).fill('flood')]),
    );
    const event = eventSchema.parse({ first: flood, second: flood, ...EVENT, extra: nested(100_000) });
    expect({ ...event, raw: EVENT }).toEqual(eventSchema.parse(EVENT));
  });

  it('keeps a list whole that stands in an object of too many fields', () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, index]));
    const licences = ['MIT', 'ISC'];
    const { rules } = withinSize({ rules: { licences, ...many } }) as { readonly rules: object };
    expect(rules).toMatchObject({ licences, k0: 0 });
  });

  it('cuts what is nested too deeply', () => {
    expect(measured(withinSize(nested(100_000))).depth).toBeLessThanOrEqual(DEEPEST);
    expect(JSON.stringify(withinSize(nested(100_000)))).toContain(`(cut: below level ${DEEPEST})`);
  });

  it('splits no character, and marks no text that only ends alike', () => {
    const cut = cutText('😀'.repeat(5000), 2000);
    expect(cut.isWellFormed()).toBe(true);
    expect(cut.length).toBeLessThanOrEqual(2000);
    expect(isCutText(cut)).toBe(true);
    expect(isCutText('left-pad (cut: 5 characters)')).toBe(false);
  });

  it('cuts the names of fields, and none of them is lost to another that began alike', () => {
    const long = 'n'.repeat(1_000_000);
    const cut = withinSize({ [`${long}a`]: 1, [`${long}b`]: 2, ['__proto__x']: 3 });
    expect(Object.values(cut)).toEqual([1, 2, 3]);
    expect(Object.keys(cut).every((name) => name.length <= SHORT_TEXT)).toBe(true);
    // Or it would be written back under another name.
    expect(isCut([cut])).toBe(true);
  });

  it('takes an id that is too long for none: the row is damaged, and nothing can be done to it', () => {
    const rows = [AGENT, { ...AGENT, id: 'i'.repeat(SHORT_TEXT + 1) }];
    const { rows: agents, damaged } = readRows(rows, agentSchema);
    expect(agents.map(({ id }) => id)).toEqual([AGENT.id]);
    expect(damaged.map(({ index, field }) => [index, field])).toEqual([[1, 'id']]);
    expect(readRows([{ ...EVENT, id: 'i'.repeat(10_000_000) }], eventSchema).rows).toEqual([]);
    expect(policySchema.parse({ ...POLICY, version: 'v'.repeat(10_000_000) }).version).toBeUndefined();
  });

  it('leaves a policy of any real size whole', () => {
    const packages = Array.from({ length: 200_000 }, (_, index) => ({
      name: `package-${index}`,
      version: '*',
    }));
    const policy = policySchema.parse({ ...POLICY, blocked_packages: packages });
    expect(policy.raw['blocked_packages']).toBe(packages);
    expect(isCut(policy.blocked_packages)).toBe(false);
    expect(POLICY_CAPS.items).toBeGreaterThan(packages.length);
  });

  it('keeps what was sent only for whoever asked for it', async () => {
    // What was asked for holds until the program ends: other tests of the same process may have asked before.
    vi.resetModules();
    const { asSent, keepWhatIsCut, withinSize } = await import('../../src/contract/size-gate.ts');
    const sent = { id: 'a', name: 'a'.repeat(RECORD_CAPS.longest + 1) };
    const before = withinSize(sent);
    expect(asSent(before)).toBe(before);
    keepWhatIsCut();
    expect(asSent(withinSize(sent))).toBe(sent);
    const deep = withinSize({ ...sent, extra: nested(100_000) });
    expect(asSent(deep).name).toBe(sent.name);
    expect(JSON.stringify(asSent(deep))).toContain('below level');
  });
});
