/** What work that is done in small pieces comes to. */
export function wholeResult<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) {
      return value;
    }
  }
}
