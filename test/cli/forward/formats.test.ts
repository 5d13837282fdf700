import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ecsEvent } from '../../../src/cli/forward/ecs-format.ts';
import { ocsfFinding } from '../../../src/cli/forward/ocsf-format.ts';
import { eventSchema } from '../../../src/contract/event.ts';
import { EVENT } from '../../fixtures/event.ts';
import {
  cloneNamed,
  readEcs,
  readOcsf,
  type EcsSchema,
  type OcsfAttribute,
  type OcsfDescribed,
  type OcsfSchema,
} from '../../helpers/published-schemas.ts';

/** Clones of what is published, for a check against all of it; without them parts of it that are kept here. */
const OCSF_CLONE = cloneNamed('VIGIL_OCSF_SCHEMA');
const ECS_CLONE = cloneNamed('VIGIL_ECS_SCHEMA');

const OCSF = OCSF_CLONE === undefined ? schema<OcsfSchema>('ocsf-1.8.0') : readOcsf(OCSF_CLONE);
const ECS_PARTS = schema<
  EcsSchema & {
    allowed: Readonly<Record<string, readonly string[] | Readonly<Record<string, readonly string[]>>>>;
  }
>('ecs-9.4.0');
const ECS = { ...ECS_PARTS, ...(ECS_CLONE === undefined ? {} : readEcs(ECS_CLONE)) };

function schema<Schema>(name: string): Schema {
  return JSON.parse(readFileSync(`test/fixtures/published-schemas/${name}.json`, 'utf8')) as Schema;
}

type JsonRecord = Readonly<Record<string, unknown>>;

/** What of an object is not by the schema. */
function problemsOf(value: JsonRecord, { attributes, constraints }: OcsfDescribed, path: string): string[] {
  const missing = Object.entries(attributes)
    .filter(([name, { requirement }]) => requirement === 'required' && value[name] === undefined)
    .map(([name]) => `${path}.${name} is required`);
  const { at_least_one: some, just_one: one } = constraints;
  const lacks = some !== undefined && !some.some((name) => value[name] !== undefined);
  return [
    ...missing,
    ...(lacks ? [`${path} has none of ${some.join(', ')}`] : []),
    ...(one !== undefined && one.filter((name) => value[name] !== undefined).length !== 1
      ? [`${path} has not one of ${one.join(', ')}`]
      : []),
    ...Object.entries(value).flatMap(([name, held]) => {
      const attribute = attributes[name];
      if (attribute === undefined) {
        return [`${path}.${name} is not in the schema`];
      }
      const values: unknown[] = attribute.is_array === true ? (held as unknown[]) : [held];
      const { sibling, enum: meanings } = attribute;
      const says = sibling === undefined ? undefined : value[sibling];
      const means = meanings?.[String(held)];
      return [
        ...values.flatMap((each) => problemsOfValue(each, attribute, `${path}.${name}`)),
        ...(says === undefined || means === undefined || means === 'Other' || says === means
          ? []
          : [`${path}.${name} means ${means}, and ${sibling} says ${JSON.stringify(says)}`]),
      ];
    }),
  ];
}

function problemsOfValue(value: unknown, { type, enum: values }: OcsfAttribute, path: string): string[] {
  if (values !== undefined && !Object.hasOwn(values, String(value))) {
    return [`${path} is ${String(value)}, which the schema does not know`];
  }
  switch (type) {
    case 'integer_t':
    case 'long_t':
    case 'timestamp_t':
      return Number.isSafeInteger(value) ? [] : [`${path} is no whole number`];
    case 'boolean_t':
      return typeof value === 'boolean' ? [] : [`${path} is no boolean`];
    case 'json_t':
    case 'object':
      return [];
    default:
      if (type.endsWith('_t')) {
        const { regex, max_len: most = Number.POSITIVE_INFINITY } = OCSF.types[type] ?? {};
        return typeof value === 'string' && value.length <= most && new RegExp(regex ?? '').test(value)
          ? []
          : [`${path} is no text of the type ${type}`];
      }
      return OCSF.objects[type] === undefined
        ? [`${path}: nothing is known of ${type}`]
        : problemsOf(value as JsonRecord, OCSF.objects[type], path);
  }
}

function findingOf(raw: unknown): JsonRecord {
  return ocsfFinding(eventSchema.parse(raw), '1.2.3', 1000) as JsonRecord;
}

function ecsProblems(value: unknown, path: string): string[] {
  if (path === 'vigil') {
    return [];
  }
  const field = ECS.fields[path];
  if (field === undefined || field.type === 'object') {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([name, held]) =>
          ecsProblems(held, path === '' ? name : `${path}.${name}`),
        )
      : [`${path} is not in the schema`];
  }
  const values = field.array === true ? (value as unknown[]) : [value];
  const allowed = ECS.allowed[path];
  const known = allowed === undefined ? undefined : Array.isArray(allowed) ? allowed : Object.keys(allowed);
  return values.flatMap((each) =>
    !isOfType(each, field.type) || (known !== undefined && !known.includes(each as string))
      ? [`${path} is ${String(each)}`]
      : [],
  );
}

/** Whether Elasticsearch takes a value in a field of that type, as strictly as it can be set. */
function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'long':
      return Number.isSafeInteger(value);
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
    case 'keyword':
    case 'wildcard':
    case 'match_only_text':
      return typeof value === 'string';
    default:
      return false;
  }
}

const anyRecord = fc.record(
  {
    id: fc.string({ minLength: 1 }),
    client_id: fc.anything(),
    timestamp: fc.oneof(fc.constant('2026-03-02T09:00:00Z'), fc.anything()),
    type: fc.oneof(fc.constantFrom('install', 'audit', 'constructor'), fc.anything()),
    outcome: fc.oneof(fc.constantFrom('allow', 'review', 'block', '__proto__'), fc.anything()),
    actor: fc.oneof(fc.record({ command: fc.string(), args: fc.array(fc.string()) }), fc.anything()),
    subject: fc.oneof(
      fc.record({
        ecosystem: fc.constantFrom('npm', 'pip', 'go', 'cargo', 'x'),
        package: fc.string(),
        version: fc.string(),
      }),
      fc.anything(),
    ),
    payload: fc.oneof(fc.record({ reasons: fc.array(fc.string()) }), fc.anything()),
    unknown: fc.anything(),
  },
  { requiredKeys: ['id'] },
);

describe('the parts of what is published that are kept here', () => {
  const withoutSiblings = (described: OcsfDescribed) =>
    JSON.parse(
      JSON.stringify(described, (name, value: unknown) => (name === 'sibling' ? undefined : value)),
    ) as unknown;

  it.runIf(OCSF_CLONE !== undefined)('have of OCSF what the clone has', () => {
    const parts = schema<OcsfSchema>('ocsf-1.8.0');
    expect(OCSF.version).toBe(parts.version);
    for (const [name, object] of Object.entries(parts.objects)) {
      expect([name, withoutSiblings(OCSF.objects[name]!)]).toEqual([name, object]);
    }
    // What of these three the files do not say is not in the parts either.
    const said = ({ attributes }: OcsfDescribed) =>
      Object.entries(attributes).map(([name, each]) =>
        /^(?:category|class|type)_uid$/.test(name)
          ? [name, { ...each, enum: undefined, sibling: undefined }]
          : [name, each],
      );
    const whole = withoutSiblings(OCSF.class) as OcsfDescribed;
    expect(Object.fromEntries(said(whole))).toEqual(Object.fromEntries(said(parts.class)));
  });

  it.runIf(ECS_CLONE !== undefined)('have of ECS what the clone has', () => {
    expect(ECS.version).toBe(ECS_PARTS.version);
    expect(ECS.fields).toMatchObject(ECS_PARTS.fields);
  });
});

describe('events as findings of OCSF', () => {
  it('are by the published schema, whatever is in them', () => {
    const { class: finding } = OCSF;
    const of = (raw: unknown) => problemsOf(findingOf(raw), finding, 'finding');
    expect(of(EVENT)).toEqual([]);
    expect(findingOf(EVENT)).toMatchObject({
      class_uid: finding.uid,
      category_uid: finding.category_uid,
      type_uid: finding.uid * 100 + 1,
      metadata: { version: OCSF.version },
    });
    fc.assert(
      fc.property(anyRecord, (raw) => {
        expect(of(JSON.parse(JSON.stringify(raw)) as unknown)).toEqual([]);
      }),
    );
  });

  it('say what was done with which package, as a package URL, and keep all that has no place', () => {
    const raw = {
      id: 'e1',
      client_id: 'c1',
      timestamp: '2026-03-02T09:00:00.250Z',
      type: 'install',
      outcome: 'block',
      subject: { ecosystem: 'npm', package: '@scope/name', version: '1.0.0' },
      payload: { reasons: ['too new', 'too bad'], score: 3 },
      extra: { deep: [1] },
    };
    expect(findingOf(raw)).toMatchObject({
      time: Date.parse(raw.timestamp),
      severity: 'High',
      action: 'Denied',
      disposition: 'Blocked',
      is_alert: true,
      message: 'too new; too bad',
      finding_info: { uid: 'e1', title: 'install of @scope/name 1.0.0' },
      device: { uid: 'c1' },
      resources: [{ uid: 'pkg:npm/%40scope/name@1.0.0', name: '@scope/name', version: '1.0.0' }],
      unmapped: {
        outcome: 'block',
        payload: { reasons: ['too new', 'too bad'], score: 3 },
        extra: { deep: [1] },
      },
    });
  });

  it('of an unknown outcome say so, and have a time where the event has none', () => {
    expect(findingOf({ id: 'e1', outcome: 'odd' })).toMatchObject({
      time: 1000,
      severity: 'Unknown',
      action: 'Unknown',
      unmapped: { outcome: 'odd' },
    });
  });
});

describe('events by ECS', () => {
  const of = (raw: unknown) => ecsEvent(eventSchema.parse(raw), 1000) as JsonRecord;

  it('are by the published schema, whatever is in them', () => {
    expect(ecsProblems(of(EVENT), '')).toEqual([]);
    expect(of(EVENT)).toMatchObject({ ecs: { version: ECS.version } });
    fc.assert(
      fc.property(anyRecord, (raw) => {
        expect(ecsProblems(of(JSON.parse(JSON.stringify(raw)) as unknown), '')).toEqual([]);
      }),
    );
  });

  it('are of types that the schema expects for packages, and hold what was sent', () => {
    const expected = (ECS.allowed['event.category'] as Readonly<Record<string, readonly string[]>>)[
      'package'
    ];
    for (const type of ['install', 'audit', 'odd']) {
      const { event, vigil } = of({ id: 'e1', type, outcome: 'allow', odd: 1 }) as {
        event: { type: string[]; kind: string };
        vigil: { event: unknown };
      };
      expect(expected).toEqual(expect.arrayContaining(event.type));
      expect(vigil.event).toEqual({ id: 'e1', type, outcome: 'allow', odd: 1 });
    }
  });
});
