import type { SessionClient } from '../../contract/session.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import { isExactNumber } from '../../lib/exact-json.ts';

/** A client that has sessions, as far as its record can be read. */
export interface CountedClient {
  readonly id: Untrusted;
  readonly host: Untrusted | undefined;
  readonly sessions: number | undefined;
}

/** Names that the fields of a record may have, the likeliest first ("Session client": not shown). */
const ID = [/^client_?id$/i, /^client$/i, /^agent_?client_?id$/i, /client.*id$/i, /^id$/i, /(^|[._])id$/i];
const HOST = [/host_?name$/i, /(^|[._])host$/i, /(^|[._])machine(_?name)?$/i, /(^|[._])name$/i];
const COUNT = [
  /^session_?counts?$/i,
  /session.*count|count.*session/i,
  /(^|[._])counts?$/i,
  /sessions$/i,
  /total/i,
];

/** A longer name says nothing. */
const LONGEST_NAME = 100;

/** Reads the record of a client, whatever its fields are called; undefined when nothing in it can be an id. */
export function readCountedClient({ raw }: SessionClient): CountedClient | undefined {
  const fields = Object.entries(raw).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !isExactNumber(value)
      ? Object.entries(value).map(([inner, part]): [string, unknown] => [`${name}.${inner}`, part])
      : [[name, value] as [string, unknown]],
  );
  const find = <Value>(patterns: readonly RegExp[], read: (value: unknown) => Value | undefined) => {
    for (const pattern of patterns) {
      for (const [name, value] of fields) {
        const found = name.length <= LONGEST_NAME && pattern.test(name) ? read(value) : undefined;
        if (found !== undefined) {
          return found;
        }
      }
    }
    return undefined;
  };
  const id = find(ID, textOf);
  return id === undefined
    ? undefined
    : {
        id,
        host: find(HOST, textOf),
        sessions:
          find(COUNT, countOf) ??
          fields.map(([, value]) => countOf(value)).find((count) => count !== undefined),
      };
}

function textOf(value: unknown): Untrusted | undefined {
  return typeof value === 'string' && value !== '' ? asUntrusted(value) : undefined;
}

function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
}
