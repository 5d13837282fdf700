/**
 * Remembers the last result of a selector for as long as its inputs stay the same objects, so that a frame that shows
 * the same rows as the last one costs nothing.
 */
export function memoizeLast<Inputs extends readonly unknown[], Result>(
  select: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  let last: { readonly inputs: Inputs; readonly result: Result } | undefined;
  return (...inputs) => {
    if (last === undefined || !isSame(inputs, last.inputs)) {
      last = { inputs, result: select(...inputs) };
    }
    return last.result;
  };
}

/**
 * Gives the object before for as long as the fields are the same, so that what is made of a part of some state stays the
 * same while the rest of it changes. The objects all have the same fields.
 */
export function memoizeSame<State extends object>(): (state: State) => State {
  let last: State | undefined;
  return (state) => {
    if (last === undefined || !isSame(Object.values(state), Object.values(last))) {
      last = state;
    }
    return last;
  };
}

/** A loop, since frames ask for this dozens of times. */
function isSame(inputs: readonly unknown[], before: readonly unknown[]): boolean {
  if (inputs.length !== before.length) {
    return false;
  }
  for (let index = 0; index < inputs.length; index++) {
    if (inputs[index] !== before[index]) {
      return false;
    }
  }
  return true;
}
