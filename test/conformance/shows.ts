import type { ConnectedConsole } from './connected-console.ts';

/** Waits until a check passes; the message of its failure begins with what was looked at. */
export async function shows(console: ConnectedConsole, what: string, check: () => void): Promise<void> {
  try {
    await console.until(check);
  } catch (error) {
    if (error instanceof Error) {
      error.message = `${what}: ${error.message}`;
    }
    throw error;
  }
}
