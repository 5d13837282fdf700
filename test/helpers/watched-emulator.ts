import xterm from '@xterm/headless';

/** What a terminal was made to do beside showing letters. */
export interface Misdeeds {
  readonly bells: number;
  readonly titles: readonly string[];
  /** What it would have sent to the program as if it were typed. */
  readonly replies: readonly string[];
  /** Operating system commands and device control strings: clipboards, links, pictures. */
  readonly commands: readonly string[];
}

/** Watches an emulator from now on. */
export function watchEmulator(emulator: xterm.Terminal): Misdeeds {
  const seen = { bells: 0, titles: [] as string[], replies: [] as string[], commands: [] as string[] };
  emulator.onBell(() => seen.bells++);
  emulator.onTitleChange((title) => seen.titles.push(title));
  emulator.onData((data) => seen.replies.push(data));
  const take = (data: string) => {
    seen.commands.push(data);
    return true;
  };
  for (const number of [0, 1, 2, 4, 7, 8, 9, 10, 11, 12, 52, 104, 133, 777, 1337]) {
    emulator.parser.registerOscHandler(number, take);
  }
  for (const final of ['q', 'p', 's']) {
    emulator.parser.registerDcsHandler({ final }, take);
  }
  return seen;
}

/** As it is when nothing was done. */
export const NO_MISDEEDS: Misdeeds = { bells: 0, titles: [], replies: [], commands: [] };

/** An emulator of that size. */
export function createEmulator(columns: number, rows: number): xterm.Terminal {
  return new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
}
