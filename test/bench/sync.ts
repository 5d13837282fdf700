import { variantsOf } from '../../src/server/base/choices.ts';
import { leastStaleness } from './sync/resources.ts';
import {
  MOST_UNEVEN,
  MOST_STALE,
  SHARED_SCENARIOS,
  sharingOf,
  simulateSharing,
  unevenness,
  type SharingOutcome,
} from './sync/sharing.ts';
import {
  SCENARIOS,
  simulateFixedIntervals,
  simulateOurs,
  simulateRoundRobin,
  spendableRate,
  type Outcome,
} from './sync/simulation.ts';

/**
 * How fresh the data is that the console can have under four quotas, in every unit of the two headers, beside the least
 * staleness that those quotas allow and two simpler ways to poll, and how evenly several consoles share one:
 * `npm run bench:sync [SEED]`. On a virtual clock: the
 * figures are the same on every machine.
 */
const SEED = Number(process.argv[2] ?? 7);
const MOST_ACTION_TIME = 1000;
const say = (line: string) => process.stdout.write(`${line}\n`);
const columns = (first: string, ...rest: readonly string[]) =>
  say(
    first.padEnd(28) +
      rest
        .map((text) => text.padStart(14))
        .join('')
        .trimEnd(),
  );

const resets = variantsOf('rate-reset');
const retries = variantsOf('retry-after');
const frees = variantsOf('retry-after-when-free');
let missed = 0;

for (const scenario of SCENARIOS) {
  const bound = leastStaleness(spendableRate(scenario.shape));
  const show = (name: string, outcomes: readonly Outcome[], isOurs: boolean) => {
    const worst = Math.max(...outcomes.map(({ staleness }) => staleness));
    const refused = outcomes.reduce((sum, outcome) => sum + outcome.refused, 0) / outcomes.length;
    const action = Math.max(...outcomes.map(({ actionP95 }) => actionP95));
    const isMissed =
      worst > bound * scenario.allowed ||
      action >= MOST_ACTION_TIME ||
      (refused > 0 && scenario.shape.others === 0);
    missed += isOurs && isMissed ? 1 : 0;
    columns(
      `  ${name}`,
      seconds(worst),
      `${(worst / bound).toFixed(3)} x`,
      String(Math.round(refused * 10) / 10),
      `${Math.round(action)} ms`,
      isOurs && isMissed ? 'MISSED' : '',
    );
  };
  say(`\n${scenario.name}: at best ${seconds(bound)}, at most ${scenario.allowed} x`);
  columns('', 'staleness', 'of the bound', '429s', 'action p95');
  for (const reset of resets) {
    const outcomes: Outcome[] = [];
    for (const retry of retries) {
      for (const free of frees) {
        const units = { 'rate-reset': reset, 'retry-after': retry, 'retry-after-when-free': free };
        outcomes.push(await simulateOurs(scenario, units, SEED));
      }
    }
    show(`ours, ${reset}`, outcomes, true);
  }
  const units = {
    'rate-reset': 'epoch-seconds',
    'retry-after': 'seconds',
    'retry-after-when-free': 'zero',
  } as const;
  show('round-robin', [await simulateRoundRobin(scenario, units, SEED)], false);
  show('fixed intervals', [await simulateFixedIntervals(scenario, units, SEED)], false);
}

for (const scenario of SHARED_SCENARIOS) {
  say(`\n${scenario.name}: at most ${MOST_UNEVEN} x the requests, ${MOST_STALE} x the bound for a share`);
  columns('', 'most/least', 'of the bound', 'first 429s', '429s', 'action', '', 'number known');
  for (const isKnown of [true, false]) {
    for (const count of [2, 5, 10]) {
      const sharing = sharingOf(scenario, count, isKnown, SEED);
      const outcome = await simulateSharing(sharing);
      const bound = leastStaleness(spendableRate(scenario.shape) / count);
      const stalest = ({ consoles }: SharingOutcome) =>
        Math.max(...consoles.map(({ staleness }) => staleness)) / bound;
      const worst = stalest(outcome);
      const uneven = unevenness(outcome);
      const isMissed =
        uneven > MOST_UNEVEN ||
        worst > MOST_STALE ||
        outcome.refusedWhenSettled > 0 ||
        outcome.longestAction >= MOST_ACTION_TIME;
      missed += isMissed ? 1 : 0;
      columns(
        `  ${count} ${isKnown ? 'of one user' : 'strangers'}`,
        `${uneven.toFixed(2)} x`,
        Number.isFinite(worst) ? `${worst.toFixed(3)} x` : 'never read',
        String(outcome.refusedAtFirst + outcome.refused - outcome.refusedWhenSettled),
        String(outcome.refusedWhenSettled),
        `${Math.round(outcome.longestAction)} ms`,
        isMissed ? 'MISSED' : '',
        isKnown ? '' : countedWords(await simulateSharing({ ...sharing, isNumberKnown: true }), stalest),
      );
    }
  }
}
say(
  '\nNumber known: strangers that know how many they are, and still not when the others send: of the bound, 429s.',
);
say(
  `\nOurs: the worst of ${retries.length * frees.length} ways to write Retry-After; 429s on average of them.`,
);
say(missed === 0 ? 'Every figure is within its limit.' : `${missed} lines are not within their limits.`);
process.exitCode = missed === 0 ? 0 : 1;

/** What to hold strangers against. */
function countedWords(outcome: SharingOutcome, stalest: (outcome: SharingOutcome) => number): string {
  return `${stalest(outcome).toFixed(2)} x, ${outcome.refusedWhenSettled}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
