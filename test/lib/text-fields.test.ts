import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';

import { profileOf, TEXT_FIELDS, type RecordKind } from '../../src/lib/text-fields.ts';
import type { Agent } from '../../src/contract/agent.ts';
import type { errorBodySchema } from '../../src/contract/error.ts';
import type { SecurityEvent } from '../../src/contract/event.ts';
import type { Health } from '../../src/contract/health.ts';
import type { Policy } from '../../src/contract/policy.ts';
import type { Session } from '../../src/contract/session.ts';
import type { Summary } from '../../src/contract/summary.ts';
import type { Message } from '../../src/contract/transcript/message.ts';
import { flatEntries } from '../../src/lib/flat-record.ts';
import { AGENT } from '../fixtures/agent.ts';
import { EVENT } from '../fixtures/event.ts';
import { HEALTH } from '../fixtures/health.ts';
import { POLICY } from '../fixtures/policy.ts';
import { SESSION } from '../fixtures/session.ts';

/** The fields of each kind that people wrote for people; all others name something. */
const PROSE: Readonly<Partial<Record<RecordKind, readonly string[]>>> = {
  agent: ['registration_key_name', 'clone_reason'],
  session: ['first_prompt'],
  message: ['content'],
  event: ['payload.reasons'],
  policy: ['name'],
  element: ['reason', 'comment'],
  journal: ['reason', 'sentence'],
  hit: ['kind', 'line'],
  error: ['error'],
};

/** The paths of all text that a type of the contract names: `hostname`, `subject.package`. */
type TextPath<Row> = {
  [Field in keyof Row & string]: Field extends 'raw'
    ? never
    : NonNullable<Row[Field]> extends string | readonly string[]
      ? Field
      : NamedPath<Field, NonNullable<Row[Field]>>;
}[keyof Row & string];

/** Those within a field that is no list and no table of any names. */
type NamedPath<Field extends string, Part> = Part extends readonly unknown[]
  ? never
  : Part extends object
    ? string extends keyof Part
      ? never
      : `${Field}.${TextPath<Part>}`
    : never;

/** Of LLM calls and of the clients of sessions it names none. */
interface Contract {
  readonly agent: Agent;
  readonly session: Session;
  readonly message: Message;
  readonly event: SecurityEvent;
  readonly health: Health;
  readonly summary: Summary;
  readonly policy: Policy;
  readonly error: z.output<typeof errorBodySchema>;
}

/** Text of the contract of which nothing says what it is. */
type Unclassified = {
  [Kind in keyof Contract]: Exclude<TextPath<Contract[Kind]>, keyof (typeof TEXT_FIELDS)[Kind]>;
}[keyof Contract];

describe('which text is prose, and which names something', () => {
  it('is said of all text in the contract', () => {
    expectTypeOf<Unclassified>().toBeNever();
    // That this looks at something.
    expectTypeOf<TextPath<Agent>>().toEqualTypeOf<keyof (typeof TEXT_FIELDS)['agent']>();
    expectTypeOf<TextPath<SecurityEvent>>().toEqualTypeOf<keyof (typeof TEXT_FIELDS)['event']>();
  });

  it.each(Object.entries(TEXT_FIELDS))('is prose in no other field of a record: %s', (kind, fields) => {
    const prose = Object.entries(fields).filter(([, profile]) => profile !== 'ident');
    expect(prose.map(([path]) => path)).toEqual(PROSE[kind as RecordKind] ?? []);
  });

  it.each([
    ['agent', AGENT],
    ['session', SESSION],
    ['event', EVENT],
    ['policy', POLICY],
    ['health', HEALTH],
  ] as const)('is said of every field of the specification: %s', (kind, record) => {
    const texts = flatEntries(record)
      .filter(
        ([, value]) => typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'string'),
      )
      .map(([path]) => path)
      .filter((path) => !path.startsWith('blocked_') && !path.startsWith('metadata'));
    expect(texts.length).toBeGreaterThan(3);
    for (const path of texts) {
      expect([path, profileOf(kind, path)]).toEqual([
        path,
        PROSE[kind]?.includes(path) === true ? 'cell' : 'ident',
      ]);
    }
  });

  it.each([
    ['element', 'name', 'ident'],
    ['element', 'package_name', 'ident'],
    ['element', 'added_by', 'ident'],
    ['element', 'reason', 'cell'],
    ['element', 'note', 'cell'],
    ['call', 'model', 'ident'],
    ['call', 'usage.model_name', 'ident'],
    ['call', 'prompt', 'cell'],
    ['event', 'metadata.branch', 'ident'],
    ['event', 'metadata.remark', 'cell'],
    ['journal', 'reason', 'cell'],
    ['any', 'registration_key_name', 'cell'],
    // Of a policy it is prose, and of everything else it names something.
    ['any', 'name', 'ident'],
    ['any', 'constructor', 'cell'],
    ['policy', 'constructor', 'cell'],
  ] as const)('%s: %s is %s', (kind, path, profile) => {
    expect(profileOf(kind, path)).toBe(profile);
  });
});
