import type { JsonObject } from '../../../contract/tolerant.ts';
import { ownValue } from '../../../lib/own-value.ts';
import { asUntrusted } from '../../../lib/untrusted.ts';
import { ListBuilder, type ListReading } from '../hunt-list.ts';
import { isObject, textIn } from './json-parts.ts';

const INSTALLED = 'node_modules/';

/** `npm:` before the package that another name stands for. */
const ALIAS = /^npm:(.+)@([^@]+)$/;

/** Versions that come from no registry: a place, not a number. */
const PLACE = /^(?:[a-z+]+:|\.{0,2}\/|[\w-]+\/)/i;

/** No lock file is nested as deeply. */
const DEEPEST = 200;

/** Whether an object is a lock file of npm, of any of its versions. */
export function isLockFile(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    (typeof value['lockfileVersion'] === 'number' ||
      (isObject(value['dependencies']) && typeof value['version'] === 'string' && 'requires' in value))
  );
}

/** What a lock file of npm has installed: of its versions 2 and 3 the list of places, of version 1 the tree. */
export function readLockList(lock: JsonObject): ListReading {
  const list = new ListBuilder('lock');
  const [packages, dependencies] = [ownValue(lock, 'packages'), ownValue(lock, 'dependencies')];
  if (isObject(packages)) {
    for (const [place, entry] of Object.entries(packages)) {
      if (isObject(entry)) {
        addPlace(list, place, entry);
      }
    }
  } else if (isObject(dependencies)) {
    addTree(list, dependencies, '', 0);
  }
  return list.reading;
}

function addPlace(list: ListBuilder, place: string, entry: JsonObject): void {
  const at = place.lastIndexOf(INSTALLED);
  if (at === -1) {
    // The project itself, and its workspaces: nothing was installed of these.
    return;
  }
  const version = textIn(entry, 'version');
  const resolved = textIn(entry, 'resolved');
  const isElsewhere = resolved !== undefined && /^(?:git[+:]|file:)/.test(resolved);
  if (entry['link'] === true || version === undefined || isElsewhere) {
    list.skip('not-from-registry', asUntrusted(place));
    return;
  }
  addPackage(list, { name: textIn(entry, 'name') ?? place.slice(at + INSTALLED.length), version, place });
}

function addTree(list: ListBuilder, dependencies: JsonObject, above: string, depth: number): void {
  if (depth > DEEPEST) {
    list.reject(undefined, 'This lock file is nested too deeply. Make it anew with npm install.');
    return;
  }
  for (const [name, entry] of Object.entries(dependencies)) {
    if (!isObject(entry)) {
      continue;
    }
    const place = `${above}${INSTALLED}${name}`;
    const version = textIn(entry, 'version') ?? '';
    const alias = ALIAS.exec(version);
    if (alias !== null) {
      addPackage(list, { name: alias[1] ?? name, version: alias[2] ?? '', place });
    } else if (version === '' || PLACE.test(version)) {
      list.skip('not-from-registry', asUntrusted(place));
    } else {
      addPackage(list, { name, version, place });
    }
    const below = ownValue(entry, 'dependencies');
    if (isObject(below)) {
      addTree(list, below, `${place}/`, depth + 1);
    }
  }
}

function addPackage(
  list: ListBuilder,
  { name, version, place }: { readonly name: string; readonly version: string; readonly place: string },
): void {
  list.add({
    ecosystem: 'npm',
    name: asUntrusted(name),
    versions: { kind: 'these', exact: [version], ranges: [], spans: [] },
    matched: asUntrusted(place),
  });
}
