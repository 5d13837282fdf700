import { Box, measureElement, type DOMElement } from 'ink';
import { useLayoutEffect, useRef } from 'react';

import { Lines } from '../widgets/Lines.tsx';
import { useSurfaceHost } from './surface-context.ts';
import type { SurfaceName } from './surface.ts';

/**
 * A part of the screen as so many rows, or as all that are left. Ink lays it out. Under a writer it draws nothing: the writer
 * paints it there past React, on a key or on data. Without one, Ink draws its lines.
 */
export function Surface({ name, rows }: { readonly name: SurfaceName; readonly rows?: number }) {
  const host = useSurfaceHost();
  const box = useRef<DOMElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    return current === null || !('mount' in host)
      ? undefined
      : host.mount(name, () => {
          const { y, height } = measureElement(current);
          return { top: y, rows: height };
        });
  }, [host, name]);
  const height = rows === undefined ? { flexGrow: 1, flexBasis: 0 } : { height: rows };
  return (
    <Box ref={box} flexDirection="column" flexShrink={0} overflow="hidden" {...height}>
      {'linesOf' in host && <Lines lines={host.linesOf(name)} columns={host.columns} theme={host.theme} />}
    </Box>
  );
}
