import {
  CHOICE_NAMES,
  DEFAULT_CHOICES,
  variantsOf,
  type ChoiceName,
  type Choices,
} from '../../src/server/base/choices.ts';
import { FAULT_NAMES, type FaultRates } from '../../src/server/base/faults.ts';
import { pairwise } from '../helpers/pairwise.ts';
import type { ConsoleSettings } from './connected-console.ts';

const VARIANTS = Object.fromEntries(CHOICE_NAMES.map((name) => [name, variantsOf(name)]));

/** Choices in which every variant of every choice meets every variant of every other one. */
export function everyTwoChoices(seed: number): readonly Choices[] {
  return pairwise(VARIANTS, seed) as unknown as readonly Choices[];
}

/** The same with one fault each, which befalls a part of the requests: every variant meets every fault, too. */
export function everyChoiceWithEveryFault(
  rate: number,
  seed: number,
): readonly { readonly choices: Choices; readonly faults: FaultRates }[] {
  return pairwise({ ...VARIANTS, fault: FAULT_NAMES }, seed).map(({ fault, ...choices }) => ({
    choices: choices as unknown as Choices,
    faults: { [fault]: rate },
  }));
}

/** The settings of a service: what is chosen otherwise than by default, and faults with their rates. */
export function describeSettings({ choices = {}, faults = {} }: ConsoleSettings): string {
  const chosen = Object.entries(choices).filter(
    ([name, variant]) => variant !== DEFAULT_CHOICES[name as ChoiceName],
  );
  return [
    ...chosen.map(([name, variant]) => `--choice ${name}=${variant}`),
    ...Object.entries(faults).map(([name, rate]) => `--fault ${name}=${rate}`),
  ].join(' ');
}
