import { describe, expect, it } from 'vitest';

import type { LlmCallRow } from '../../../src/stores/llm/llm-call-row.ts';
import {
  currencyInName,
  discoverColumns,
  discoverFields,
  latencyUnit,
} from '../../../src/stores/llm/llm-fields.ts';
import { addUpCalls, meansError } from '../../../src/stores/llm/llm-totals.ts';
import { selectVisibleLlmCalls } from '../../../src/stores/llm/select-llm-calls.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { wholeResult } from '../../helpers/whole-result.ts';
import { listingOf, sampleCall, secondsAgo } from '../../helpers/sample-data.ts';

function rowsOf(calls: readonly Readonly<Record<string, unknown>>[], text = ''): readonly LlmCallRow[] {
  const stores = createStores();
  updatePane(stores.view, 'llm', { text });
  stores.llmCalls.setState({ data: listingOf(calls.map(sampleCall)) });
  return selectVisibleLlmCalls(stores);
}

/** What calls add up to. */
const totals = (rows: readonly LlmCallRow[]) => wholeResult(addUpCalls(rows));

const flat = [
  {
    id: 'a',
    timestamp: secondsAgo(60),
    provider: 'acme',
    model: 'large',
    input_tokens: 100,
    output_tokens: 10,
    latency_ms: 900,
    cost_usd: 0.5,
  },
  {
    id: 'b',
    timestamp: secondsAgo(30),
    provider: 'acme',
    model: 'large',
    input_tokens: 300,
    output_tokens: 30,
    latency_ms: 100,
    cost_usd: 0.25,
  },
  {
    id: 'c',
    timestamp: secondsAgo(90),
    provider: 'other',
    model: 'small',
    input_tokens: 7,
    output_tokens: 1,
    latency_ms: 50,
    cost_usd: 0,
  },
];

const nested = [
  {
    event_id: 17,
    created_at: secondsAgo(60),
    request: { model_name: 'large', vendor: 'acme' },
    usage: { prompt_tokens: 100, completion_tokens: 10, total_price: 0.5 },
    timing: { duration: 900 },
  },
];

describe('LLM calls', () => {
  it('stand newest first, with the id that the server sent', () => {
    expect(rowsOf(flat).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect(rowsOf(nested).map(({ id }) => id)).toEqual(['17']);
  });

  it('get ids of our own making where the server sends none', () => {
    const rows = rowsOf([{ model: 'large' }, { model: 'small' }]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  });

  it('hold the words of the text filter', () => {
    expect(rowsOf(flat, 'small').map(({ id }) => id)).toEqual(['c']);
  });

  it('name the fields of inner objects by their path', () => {
    expect(rowsOf(nested)[0]?.fields['usage.prompt_tokens']).toBe(100);
  });
});

describe('columns found in the data', () => {
  it('are the fields in their order, ids last, numbers told from text', () => {
    const columns = discoverColumns(rowsOf(flat));
    expect(columns.map(({ name }) => name)).toEqual([
      'timestamp',
      'provider',
      'model',
      'input_tokens',
      'output_tokens',
      'latency_ms',
      'cost_usd',
      'id',
    ]);
    expect(columns.filter(({ kind }) => kind === 'number').map(({ name }) => name)).toEqual([
      'input_tokens',
      'output_tokens',
      'latency_ms',
      'cost_usd',
    ]);
  });

  it('leave out what never has a value, and keep what only some rows have', () => {
    const columns = discoverColumns(
      rowsOf([
        { model: 'a', error: null },
        { model: 'b', retries: 2 },
      ]),
    );
    expect(columns.map(({ name }) => name)).toEqual(['model', 'retries']);
  });

  it('are not numeric when one value is text', () => {
    const columns = discoverColumns(rowsOf([{ cost: 1 }, { cost: 'free' }, { cost: 2 }]));
    expect(columns).toEqual([{ name: 'cost', kind: 'text' }]);
  });

  it('are the same list as long as the rows are', () => {
    const rows = rowsOf(flat);
    expect(discoverColumns(rows)).toBe(discoverColumns(rows));
  });
});

describe('totals', () => {
  it('sum up by model, the one with the most calls first', () => {
    expect(totals(rowsOf(flat)).byModel).toMatchObject([
      {
        provider: 'acme',
        model: 'large',
        calls: 2,
        inputTokens: 400,
        outputTokens: 40,
        cost: 0.75,
        medianLatency: 100,
        slowLatency: 900,
      },
      {
        provider: 'other',
        model: 'small',
        calls: 1,
        inputTokens: 7,
        outputTokens: 1,
        cost: 0,
        medianLatency: 50,
        slowLatency: 50,
      },
    ]);
  });

  it('find the fields of nested data under other names', () => {
    const rows = rowsOf(nested);
    expect(discoverFields(rows)).toMatchObject({
      model: 'request.model_name',
      provider: 'request.vendor',
      inputTokens: 'usage.prompt_tokens',
      outputTokens: 'usage.completion_tokens',
      cost: 'usage.total_price',
      latency: 'timing.duration',
    });
    expect(totals(rows).all).toMatchObject({ calls: 1, inputTokens: 100, cost: 0.5, medianLatency: 900 });
  });

  it('say nothing where the values are text or absent', () => {
    const [first] = totals(rowsOf([{ model: 'large', cost: '0.5 EUR', input_tokens: 'many' }])).byModel;
    expect(first).toMatchObject({
      calls: 1,
      inputTokens: undefined,
      outputTokens: undefined,
      cost: undefined,
      medianLatency: undefined,
    });
    expect(totals(rowsOf([{ note: 'no model here' }])).byModel).toMatchObject([
      { model: undefined, calls: 1 },
    ]);
  });

  it('name no provider for all models when there are several', () => {
    expect(totals(rowsOf(flat)).all).toMatchObject({ kind: 'all', calls: 3, provider: undefined });
  });
});

describe('what the names and values of fields tell', () => {
  it.each([
    ['latency_ms', 'ms'],
    ['latency.ms', 'ms'],
    ['elapsed_seconds', 's'],
    ['duration', undefined],
    ['terms', undefined],
  ])('the unit of %s is %s', (name, unit) => {
    expect(latencyUnit(name)).toBe(unit);
  });

  it.each([
    ['cost_usd', 'USD'],
    ['cost_cents', 'cents'],
    ['total_cost', undefined],
  ])('the currency of %s is %s', (name, currency) => {
    expect(currencyInName(name)).toBe(currency);
  });

  it.each([
    ['status', 'ok', false],
    ['status', 'timeout', true],
    ['status', 'marvellous', undefined],
    ['success', false, true],
    ['status_code', 503, true],
    ['status_code', 200, false],
    ['error', null, false],
    ['error', 'quota', true],
  ])('a %s of %s tells of an error: %s', (name, value, expected) => {
    expect(meansError(value, name)).toBe(expected);
  });

  it('takes the amount itself, not what is named like it', () => {
    const fields = discoverFields(
      rowsOf([
        {
          price_per_token: 0.1,
          cached_input_tokens: 5,
          input_tokens: 9,
          cost: { currency: 'EUR', amount: 2 },
        },
      ]),
    );
    expect(fields).toMatchObject({
      inputTokens: 'input_tokens',
      cost: 'cost.amount',
      currency: 'cost.currency',
    });
  });

  it('adds no costs of several currencies, and says how many calls tell one', () => {
    const calls = [
      { model: 'a', cost: { amount: 1, currency: 'EUR' } },
      { model: 'a', cost: { amount: 2, currency: 'USD' } },
      { model: 'b', cost: { amount: 3, currency: 'USD' } },
      { model: 'b' },
    ];
    expect(totals(rowsOf(calls)).all).toMatchObject({
      cost: undefined,
      currency: undefined,
      known: { cost: 3 },
    });
    const [, b] = totals(rowsOf(calls)).byModel.toSorted((left, right) =>
      (left.model ?? '').localeCompare(right.model ?? ''),
    );
    expect(b).toMatchObject({ calls: 2, cost: 3, currency: 'USD', known: { cost: 1 } });
  });

  it('sorts numbers as numbers, and what is missing last', () => {
    const stores = createStores();
    stores.llmCalls.setState({
      data: listingOf(
        [{ id: 'a', n: 10 }, { id: 'b' }, { id: 'c', n: 9 }, { id: 'd', n: '9.5' }].map(sampleCall),
      ),
    });
    const order = () => selectVisibleLlmCalls(stores).map(({ id }) => id);
    updatePane(stores.view, 'llm', { sort: { column: 'n', descending: false } });
    expect(order()).toEqual(['c', 'd', 'a', 'b']);
    updatePane(stores.view, 'llm', { sort: { column: 'n', descending: true } });
    expect(order()).toEqual(['a', 'd', 'c', 'b']);
  });
});
