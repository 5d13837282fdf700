import { ownValue } from '../../lib/own-value.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import { amountOf, type LlmCallRow } from './llm-call-row.ts';
import { currencyInName, discoverFields, latencyUnit, type DiscoveredFields } from './llm-fields.ts';

/** What calls are added up by. */
export type TotalsKind = 'all' | 'provider' | 'model';

/**
 * What some calls add up to. A sum or a percentile is undefined where no call carries a number for it; `known` says how
 * many do.
 */
export interface LlmTotals {
  /** What distinguishes it from other totals. */
  readonly id: string;
  readonly kind: TotalsKind;
  readonly provider: Untrusted | undefined;
  readonly model: Untrusted | undefined;
  readonly calls: number;
  readonly errors: number | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** Undefined too where the calls name several currencies, which cannot be added. */
  readonly cost: number | undefined;
  /** As the data names it; undefined where it names none. */
  readonly currency: Untrusted | undefined;
  /** Exact, of the calls that are held, by nearest rank, in the unit of the data. */
  readonly medianLatency: number | undefined;
  readonly slowLatency: number | undefined;
  readonly slowestLatency: number | undefined;
  readonly latencyUnit: ReturnType<typeof latencyUnit>;
  readonly known: Readonly<Record<'errors' | 'inputTokens' | 'outputTokens' | 'cost' | 'latency', number>>;
}

/** All totals over some calls. */
export interface AllTotals {
  readonly all: LlmTotals;
  readonly byProvider: readonly LlmTotals[];
  readonly byModel: readonly LlmTotals[];
}

/** Calls that are added up, or groups that are put in order, before others have their turn. */
const STEP = 128;
const STEP_GROUPS = 8;

/**
 * Totals over rows: of all, by provider, and by model of a provider; those with the most calls first. It yields after each
 * small piece of the work.
 */
export function* addUpCalls(rows: readonly LlmCallRow[]): Generator<void, AllTotals> {
  const fields = discoverFields(rows);
  const all = new Sums('all', 'all', fields);
  const byProvider = new Map<string, Sums>();
  const byModel = new Map<string, Sums>();
  for (const [index, row] of rows.entries()) {
    if (index % STEP === STEP - 1) {
      yield;
    }
    const provider = textOf(row, fields.provider);
    const model = textOf(row, fields.model);
    all.add(row);
    sumsFor(byProvider, 'provider', JSON.stringify([provider ?? null]), fields).add(row);
    sumsFor(byModel, 'model', JSON.stringify([provider ?? null, model ?? null]), fields).add(row);
  }
  yield;
  return { all: all.totals(), byProvider: yield* listed(byProvider), byModel: yield* listed(byModel) };
}

/** Totals by what `valueOf` finds in a call, of those in which it finds nothing, too; those with the most calls first. */
export function addUpCallsBy(
  rows: readonly LlmCallRow[],
  valueOf: (row: LlmCallRow) => Untrusted | undefined,
): readonly { readonly value: Untrusted | undefined; readonly totals: LlmTotals }[] {
  const fields = discoverFields(rows);
  const groups = new Map<Untrusted | undefined, Sums>();
  for (const row of rows) {
    const value = valueOf(row);
    const sums = groups.get(value) ?? new Sums(`field ${JSON.stringify([value ?? null])}`, 'all', fields);
    groups.set(value, sums);
    sums.add(row);
  }
  return [...groups]
    .map(([value, sums]) => ({ value, totals: sums.totals() }))
    .sort((left, right) => right.totals.calls - left.totals.calls);
}

function* listed(groups: ReadonlyMap<string, Sums>): Generator<void, readonly LlmTotals[]> {
  const totals: LlmTotals[] = [];
  for (const sums of groups.values()) {
    if (totals.length % STEP_GROUPS === 0) {
      yield;
    }
    totals.push(sums.totals());
  }
  return totals.sort((left, right) => right.calls - left.calls);
}

function sumsFor(groups: Map<string, Sums>, kind: TotalsKind, id: string, fields: DiscoveredFields): Sums {
  let sums = groups.get(id);
  if (sums === undefined) {
    sums = new Sums(`${kind} ${id}`, kind, fields);
    groups.set(id, sums);
  }
  return sums;
}

/** Adds up calls one by one. */
class Sums {
  readonly #id: string;
  readonly #kind: TotalsKind;
  readonly #fields: DiscoveredFields;
  readonly #providers = new Set<Untrusted | undefined>();
  readonly #models = new Set<Untrusted | undefined>();
  readonly #currencies = new Set<Untrusted>();
  readonly #latencies: number[] = [];
  readonly #sum = { errors: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
  readonly #known = { errors: 0, inputTokens: 0, outputTokens: 0, cost: 0, latency: 0 };
  #calls = 0;

  constructor(id: string, kind: TotalsKind, fields: DiscoveredFields) {
    this.#id = id;
    this.#kind = kind;
    this.#fields = fields;
  }

  add(row: LlmCallRow): void {
    const fields = this.#fields;
    this.#calls++;
    this.#providers.add(textOf(row, fields.provider));
    this.#models.add(textOf(row, fields.model));
    for (const name of ['inputTokens', 'outputTokens', 'cost'] as const) {
      this.#count(name, numberOf(row, fields[name]));
    }
    const currency = textOf(row, fields.currency);
    if (currency !== undefined) {
      this.#currencies.add(currency);
    }
    const isError =
      fields.status === undefined
        ? undefined
        : meansError(ownValue(row.fields, fields.status), fields.status);
    this.#count('errors', isError === undefined ? undefined : Number(isError));
    const latency = numberOf(row, fields.latency);
    if (latency !== undefined) {
      this.#latencies.push(latency);
    }
  }

  totals(): LlmTotals {
    const sorted = Float64Array.from(this.#latencies).sort();
    const known = { ...this.#known, latency: sorted.length };
    const sum = (name: 'errors' | 'inputTokens' | 'outputTokens' | 'cost') =>
      known[name] === 0 ? undefined : this.#sum[name];
    const named = this.#fields.cost === undefined ? undefined : currencyInName(this.#fields.cost);
    return {
      id: this.#id,
      kind: this.#kind,
      provider: onlyOne(this.#providers),
      model: this.#kind === 'model' ? onlyOne(this.#models) : undefined,
      calls: this.#calls,
      errors: sum('errors'),
      inputTokens: sum('inputTokens'),
      outputTokens: sum('outputTokens'),
      cost: this.#currencies.size > 1 ? undefined : sum('cost'),
      currency: onlyOne(this.#currencies) ?? (named === undefined ? undefined : asUntrusted(named)),
      medianLatency: percentile(sorted, 0.5),
      slowLatency: percentile(sorted, 0.95),
      slowestLatency: percentile(sorted, 0.99),
      latencyUnit: this.#fields.latency === undefined ? undefined : latencyUnit(this.#fields.latency),
      known,
    };
  }

  #count(name: 'errors' | 'inputTokens' | 'outputTokens' | 'cost', value: number | undefined): void {
    if (value !== undefined) {
      this.#sum[name] += value;
      this.#known[name]++;
    }
  }
}

const GOOD = /^(ok|success(ful)?|succeeded|completed?|done|finished|stop|200)$/i;
const BAD = /err|fail|time(d)?_?-?out|refus|reject|abort|cancel|denied|invalid|limit|overload|unavailable/i;

/** Whether a value of a status field means an error; undefined where it is none that is known. */
export function meansError(value: unknown, name: string): boolean | undefined {
  const isAboutErrors = /error/i.test(name);
  if (value === undefined || value === null) {
    return isAboutErrors ? false : undefined;
  }
  if (typeof value === 'boolean') {
    return isAboutErrors ? value : !value;
  }
  if (typeof value === 'number') {
    return isAboutErrors ? value !== 0 : value >= 100 && value < 600 ? value >= 400 : undefined;
  }
  if (typeof value !== 'string') {
    return isAboutErrors ? true : undefined;
  }
  if (isAboutErrors) {
    return value !== '';
  }
  return GOOD.test(value) ? false : BAD.test(value) ? true : undefined;
}

function numberOf(row: LlmCallRow, field: string | undefined): number | undefined {
  return field === undefined ? undefined : amountOf(ownValue(row.fields, field));
}

function textOf(row: LlmCallRow, field: string | undefined): Untrusted | undefined {
  const value = field === undefined ? undefined : ownValue(row.fields, field);
  return typeof value === 'string' && value !== '' ? asUntrusted(value) : undefined;
}

function onlyOne<Value>(values: ReadonlySet<Value>): Value | undefined {
  return values.size === 1 ? [...values][0] : undefined;
}

/** The nearest-rank percentile of sorted values. */
export function percentile(sorted: Float64Array, share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
