/**
 * A name that no other process makes, wherever it runs: in two containers that share a folder the numbers of processes are
 * the same.
 */
export function randomName(): string {
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  return randomBytes(12).toString('hex');
}
