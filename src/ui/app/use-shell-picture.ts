import { useEffect, useReducer, useState } from 'react';

import { useConsole } from '../dialogs/base/console-context.ts';
import { noteSeen, passTime } from './shell-frame.ts';
import { layOutShell } from './shell-layout.ts';
import { createShellPainter, type ShellPicture } from './shell-painter.ts';
import { storesWithout, watchStores } from './watch-stores.ts';

/** The console as it is to be drawn now; draws anew whenever a store changes, and with every second. */
export function useShellPicture(): ShellPicture {
  const console = useConsole();
  const { commands, theme } = console;
  const [paint] = useState(() => createShellPainter(console));
  const [, drawAnew] = useReducer((frames: number) => frames + 1, 0);
  const picture = paint(layOutShell(commands, commands.stores.view.getState(), theme));
  useEffect(() => noteSeen(console, picture));
  useEffect(() => {
    const { stores, clock } = commands;
    let cancelTick = () => {};
    const tick = () => {
      passTime(console);
      drawAnew();
      cancelTick = clock.schedule(1000 - (clock.now() % 1000), tick);
    };
    const stop = watchStores(storesWithout(stores), drawAnew);
    tick();
    return () => {
      stop();
      cancelTick();
    };
  }, [console, commands]);
  return picture;
}
