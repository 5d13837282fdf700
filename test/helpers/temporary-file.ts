import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

/** A path for a file in a folder of its own, which is removed with all that is in it when the test ends. */
export function temporaryFile(name = 'vigil.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}
