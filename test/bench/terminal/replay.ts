import xterm from '@xterm/headless';

import { SCREEN, type Chunk } from './pty-program.ts';

/**
 * When each of the texts stood on the screen first, in milliseconds of the recording and not before `from`; undefined
 * for one that never did. The recording has to begin with the program, since programs write only what changes. Found out afterwards, so that no emulator slows what is measured.
 */
export async function whenShown(
  recording: readonly Chunk[],
  texts: readonly RegExp[],
  from = 0,
): Promise<readonly (number | undefined)[]> {
  const screen = new xterm.Terminal({ ...SCREEN, allowProposedApi: true, scrollback: 0 });
  const shown: (number | undefined)[] = texts.map(() => undefined);
  for (const { at, data } of recording) {
    await new Promise<void>((resolve) => screen.write(data, resolve));
    if (at < from) {
      continue;
    }
    const all = textOf(screen);
    texts.forEach((text, index) => {
      if (shown[index] === undefined && text.test(all)) {
        shown[index] = at;
      }
    });
    if (!shown.includes(undefined)) {
      break;
    }
  }
  screen.dispose();
  return shown;
}

function textOf(screen: xterm.Terminal): string {
  const buffer = screen.buffer.active;
  return Array.from({ length: screen.rows }, (_, row) => buffer.getLine(row)?.translateToString(true)).join(
    '\n',
  );
}
