import { ECOSYSTEMS } from '../../contract/values.ts';
import type { AnyText } from '../../lib/untrusted.ts';
import { nameOfElement } from './element-subject.ts';

/** What an event installs. */
export interface InstalledPackage {
  readonly name: AnyText;
  readonly ecosystem: AnyText | undefined;
  readonly version: AnyText | undefined;
}

const PREFIX = new RegExp(`^(${ECOSYSTEMS.join('|')})[:/](.+)$`, 'i');

/**
 * What an element of the blocked packages is about; a part that it does not say stands for any. The specification does not
 * show its shape: text may be `lodash`, `npm:lodash`, `npm/lodash`, `lodash@4.17.20` or `requests==2.31.0`.
 */
export function readBlockedPackage(element: unknown): InstalledPackage | undefined {
  const text = nameOfElement(element);
  if (text === undefined || text === '') {
    return undefined;
  }
  if (typeof element !== 'string') {
    const { ecosystem, version } = element as Readonly<Record<string, unknown>>;
    return { name: text, ecosystem: partOf(ecosystem), version: partOf(version) };
  }
  const { ecosystem, rest } = readEcosystem(text) ?? { ecosystem: undefined, rest: text };
  const [, name = rest, version] = /^(.+?)(?:@|==)([^@=]+)$/.exec(rest) ?? [];
  return { name, ecosystem, version: partOf(version) };
}

/** The ecosystem before the name of a package, as in `npm:lodash`, and the rest; undefined where there is none. */
export function readEcosystem(
  text: string,
): { readonly ecosystem: string; readonly rest: string } | undefined {
  const [, ecosystem, rest] = PREFIX.exec(text) ?? [];
  return ecosystem === undefined || rest === undefined
    ? undefined
    : { ecosystem: ecosystem.toLowerCase(), rest };
}

/** What stands in no name of a package, but in a pattern of names or in an address such as `pkg:npm/lodash`. */
const OF_NO_NAME = /[*?[\](){}^$|\\<>=!,:\s]/;

/** A version and no range of them, such as `1.x` or `>=2`. */
const ONE_VERSION = /^v?\d(?!.*(?:^|\.)[xX*](?:\.|$))[\w.+-]*$/;

/**
 * Whether an element of the blocked packages is about one package, and one version of it if any, so that it can be said which
 * installs it covers. What a server makes of a pattern, the specification does not say.
 */
export function isOnePackage(element: unknown): boolean {
  const blocked = readBlockedPackage(element);
  return (
    blocked !== undefined &&
    !OF_NO_NAME.test(blocked.name) &&
    (blocked.version === undefined || ONE_VERSION.test(blocked.version))
  );
}

/** Whether an element of the blocked packages is about what was installed, whatever the case of its name. */
export function coversPackage(element: unknown, installed: InstalledPackage): boolean {
  const blocked = readBlockedPackage(element);
  return (
    blocked !== undefined &&
    blocked.name.toLowerCase() === installed.name.toLowerCase() &&
    (blocked.ecosystem === undefined || blocked.ecosystem === installed.ecosystem) &&
    (blocked.version === undefined || blocked.version === installed.version)
  );
}

/** How the texts of a list name a package: with its ecosystem before it where most of them do. */
export function textForPackage(elements: readonly unknown[], { name, ecosystem }: InstalledPackage): string {
  const texts = elements.filter((element) => typeof element === 'string');
  const signs = texts.flatMap((text) => (PREFIX.test(text) ? [/^\w+([:/])/.exec(text)?.[1] ?? ':'] : []));
  return ecosystem === undefined || signs.length * 2 <= texts.length
    ? name
    : `${ecosystem}${signs.at(-1) ?? ':'}${name}`;
}

function partOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value !== '*' ? value : undefined;
}
