/**
 * Remembers the last result of a selector for as long as its inputs stay the same objects, so that a frame that shows
 * the same rows as the last one costs nothing.
 */
export function rememberLast<Inputs extends readonly unknown[], Result>(
  select: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  let last: { readonly inputs: Inputs; readonly result: Result } | undefined;
  return (...inputs) => {
    if (
      last?.inputs.length !== inputs.length ||
      inputs.some((input, index) => input !== last?.inputs[index])
    ) {
      last = { inputs, result: select(...inputs) };
    }
    return last.result;
  };
}
