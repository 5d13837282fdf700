import { describe, expect, it } from 'vitest';

import { readConfiguredFilters } from '../../../src/stores/view/configured-filters.ts';

describe('the saved filters of a config file', () => {
  it('count in their order, without an alert where none is asked for', () => {
    expect(
      readConfiguredFilters({
        'late blocks': { list: 'events', query: 'outcome:block host:ci-*', alert: ['./tell'] },
        old: { list: 'agents', query: '-version:2.*' },
      }),
    ).toEqual({
      filters: [
        { name: 'late blocks', list: 'events', text: 'outcome:block host:ci-*', alert: ['./tell'] },
        { name: 'old', list: 'agents', text: '-version:2.*', alert: 'none' },
      ],
      problems: [],
    });
  });

  it('are parsed by the language of their list, and one that is wrong does not count', () => {
    const { filters, problems } = readConfiguredFilters({
      one: { list: 'events', query: 'host:ci-* outcome:blocked', alert: 'bell' },
      two: { list: 'sessions', query: 'outcome:block' },
      three: { list: 'events', query: 'outcome:block' },
    });
    expect(filters.map(({ name }) => name)).toEqual(['three']);
    expect(problems).toEqual([
      expect.stringMatching(
        /^The filter one of the config file does not count: its query, at character 19: .*allow, review or block/,
      ),
      expect.stringMatching(
        /^The filter two of the config file does not count: its query, at character 1: There is no field outcome/,
      ),
    ]);
  });

  it('may ask LLM calls for any field, since the data alone says which they have', () => {
    const { filters, problems } = readConfiguredFilters({
      dear: { list: 'llm', query: 'model:aaa-model1 cost_usd:>1' },
      odd: { list: 'llm', query: 'model:x since:nonsense' },
    });
    expect(filters.map(({ name }) => name)).toEqual(['dear']);
    expect(problems).toEqual([
      expect.stringMatching(
        /^The filter odd of the config file does not count: its query, at character 15: /,
      ),
    ]);
  });

  it('have an alert where they are of events alone', () => {
    const { filters, problems } = readConfiguredFilters({
      old: { list: 'agents', query: 'old', alert: 'notify' },
      silent: { list: 'agents', query: 'old', alert: 'none' },
    });
    expect(filters.map(({ alert }) => alert)).toEqual(['none', 'none']);
    expect(problems).toEqual([
      'The filter old of the config file counts without its alert: only what is in events arrives. Take the alert out, or filter events.',
    ]);
  });

  it('have a name that can be shown', () => {
    const { filters, problems } = readConfiguredFilters({
      ['n'.repeat(41)]: { list: 'events', query: 'x' },
    });
    expect(filters).toEqual([]);
    expect(problems).toEqual([expect.stringContaining('a name has at most 40 characters')]);
  });
});
