import type { TextProfile } from './safe-text.ts';

/**
 * Which text of the API names something, and which people wrote for people: the one place that says it, for lists, details,
 * reviews, fields, questions, tables of the command line and files.
 */

/** What a text belongs to; `any` where only the path of its field is known. */
export type RecordKind =
  | 'agent'
  | 'session'
  | 'message'
  | 'event'
  | 'call'
  | 'policy'
  | 'element'
  | 'health'
  | 'summary'
  | 'client'
  | 'journal'
  | 'hit'
  | 'error'
  | 'any';

type Profiles = Readonly<Record<string, TextProfile>>;

/**
 * Every field of text that the specification shows; of `policy` and `element` also those that are ours to write. One that is
 * in the contract and not here, or here and no longer there, is an error of types in the test of this file.
 */
export const TEXT_FIELDS = {
  agent: {
    id: 'ident',
    client_id: 'ident',
    machine_id: 'ident',
    secret_prefix: 'ident',
    registration_key_id: 'ident',
    registration_key_name: 'cell',
    status: 'ident',
    hostname: 'ident',
    os: 'ident',
    arch: 'ident',
    version: 'ident',
    username: 'ident',
    clone_reason: 'cell',
    registered_at: 'ident',
    last_seen_at: 'ident',
  },
  session: {
    id: 'ident',
    session_id: 'ident',
    client_id: 'ident',
    agent_hostname: 'ident',
    project_path: 'ident',
    first_prompt: 'cell',
    git_branch: 'ident',
    created_at: 'ident',
    modified_at: 'ident',
    uploaded_at: 'ident',
  },
  message: { type: 'ident', content: 'block', tool: 'ident', path: 'ident', timestamp: 'ident' },
  event: {
    id: 'ident',
    client_id: 'ident',
    timestamp: 'ident',
    type: 'ident',
    outcome: 'ident',
    'actor.command': 'ident',
    'actor.args': 'ident',
    'actor.version': 'ident',
    'subject.ecosystem': 'ident',
    'subject.package': 'ident',
    'subject.version': 'ident',
    'payload.reasons': 'cell',
  },
  call: { provider: 'ident', model: 'ident' },
  policy: {
    version: 'ident',
    name: 'cell',
    updated_at: 'ident',
    'rules.allowed_licenses': 'ident',
    'rules.typosquat_action': 'ident',
  },
  element: {
    name: 'ident',
    package: 'ident',
    maintainer: 'ident',
    ecosystem: 'ident',
    version: 'ident',
    reason: 'cell',
    comment: 'cell',
  },
  health: { status: 'ident', timestamp: 'ident', version: 'ident', database: 'ident' },
  summary: { period: 'ident' },
  client: {},
  journal: { target: 'ident', id: 'ident', user: 'ident', server: 'ident', reason: 'cell', sentence: 'cell' },
  hit: {
    time: 'ident',
    host: 'ident',
    client_id: 'ident',
    project: 'ident',
    branch: 'ident',
    session: 'ident',
    role: 'ident',
    kind: 'cell',
    line: 'cell',
  },
  error: { error: 'cell' },
} as const satisfies Readonly<Record<Exclude<RecordKind, 'any'>, Profiles>>;

/** Fields that name something, by the end of their own names or of what they are called: `client id`, `package@version`. */
const NAMES_SOMETHING =
  /(?:^|[_. @])(?:id|host|hostname|user|username|name|branch|path|project|tool|package|version|ecosystem|type|outcome|status|os|arch|registry|maintainers?|prefix|key|email|model|provider|vendor|client|agent|currency|url|cwd|command|args|by|at|timestamp|date)$/i;

const BY_PATH = byPath();

/**
 * How the text of a field is shown. What the specification does not show goes by the end of its name: what names something
 * is an identifier, since what makes one look like another matters there, and everything else is prose.
 */
export function profileOf(kind: RecordKind, path: string): TextProfile {
  const known = kind === 'any' ? BY_PATH.get(path) : ownProfile(TEXT_FIELDS[kind], path);
  return known ?? (NAMES_SOMETHING.test(path) ? 'ident' : 'cell');
}

function ownProfile(profiles: Profiles, path: string): TextProfile | undefined {
  return Object.hasOwn(profiles, path) ? profiles[path] : undefined;
}

/** What records of all kinds agree about. */
function byPath(): ReadonlyMap<string, TextProfile> {
  const found = Object.values(TEXT_FIELDS).flatMap((profiles) => Object.entries<TextProfile>(profiles));
  const profiles = Map.groupBy(found, ([path]) => path);
  return new Map(
    [...profiles].flatMap(([path, entries]) =>
      entries.every(([, profile]) => profile === entries[0]?.[1])
        ? [[path, entries[0]?.[1] ?? 'cell'] as const]
        : [],
    ),
  );
}
