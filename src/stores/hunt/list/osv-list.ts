import { ownValue } from '../../../lib/own-value.ts';
import { asUntrusted, type Untrusted } from '../../../lib/untrusted.ts';
import type { JsonObject } from '../../../contract/tolerant.ts';
import { ecosystemNamed } from '../ecosystems.ts';
import type { ListBuilder } from '../hunt-list.ts';
import type { ListedVersions, RangeEvent } from '../versions.ts';
import { isObject, listIn, textIn } from './json-parts.ts';
import { readPurl } from './purl-list.ts';

const EVENT_KINDS = ['introduced', 'fixed', 'last_affected', 'limit'] as const;

/** Whether an object is an advisory as https://ossf.github.io/osv-schema has them. */
export function isOsvRecord(value: unknown): value is JsonObject {
  return isObject(value) && typeof value['id'] === 'string' && !('lockfileVersion' in value);
}

/** Adds the packages that an advisory is about. */
export function addOsvRecord(list: ListBuilder, record: JsonObject, line: number | undefined): void {
  const id = asUntrusted(textIn(record, 'id') ?? '');
  if (textIn(record, 'withdrawn') !== undefined) {
    list.skip('withdrawn', id);
    return;
  }
  const affected = listIn(record, 'affected').filter(isObject);
  if (affected.length === 0) {
    list.skip('no-versions', id);
  }
  for (const each of affected) {
    addAffected(list, each, { id, line });
  }
}

function addAffected(
  list: ListBuilder,
  affected: JsonObject,
  { id, line }: { readonly id: Untrusted; readonly line: number | undefined },
): void {
  const described = ownValue(affected, 'package');
  const versions = versionsOf(affected);
  if (!isObject(described)) {
    list.skip(versions?.kind === 'unknown' ? 'commits' : 'no-versions', id);
    return;
  }
  const [name, system, purlText] = ['name', 'ecosystem', 'purl'].map((field) => textIn(described, field));
  const purl = purlText === undefined ? undefined : readPurl(purlText);
  const fromPurl = purl === 'range' ? undefined : purl;
  const ecosystem = system === undefined ? fromPurl?.ecosystem : ecosystemNamed(system);
  const whole = name ?? fromPurl?.name;
  if (whole === undefined || whole === '') {
    list.reject(line, 'A package of this advisory has no name. Take it from osv.dev again, or leave it out.');
  } else if (ecosystem === undefined) {
    list.skip('ecosystem', asUntrusted(system ?? fromPurl?.type ?? 'none'));
  } else if (versions === undefined) {
    list.skip('no-versions', id);
  } else {
    if (versions.kind === 'unknown') {
      list.skip('commits', id);
    }
    list.add({
      ecosystem,
      name: asUntrusted(whole),
      ...(name === undefined && fromPurl?.foldsCase === true ? { foldsCase: true } : {}),
      versions,
      matched: id,
    });
  }
}

/** Undefined where the advisory names neither versions nor ranges of this package. */
function versionsOf(affected: JsonObject): ListedVersions | undefined {
  const exact = listIn(affected, 'versions').filter((version) => typeof version === 'string');
  const ranges = listIn(affected, 'ranges').filter(isObject);
  const spans = ranges
    .filter((range) => textIn(range, 'type') !== 'GIT')
    .map((range) => listIn(range, 'events').filter(isObject).flatMap(eventsIn))
    .filter((events) => events.some(({ kind }) => kind === 'introduced'));
  if (spans.some(isEverything)) {
    return { kind: 'any' };
  }
  if (exact.length + spans.length > 0) {
    return { kind: 'these', exact, ranges: [], spans };
  }
  return ranges.some((range) => textIn(range, 'type') === 'GIT') ? { kind: 'unknown' } : undefined;
}

function eventsIn(event: JsonObject): readonly RangeEvent[] {
  return EVENT_KINDS.flatMap((kind) => {
    const version = textIn(event, kind);
    return version === undefined ? [] : [{ kind, version }];
  });
}

/** From the first version on, without an end: then the version of an event says nothing more. */
function isEverything(events: readonly RangeEvent[]): boolean {
  return events.every(({ kind, version }) => kind === 'introduced' && version === '0');
}
