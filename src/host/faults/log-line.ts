/** What is logged of this process: nothing, unless a log was asked for (`debug-log.ts`). */
let addLine: ((text: string) => void) | undefined;

/** Has what is logged from now on added by that function, which must not throw. */
export function logInto(add: (text: string) => void): void {
  addLine = add;
}

/** Logs a line; its text is only made when there is a log. It holds no key and no body of a request or an answer. */
export function logLine(makeText: () => string): void {
  addLine?.(makeText());
}
