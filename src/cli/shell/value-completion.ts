import { ownValue } from '../../lib/own-value.ts';
import { CHOICE_NAMES, CHOICES } from '../../server/base/choices.ts';
import { FAULT_NAMES } from '../../server/base/faults.ts';

/** What completes a value: words, a thing of this host, or nothing. A word that ends with = is not the whole value. */
export type ValueCompletion = readonly string[] | 'files' | 'profiles' | 'nothing';

/** What completes a value, by what the help calls it: a value of another name is free text, or has choices of its own. */
const BY_NAME: Readonly<Record<string, ValueCompletion>> = {
  file: 'files',
  profile: 'profiles',
  'name=variant': CHOICE_NAMES.flatMap((name) =>
    Object.keys(CHOICES[name].variants).map((variant) => `${name}=${variant}`),
  ),
  'name=rate': FAULT_NAMES.map((name) => `${name}=`),
  list: 'files',
};

/** Letters that no shell takes for anything but themselves. */
const PLAIN = /^[\w.,=/+-]+$/;

/**
 * What completes the value of an option or an argument. Throws when one of its words would have to be quoted in a shell.
 */
export function completionOf(name: string, choices: readonly string[] | undefined): ValueCompletion {
  const completion = choices ?? ownValue(BY_NAME, name) ?? 'nothing';
  const unusual = typeof completion === 'string' ? undefined : completion.find((word) => !PLAIN.test(word));
  if (unusual !== undefined) {
    throw new Error(`A shell would not take this word as it is: ${unusual}`);
  }
  return completion;
}
