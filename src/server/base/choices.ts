import { SettingError, splitSetting } from './setting.ts';

/**
 * Every point that the specification marks "not shown" or leaves open, as a named choice. The first variant of each is
 * the default: what an integrator who has read only the specification would expect.
 */
export const CHOICES = {
  'event-order': {
    meaning: 'Order of GET /events',
    variants: {
      'newest-first': 'latest timestamp first',
      'oldest-first': 'earliest timestamp first',
      arrival: 'last stored first, whatever its timestamp',
      'id-hash': 'a fixed order that has nothing to do with time',
      reshuffled: 'another order in every request',
    },
  },
  'agent-order': {
    meaning: 'Order of GET /registered-agents',
    variants: {
      'newest-first': 'last registered first',
      'oldest-first': 'first registered first',
      hostname: 'by hostname',
      'last-seen': 'last seen first',
      'id-hash': 'a fixed order that has nothing to do with any field',
      reshuffled: 'another order in every request',
    },
  },
  'session-order': {
    meaning: 'Order of GET /sessions',
    variants: {
      'newest-first': 'last modified first',
      'oldest-first': 'first modified first',
      'created-first': 'last created first',
      arrival: 'last stored first',
      'id-hash': 'a fixed order that has nothing to do with any field',
      reshuffled: 'another order in every request',
    },
  },
  'llm-order': {
    meaning: 'Order of GET /events/llm',
    variants: {
      'newest-first': 'latest timestamp first',
      'oldest-first': 'earliest timestamp first',
    },
  },
  'agent-wrapping': {
    meaning: 'Body of GET /registered-agents/{id}',
    variants: { bare: 'the agent itself', wrapped: '`{"agent": {…}}`' },
  },
  'session-wrapping': {
    meaning: 'Body of GET /sessions/{id}',
    variants: { bare: 'the session itself', wrapped: '`{"session": {…}}`' },
  },
  'session-id': {
    meaning: 'What stands for {id} in GET /sessions/{id} and its content',
    variants: {
      both: 'the numeric `id` or the `session_id`',
      numeric: 'the numeric `id` only',
      'session-id': 'the `session_id` only',
    },
  },
  'rate-reset': {
    meaning: 'Unit of X-RateLimit-Reset',
    variants: {
      'epoch-seconds': 'when the window ends, in seconds since 1970',
      'epoch-milliseconds': 'when the window ends, in milliseconds since 1970',
      'delta-seconds': 'seconds until the window ends',
      'delta-milliseconds': 'milliseconds until the window ends',
      'window-seconds': 'length of the window in seconds, always the same',
      'http-date': 'when the window ends, as an HTTP date',
    },
  },
  'retry-after': {
    meaning: 'Unit of Retry-After',
    variants: {
      seconds: 'seconds to wait',
      milliseconds: 'milliseconds to wait',
      'epoch-seconds': 'when to come back, in seconds since 1970',
      'epoch-milliseconds': 'when to come back, in milliseconds since 1970',
      'http-date': 'when to come back, as an HTTP date',
    },
  },
  'retry-after-when-free': {
    meaning: 'Retry-After while requests remain',
    variants: {
      zero: 'there is nothing to wait for',
      'until-reset': 'the wait until the window ends, as if nothing remained',
    },
  },
  'page-maximum': {
    meaning: 'A `limit` above the maximum',
    variants: {
      'clamp-100': 'is taken for 100',
      'clamp-20': 'is taken for 20, default page sizes included',
      'clamp-1000': 'is taken for 1000',
      'reject-100': 'above 100 is refused with 400',
      'reject-1000': 'above 1000 is refused with 400',
    },
  },
  'time-precision': {
    meaning: 'Precision of timestamps of events and LLM calls',
    variants: {
      seconds: 'YYYY-MM-DDThh:mm:ssZ; a bound is compared with what is shown',
      milliseconds: 'YYYY-MM-DDThh:mm:ss.sssZ',
    },
  },
  'since-bound': {
    meaning: 'An event at exactly `since`',
    variants: { exclusive: 'is left out', inclusive: 'is included' },
  },
  'until-bound': {
    meaning: 'An event at exactly `until`',
    variants: { exclusive: 'is left out', inclusive: 'is included' },
  },
  'bound-precision': {
    meaning: 'Precision to which `since` and `until` are read',
    variants: { exact: 'milliseconds', second: 'truncated to the whole second' },
  },
  'package-match': {
    meaning: 'How `package` matches',
    variants: {
      exact: 'the whole name',
      'ignore-case': 'the whole name, in upper or lower case',
      substring: 'any part of the name, in upper or lower case',
    },
  },
  'project-match': {
    meaning: 'How `project` matches',
    variants: { exact: 'the whole path', prefix: 'the start of the path', substring: 'any part of the path' },
  },
  'session-date': {
    meaning: 'Which time puts a session on a date, in `date` and in the calendar',
    variants: { created: '`created_at`', modified: '`modified_at`' },
  },
  'session-days': {
    meaning: 'Where the day of `date` begins and ends',
    variants: {
      'in-time-zone': 'at midnight in `tz`, UTC without it',
      utc: 'at midnight UTC; `tz` is ignored',
    },
  },
  'time-zone-format': {
    meaning: 'What `tz` takes',
    variants: {
      both: 'an IANA name or an offset such as +02:00',
      iana: 'an IANA name such as Europe/Oslo',
      offset: 'an offset such as +02:00, or Z',
    },
  },
  'calendar-until': {
    meaning: 'The day `until` of the calendar',
    variants: { inclusive: 'is the last day', exclusive: 'is the day after the last' },
  },
  'calendar-bounds': {
    meaning: '`since` and `until` of the calendar',
    variants: { optional: 'default to the last 30 days', required: 'are refused with 400 when missing' },
  },
  'subagent-counts': {
    meaning: 'Subagent sessions in the calendar and in the counts of clients',
    variants: { excluded: 'are not counted, as in the list', included: 'are counted' },
  },
  'session-clients': {
    meaning: 'Body of GET /sessions/clients',
    variants: {
      envelope: '`{"clients": [{"client_id", "agent_hostname", "session_count"}]}`',
      bare: 'the array alone',
      'short-names': '`{"data": [{"client", "hostname", "count"}], "total"}`',
      paged: 'the envelope with a `pagination` object; `limit` and `offset` are honoured',
    },
  },
  'llm-envelope': {
    meaning: 'Where GET /events/llm puts its list',
    variants: {
      events: '`{"events": […], "pagination"}`',
      'llm-events': '`{"llm_events": […], "pagination"}`',
      data: '`{"data": […], "pagination"}`',
      bare: 'the array alone, without pagination',
    },
  },
  'llm-fields': {
    meaning: 'Names and units of an LLM event',
    variants: {
      flat: '`input_tokens`, `output_tokens`, `latency_ms`, `cost_usd`',
      nested: '`tokens: {input, output, total}`, `latency: {ms}`, `cost: {amount, currency}`',
      'other-units':
        '`prompt_tokens`, `completion_tokens`, `total_tokens`, `duration` in seconds, `cost_cents`',
    },
  },
  'blocked-lists': {
    meaning: 'A blocked list in PUT /policy',
    variants: { replace: 'takes the place of the stored one', merge: 'is added to the stored one' },
  },
  'blocked-elements': {
    meaning: 'Elements of the blocked lists',
    variants: {
      strings: 'text; objects are refused with 400',
      objects: 'objects with a `name`; text is refused with 400',
      'as-sent': 'text and objects, kept as they are',
    },
  },
  'unknown-rule': {
    meaning: 'A rule in PUT /policy that the specification does not have',
    variants: { reject: 'is refused with 400', ignore: 'is passed over' },
  },
  'soft-delete': {
    meaning: 'What a soft delete does',
    variants: {
      listed: 'status `deleted`, still listed',
      hidden: 'status `deleted`, not listed, still readable by its id',
      gone: 'the agent disappears, as with hard=true',
      'keeps-status': 'the request succeeds and the status stays',
    },
  },
  'leaving-deleted': {
    meaning: 'A status change of a deleted agent',
    variants: {
      'refused-400': 'is refused with 400',
      'refused-404': 'finds nothing',
      allowed: 'succeeds',
    },
  },
  'delete-answer': {
    meaning: 'Answer to a successful DELETE',
    variants: {
      'no-content': '204 without a body',
      message: '200 and `{"message": "…"}`',
      agent: '200 and the agent as it is now, or as it last was',
    },
  },
  'unknown-id': {
    meaning: 'An id that the organization does not have',
    variants: { 'not-found': '404', 'bad-request': '400' },
  },
  'summary-period': {
    meaning: 'Period of GET /stats/summary, up to now',
    variants: { '30d': '30 days', '7d': '7 days', '1d': '24 hours', '90d': '90 days' },
  },
} as const satisfies Record<string, ChoiceDefinition>;

interface ChoiceDefinition {
  readonly meaning: string;
  /** One line of meaning by variant. */
  readonly variants: Readonly<Record<string, string>>;
}

export type ChoiceName = keyof typeof CHOICES;
export type VariantOf<Name extends ChoiceName> = keyof (typeof CHOICES)[Name]['variants'] & string;

/** One variant for each choice. */
export type Choices = { readonly [Name in ChoiceName]: VariantOf<Name> };

export const CHOICE_NAMES = Object.keys(CHOICES) as readonly ChoiceName[];

/** The variants of a choice, the default first. */
export function variantsOf<Name extends ChoiceName>(name: Name): readonly VariantOf<Name>[] {
  return Object.keys(CHOICES[name].variants) as VariantOf<Name>[];
}

export const DEFAULT_CHOICES = Object.fromEntries(
  CHOICE_NAMES.map((name) => [name, variantsOf(name)[0]]),
) as unknown as Choices;

/**
 * Reads settings written `NAME=VARIANT`; choices that are not named keep their defaults, and of two settings of one
 * choice the last counts. Throws a SettingError that lists what is allowed.
 */
export function parseChoices(settings: readonly string[]): Choices {
  const chosen: Record<string, string> = { ...DEFAULT_CHOICES };
  for (const setting of settings) {
    const { name, value } = splitSetting('choice', setting, CHOICE_NAMES, 'VARIANT');
    const variants: readonly string[] = variantsOf(name);
    if (!variants.includes(value)) {
      throw new SettingError(`choice ${name}: ${JSON.stringify(value)} is not one of ${variants.join(', ')}`);
    }
    chosen[name] = value;
  }
  return chosen as Choices;
}
