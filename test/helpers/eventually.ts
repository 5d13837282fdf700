/** In milliseconds: whoever waits for longer waits in vain, on any machine. */
const IN_VAIN = 60_000;

/**
 * Gives what `look` gives once it does not throw, looking again in every turn of the event loop: for what files, threads or
 * modules that are loaded take their own time for. Rejects with what it threw last when that never happens.
 */
export async function eventually<Value>(look: () => Value | Promise<Value>): Promise<Value> {
  const end = performance.now() + IN_VAIN;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > end) {
        throw error;
      }
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
