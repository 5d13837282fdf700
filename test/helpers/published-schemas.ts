import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An attribute as a class or an object of OCSF has it. */
export interface OcsfAttribute {
  readonly type: string;
  readonly is_array?: true;
  readonly requirement?: 'required';
  /** What its values mean. */
  readonly enum?: Readonly<Record<string, string>>;
  /** The attribute that says in words what this one says as a number. */
  readonly sibling?: string;
}

export interface OcsfDescribed {
  readonly attributes: Readonly<Record<string, OcsfAttribute>>;
  readonly constraints: { readonly at_least_one?: readonly string[]; readonly just_one?: readonly string[] };
}

/** The class Detection Finding with some profiles, and objects by their names. */
export interface OcsfSchema {
  readonly version: string;
  readonly class: OcsfDescribed & { readonly category_uid: number; readonly uid: number };
  readonly objects: Readonly<Record<string, OcsfDescribed>>;
  /** Types of values that are held to a form. */
  readonly types: Readonly<
    Record<string, { readonly type?: string; readonly regex?: string; readonly max_len?: number }>
  >;
}

export interface EcsSchema {
  readonly version: string;
  readonly fields: Readonly<Record<string, { readonly type: string; readonly array?: true }>>;
}

interface Raw {
  readonly name?: string;
  readonly caption?: string;
  readonly uid?: number;
  readonly extends?: string;
  readonly profiles?: readonly string[];
  readonly attributes?: Readonly<Record<string, RawAttribute | readonly string[]>>;
  readonly constraints?: OcsfDescribed['constraints'];
}
interface RawAttribute {
  readonly type?: string;
  readonly is_array?: boolean;
  readonly requirement?: string;
  readonly profile?: string | null;
  readonly sibling?: string;
  readonly enum?: Readonly<Record<string, { readonly caption: string }>>;
}

const PROFILES = ['security_control', 'host'];

/** Findings. */
const CATEGORY = 2;

/**
 * The whole class Detection Finding (2004) with the profiles that findings name, and every object of the schema, from a clone of
 * github.com/ocsf/ocsf-schema: what a class or an object has of its own, of what it extends, and of the profiles it takes.
 */
export function readOcsf(folder: string): OcsfSchema {
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Raw;
  const dictionary = read('dictionary.json') as unknown as {
    attributes: Readonly<Record<string, RawAttribute>>;
    types: { attributes: OcsfSchema['types'] };
  };
  const namedIn = (part: string): ReadonlyMap<string, Raw> =>
    new Map(
      readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .map((file) => read(join(part, file)))
        .map((raw) => [raw.name ?? '', raw]),
    );
  const [objects, events] = [namedIn('objects'), namedIn('events')];
  const chainOf = (raw: Raw, all: ReadonlyMap<string, Raw>): readonly Raw[] => {
    const base = raw.extends === undefined ? undefined : all.get(raw.extends);
    return base === undefined ? [raw] : [...chainOf(base, all), raw];
  };
  const describe = (raw: Raw, all: ReadonlyMap<string, Raw>): OcsfDescribed => {
    const merged = new Map<string, RawAttribute>();
    const put = (name: string, attribute: RawAttribute, profile?: string) => {
      const before = merged.get(name);
      merged.set(name, {
        ...before,
        ...(before === undefined && profile !== undefined ? { profile } : {}),
        ...attribute,
        enum: { ...before?.enum, ...attribute.enum },
      });
    };
    for (const { attributes = {} } of chainOf(raw, all)) {
      const { $include: included = [], ...own } = attributes;
      for (const path of [included as string | readonly string[]].flat()) {
        const file = read(path) as Raw & { meta?: string };
        Object.entries(file.attributes ?? {}).forEach(([name, each]) =>
          put(name, each as RawAttribute, file.meta === 'profile' ? file.name : undefined),
        );
      }
      Object.entries(own).forEach(([name, each]) => put(name, each as RawAttribute));
    }
    const taken = [...merged].filter(
      ([, { profile }]) => profile === undefined || profile === null || PROFILES.includes(profile),
    );
    return {
      attributes: Object.fromEntries(taken.map(([name, each]) => [name, attributeOf(name, each)])),
      constraints: Object.assign(
        {},
        ...chainOf(raw, all).map(({ constraints = {} }) => constraints),
      ) as OcsfDescribed['constraints'],
    };
  };
  const attributeOf = (name: string, own: RawAttribute): OcsfAttribute => {
    const known = dictionary.attributes[name];
    const values = Object.entries({ ...known?.enum, ...own.enum }).map(
      ([value, { caption }]) => [value, caption] as const,
    );
    const sibling = own.sibling ?? known?.sibling;
    return {
      type: own.type ?? known?.type ?? `nothing says the type of ${name}`,
      ...((own.is_array ?? known?.is_array) === true ? { is_array: true } : {}),
      ...(own.requirement === 'required' ? { requirement: 'required' } : {}),
      ...(values.length === 0 ? {} : { enum: Object.fromEntries(values) }),
      ...(sibling === undefined ? {} : { sibling }),
    };
  };
  const finding = events.get('detection_finding') ?? {};
  const described = describe(finding, events);
  const uid = 1000 * CATEGORY + (finding.uid ?? 0);
  const activities = Object.entries(described.attributes['activity_id']?.enum ?? {});
  // These three follow from the others, and the files do not say them.
  const own = {
    category_uid: { [CATEGORY]: 'Findings' },
    class_uid: { [uid]: finding.caption ?? '' },
    type_uid: Object.fromEntries(
      activities.map(([id, caption]) => [100 * uid + Number(id), `${finding.caption}: ${caption}`]),
    ),
  };
  const attributes = Object.fromEntries(
    Object.entries(described.attributes).map(([name, each]) => [
      name,
      name in own ? { ...each, enum: own[name as keyof typeof own] } : each,
    ]),
  );
  return {
    version: (read('version.json') as { version?: string }).version ?? '',
    class: { ...described, attributes, category_uid: CATEGORY, uid },
    objects: Object.fromEntries([...objects].map(([name, raw]) => [name, describe(raw, objects)])),
    types: dictionary.types.attributes,
  };
}

/** Every field of the Elastic Common Schema, from a clone of github.com/elastic/ecs. */
export function readEcs(folder: string): EcsSchema {
  const [, ...lines] = readFileSync(join(folder, 'generated/csv/fields.csv'), 'utf8').split('\n');
  // No field before the examples has a comma in it.
  const rows = lines.filter((line) => /^\d/.test(line)).map((line) => line.split(','));
  return {
    version: rows[0]?.[0] ?? '',
    fields: Object.fromEntries(
      rows.map(([, , , name = '', type = '', , normalization]) => [
        name,
        { type, ...(normalization === 'array' ? { array: true as const } : {}) },
      ]),
    ),
  };
}

/** A clone of a schema that the environment names, where one is there. */
export function cloneNamed(variable: string): string | undefined {
  const folder = process.env[variable];
  return folder !== undefined && existsSync(folder) ? folder : undefined;
}
