/**
 * Runs `attempt` until it succeeds. After each failure it waits for `waitOut`, which throws where trying again is of no use:
 * the error, as a rule.
 */
export async function retry<Result>(
  waitOut: (error: unknown) => Promise<void>,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      await waitOut(error);
    }
  }
}
