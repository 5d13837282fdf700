/** Wrong usage or configuration: exit status 2, and the message says what to do. */
export class UsageError extends Error {
  override name = 'UsageError';
}
