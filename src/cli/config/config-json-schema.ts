import * as z from 'zod/mini';

import { keyPattern } from '../../commands/app/rebinding.ts';
import { COMMANDS } from '../../commands/app/registry.ts';
import { LONGEST_NAME } from '../../stores/view/filter-memory.ts';
import { ownValue } from '../../lib/own-value.ts';
import { configSchema } from '../../host/config/config-schema.ts';
import {
  ALERT_SETTINGS,
  FILE_SETTINGS,
  FILTER_SETTINGS,
  PROFILE_SETTINGS,
  TABLES,
  type SettingDescription,
} from '../../host/config/setting-descriptions.ts';

const HOST = String.raw`(\[[\dA-Fa-f:.]+\]|[!"$&-.\d;=A-Z_a-z{}~]+)`;
const LOOPBACK = String.raw`([Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt]|\[::1\]|127(\.\d{1,3}){1,3})`;
const PATH = String.raw`/[!"$->@-[\]-~]*`;

/**
 * What a base URL looks like, as a regular expression for editors. What passes it and is refused by `parseBaseUrl` all the
 * same has a host or a port that no URL can have.
 */
const BASE_URL_PATTERN = String.raw`^\s*([Hh][Tt][Tt][Pp][Ss]://${HOST}|[Hh][Tt][Tt][Pp]://${LOOPBACK})(:\d{0,5})?(${PATH})?\s*$`;

/** A JSON Schema, as far as it is built here. */
export interface JsonSchema {
  description?: string;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  [keyword: string]: unknown;
}

/** The JSON Schema of the config file for editors, made from what reads it. */
export function configJsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(configSchema, { target: 'draft-7', io: 'input' }) as JsonSchema;
  const { alerts, filters, keys, profiles } = schema.properties ?? {};
  const profile = profiles?.additionalProperties;
  if (
    alerts === undefined ||
    filters === undefined ||
    keys === undefined ||
    profiles === undefined ||
    typeof profile !== 'object'
  ) {
    throw new Error('The schema of the config file has another form.');
  }
  describe(schema, FILE_SETTINGS);
  describe(alerts, ALERT_SETTINGS);
  describe(profile, PROFILE_SETTINGS);
  describe(profile.properties?.['alerts'], ALERT_SETTINGS);
  describeFilters(filters);
  describeFilters(profile.properties?.['filters']);
  alerts.description = TABLES.alerts;
  filters.description = TABLES.filters;
  profiles.description = TABLES.profiles;
  Object.assign(keys, keysSchema());
  Object.assign(profile.properties?.['base_url'] ?? {}, { pattern: BASE_URL_PATTERN });
  // The program refuses both.
  profile['not'] = {
    properties: { write: { const: true }, read_only: { const: true } },
    required: ['write', 'read_only'],
  };
  return { ...schema, definitions: keyDefinitions(), title: 'The config file of vigil' };
}

function describeFilters(filters: JsonSchema | undefined): void {
  const filter = filters?.additionalProperties;
  if (filters === undefined || typeof filter !== 'object') {
    throw new Error('The schema of the filters has another form.');
  }
  describe(filter, FILTER_SETTINGS);
  filters['propertyNames'] = { type: 'string', minLength: 1, maxLength: LONGEST_NAME };
  // The program leaves an alert of another list out, and says so.
  filter['if'] = { properties: { list: { not: { const: 'events' } } } };
  filter['then'] = { properties: { alert: false } };
}

function describe(
  schema: JsonSchema | undefined,
  settings: Readonly<Record<string, SettingDescription>>,
): void {
  for (const [name, { meaning }] of Object.entries(settings)) {
    const setting = ownValue(schema?.properties ?? {}, name);
    if (setting === undefined) {
      throw new Error(`The schema of the config file lacks ${name}.`);
    }
    setting.description = meaning;
  }
}

/** The patterns of keys, of which most commands share one. */
const KEY_PATTERNS = [...new Set(COMMANDS.map(keyPattern))];

function keyDefinitions(): Record<string, JsonSchema> {
  return Object.fromEntries(
    KEY_PATTERNS.map((pattern, index) => [`key-${index + 1}`, { type: 'string', pattern }]),
  );
}

/** Whether two commands can have the same key the console checks, which starts whatever is wrong in them. */
function keysSchema(): JsonSchema {
  const commands = COMMANDS.map((command) => {
    const key = { $ref: `#/definitions/key-${KEY_PATTERNS.indexOf(keyPattern(command)) + 1}` };
    return [command.id, { description: command.title, anyOf: [key, { type: 'array', items: key }] }];
  });
  return {
    description: TABLES.keys,
    type: 'object',
    properties: Object.fromEntries(commands) as Record<string, JsonSchema>,
    additionalProperties: false,
  };
}
