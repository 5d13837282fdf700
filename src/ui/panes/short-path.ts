import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';

const HOME = /^(\/home\/[^/]+|\/Users\/[^/]+|[A-Z]:\\Users\\[^\\]+)(?=[/\\])/;

/** A path with the home folder at its front written as a tilde; the machine's user stands in the detail. */
export function shortPath(path: Untrusted | undefined): Untrusted | undefined {
  return path === undefined ? undefined : asUntrusted(path.replace(HOME, '~'));
}
