/** The number that a version of the policy is; undefined where it is none, of which nothing can be counted. */
export function versionNumber(version: unknown): number | undefined {
  return typeof version === 'string' && /^\d{1,15}$/.test(version) ? Number(version) : undefined;
}
