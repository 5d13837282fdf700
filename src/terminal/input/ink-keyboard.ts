import type { InputGuard } from './input-guard.ts';

/**
 * What the guard lets through, as the `stdin` that Ink reads. Whoever holds the terminal decides on its raw mode, so Ink's
 * wish for it is heard and not followed: the settings from before must have been noted first.
 */
export function keyboardForInk(guard: InputGuard): NodeJS.ReadStream {
  const keyboard = {
    isTTY: true,
    setRawMode: () => keyboard,
    setEncoding: () => keyboard,
    ref: () => keyboard,
    unref: () => keyboard,
    read: () => guard.read(),
    addListener: (event: string, listener: () => void) => guard.on(event, listener),
    removeListener: (event: string, listener: () => void) => guard.off(event, listener),
  };
  return keyboard as unknown as NodeJS.ReadStream;
}
