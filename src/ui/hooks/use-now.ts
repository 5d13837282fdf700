import { useEffect, useState } from 'react';

import type { Clock } from '../../lib/clock.ts';

/** The time, told anew at the start of every second. */
export function useNow(clock: Clock): number {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    let cancel = () => {};
    const tick = () => {
      setNow(clock.now());
      cancel = clock.schedule(1000 - (clock.now() % 1000), tick);
    };
    cancel = clock.schedule(1000 - (clock.now() % 1000), tick);
    return () => cancel();
  }, [clock]);
  return now;
}
