/**
 * The `stdin` that Ink is given, on which nothing ever arrives: keys are distinguished and carried out before and without it
 * (`ui/app/take-keys.ts`), and whoever holds the terminal decides on its raw mode.
 */
export function keyboardForInk(): NodeJS.ReadStream {
  const keyboard = {
    isTTY: true,
    setRawMode: () => keyboard,
    setEncoding: () => keyboard,
    ref: () => keyboard,
    unref: () => keyboard,
    read: () => null,
    addListener: () => keyboard,
    removeListener: () => keyboard,
  };
  return keyboard as unknown as NodeJS.ReadStream;
}
