import { describe, expect, it } from 'vitest';

import {
  CHOICE_NAMES,
  CHOICES,
  DEFAULT_CHOICES,
  parseChoices,
  variantsOf,
} from '../../../src/server/base/choices.ts';
import { SettingError } from '../../../src/server/base/setting.ts';

describe('parseChoices', () => {
  it('gives the first variant of each choice without settings', () => {
    expect(parseChoices([])).toEqual(DEFAULT_CHOICES);
    expect(DEFAULT_CHOICES['event-order']).toBe('newest-first');
    expect(DEFAULT_CHOICES['rate-reset']).toBe('epoch-seconds');
  });

  it('takes every variant of every choice and leaves the other choices alone', () => {
    for (const name of CHOICE_NAMES) {
      for (const variant of variantsOf(name) as readonly string[]) {
        expect(parseChoices([`${name}=${variant}`])).toEqual({ ...DEFAULT_CHOICES, [name]: variant });
      }
    }
  });

  it('lets the last setting of a choice count', () => {
    expect(parseChoices(['agent-order=hostname', 'agent-order=last-seen'])['agent-order']).toBe('last-seen');
  });

  it('lists the variants when one does not exist', () => {
    expect(() => parseChoices(['since-bound=sometimes'])).toThrow(
      new SettingError('choice since-bound: "sometimes" is not one of exclusive, inclusive'),
    );
  });

  it('lists the choices when one does not exist, inherited names included', () => {
    expect(() => parseChoices(['colour=red'])).toThrow(/"colour" does not exist; there are event-order, /);
    expect(() => parseChoices(['toString=x'])).toThrow(/does not exist/);
  });

  it('says how a setting is written', () => {
    expect(() => parseChoices(['event-order'])).toThrow('write it as NAME=VARIANT');
  });
});

describe('CHOICES', () => {
  it('has at least two variants for each choice, each with its meaning', () => {
    for (const name of CHOICE_NAMES) {
      expect(variantsOf(name).length).toBeGreaterThan(1);
      expect(Object.values(CHOICES[name].variants).every((meaning) => meaning.length > 0)).toBe(true);
    }
  });
});
