import { SettingError, splitSetting } from './setting.ts';

/** Faults that the service commits on purpose, so that clients can be tried against them. One line of meaning each. */
export const FAULTS = {
  'error-500': 'answers 500; nothing was done',
  'html-200': 'answers 200 with an HTML page, as a captive portal does; nothing was done',
  'html-502': 'answers 502 with an HTML page, as a proxy does; nothing was done',
  'rate-limited': 'answers 429 although requests remain; nothing was done',
  hang: 'never answers; nothing was done',
  reset: 'destroys the connection before an answer; nothing was done',
  'lost-answer': 'applies a write, then destroys the connection before its answer',
  'late-write': 'destroys the connection before an answer, and applies a write three seconds later',
  duplicate: 'applies a write twice and answers as the second time, as when a proxy repeats it',
  'late-duplicate': 'applies a write and answers, then applies it again three seconds later',
  slow: 'answers two seconds late',
  truncate: 'sends half of the body, then destroys the connection',
  'malformed-json': 'sends a body that ends too early to be JSON, its length right',
  'damaged-row': 'leaves the id out of one row of a list',
} as const;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[];

/** Probability by fault, from 0 to 1. */
export type FaultRates = Readonly<Partial<Record<FaultName, number>>>;

/** What a request is, as far as it decides which faults can befall it. */
export interface FaultTarget {
  readonly writes: boolean;
  readonly lists: boolean;
}

/** Reads settings written `NAME=RATE`, a rate from 0 to 1. Throws a SettingError that lists what is allowed. */
export function parseFaults(settings: readonly string[]): FaultRates {
  const rates: Partial<Record<FaultName, number>> = {};
  for (const setting of settings) {
    const { name, value } = splitSetting('fault', setting, FAULT_NAMES, 'RATE');
    const rate = /^(\d+\.?\d*|\.\d+)$/.test(value) ? Number(value) : Number.NaN;
    if (!(rate >= 0 && rate <= 1)) {
      throw new SettingError(`fault ${name}: ${JSON.stringify(value)} is not a rate from 0 to 1`);
    }
    rates[name] = rate;
  }
  return rates;
}

/**
 * The fault that befalls the next request, if any. Each fault that can befall it draws once, in the order of FAULTS, and
 * the first hit counts; so the same random source gives the same faults.
 */
export function drawFault(
  rates: FaultRates,
  target: FaultTarget,
  random: () => number,
): FaultName | undefined {
  let drawn: FaultName | undefined;
  for (const name of FAULT_NAMES) {
    const rate = rates[name] ?? 0;
    if (rate > 0 && canBefall(name, target) && random() < rate) {
      drawn ??= name;
    }
  }
  return drawn;
}

const FAULTS_OF_WRITES: readonly FaultName[] = ['lost-answer', 'late-write', 'duplicate', 'late-duplicate'];

function canBefall(name: FaultName, target: FaultTarget): boolean {
  if (FAULTS_OF_WRITES.includes(name)) {
    return target.writes;
  }
  return name === 'damaged-row' ? target.lists : true;
}
