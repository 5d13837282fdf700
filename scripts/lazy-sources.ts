import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, join as joinSource } from 'node:path/posix';

/** `import('…')` of one of our sources, but where it only names a type. */
const LAZY = /(?<!typeof )\bimport\(\s*'(\.[^']+)'\s*\)/g;

/** `import … from '…'`, `export … from '…'` and `import '…'`, but of types alone. */
const AT_ONCE = /^(?:import|export)\s+(?!type\b)(?:[^;']*?\bfrom\s+)?'(\.[^']+)'/gm;

/** The sources that are imported lazily, and never otherwise: what they need is loaded when they are. */
export function lazySources(root: string): ReadonlySet<string> {
  const [lazy, atOnce] = [new Set<string>(), new Set<string>()];
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) {
      continue;
    }
    const source = joinSource('src', file.replaceAll('\\', '/'));
    const text = readFileSync(join(root, source), 'utf8');
    const collect = (pattern: RegExp, into: Set<string>) => {
      for (const [, path = ''] of text.matchAll(pattern)) {
        into.add(joinSource(dirname(source), path));
      }
    };
    collect(LAZY, lazy);
    collect(AT_ONCE, atOnce);
  }
  return new Set([...lazy].filter((source) => !atOnce.has(source)));
}
