import { createContext, useContext } from 'react';

import type { Theme } from '../theme.ts';
import type { Line } from '../widgets/line.ts';
import type { Place, SurfaceName } from './surface.ts';

/** Paints surfaces itself where they are mounted. */
interface SurfaceWriter {
  /** Takes a surface that is mounted now, and how to find out where; what is returned takes it away again. */
  mount(name: SurfaceName, place: () => Place): () => void;
}

/** Has Ink draw them. */
interface SurfaceLines {
  readonly theme: Theme;
  readonly columns: number;
  linesOf(name: SurfaceName): readonly Line[];
}

export type SurfaceHost = SurfaceWriter | SurfaceLines;

export const SurfaceContext = createContext<SurfaceHost | undefined>(undefined);

/** What paints the surfaces. Throws where nothing does. */
export function useSurfaceHost(): SurfaceHost {
  const host = useContext(SurfaceContext);
  if (host === undefined) {
    throw new Error('No surface is shown outside of a screen.');
  }
  return host;
}
