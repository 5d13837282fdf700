/** A count: a number, or one after a name without digits, as in v-7. Digits within a version speak of something else. */
const COUNT = /^(\D*)(\d{1,15})$/;

/**
 * By how much one version of the policy is after another one, where both are recognisably a count: less than zero where it is
 * before it. Undefined where they are none, of which nothing can be counted.
 */
export function versionStep(from: unknown, to: unknown): number | undefined {
  const [left, right] = [countIn(from), countIn(to)];
  return left === undefined || right === undefined || left.name !== right.name
    ? undefined
    : right.number - left.number;
}

function countIn(version: unknown): { readonly name: string; readonly number: number } | undefined {
  const [, name, digits] = typeof version === 'string' ? (COUNT.exec(version) ?? []) : [];
  return name === undefined || digits === undefined ? undefined : { name, number: Number(digits) };
}
