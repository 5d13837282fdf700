import type { SecurityEvent } from '../../contract/event.ts';
import type { Agent } from '../../contract/agent.ts';
import type { Session } from '../../contract/session.ts';
import { joinUntrusted, untrustedText, type AnyText, type Untrusted } from '../../lib/untrusted.ts';
import type { EventRow } from '../../stores/events/event-row.ts';
import { selectHostByClient } from '../../stores/agents/select-agents.ts';
import type { Stores } from '../../stores/stores.ts';

/** A value of the row under the cursor that people copy. */
export interface CopiedValue {
  readonly label: AnyText;
  readonly value: AnyText | undefined;
}

/** The fields that people look at first, of what is written where not all fit. */
export const EVENT_FIELDS = [
  'timestamp',
  'outcome',
  'subject.ecosystem',
  'subject.package',
  'subject.version',
  'client_id',
  'payload.reasons',
];
export const AGENT_FIELDS = ['hostname', 'id', 'status', 'username', 'os', 'version', 'last_seen_at'];
export const SESSION_FIELDS = [
  'modified_at',
  'agent_hostname',
  'project_path',
  'git_branch',
  'message_count',
  'session_id',
];

/** What people copy of an event. */
export function valuesOfEvent(stores: Stores, row: EventRow | undefined): readonly CopiedValue[] {
  const { subject, client_id: client, payload }: Partial<SecurityEvent> = row?.event ?? {};
  return [
    { label: 'package', value: subject?.package },
    { label: 'package@version', value: joined(subject?.package, subject?.version) },
    { label: 'host', value: selectHostByClient(stores).get(client ?? '') },
    { label: 'client id', value: client },
    { label: 'event id', value: row?.id },
    { label: 'reasons', value: joinUntrusted(payload?.reasons ?? [], '; ') },
  ];
}

/** What people copy of an agent. */
export function valuesOfAgent(agent: Agent | undefined): readonly CopiedValue[] {
  return [
    { label: 'host', value: agent?.hostname },
    { label: 'agent id', value: agent?.id },
    { label: 'client id', value: agent?.client_id },
    { label: 'machine id', value: agent?.machine_id },
    { label: 'user', value: agent?.username },
  ];
}

/** What people copy of a session. */
export function valuesOfSession(session: Session | undefined): readonly CopiedValue[] {
  return [
    { label: 'session id', value: session?.session_id ?? session?.id },
    { label: 'project', value: session?.project_path },
    { label: 'branch', value: session?.git_branch },
    { label: 'host', value: session?.agent_hostname },
    { label: 'client id', value: session?.client_id },
    { label: 'first prompt', value: session?.first_prompt },
  ];
}

function joined(name: Untrusted | undefined, version: Untrusted | undefined): Untrusted | undefined {
  return name === undefined || version === undefined ? undefined : untrustedText`${name}@${version}`;
}
