import type { StoredSession } from '../db/sessions.ts';
import type { Choices } from '../base/choices.ts';
import type { AgentRecord, EventRecord, LlmCallRecord, PolicyRecord } from '../base/records.ts';

/** Stored records as the bodies that the specification describes ("Resources and their fields"). */

/** `YYYY-MM-DDThh:mm:ssZ`. */
export function showTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** An agent. `clone_reason` is there only when a clone was detected. */
export function showAgent({ clone_reason, registered_at, last_seen_at, ...agent }: AgentRecord) {
  return {
    ...agent,
    ...(clone_reason === null ? {} : { clone_reason }),
    registered_at: showTime(registered_at),
    last_seen_at: showTime(last_seen_at),
  };
}

/** An event, its timestamp in the precision that the choices say. */
export function showEvent(event: EventRecord, choices: Choices) {
  return {
    id: event.id,
    client_id: event.client_id,
    timestamp: showPrecise(event.timestamp, choices),
    type: event.type,
    outcome: event.outcome,
    actor: event.actor,
    subject: event.subject,
    metadata: event.metadata,
    payload: event.payload,
  };
}

/** The metadata of a session. */
export function showSession(session: StoredSession) {
  return {
    id: session.number,
    session_id: session.session_id,
    client_id: session.client_id,
    agent_hostname: session.agent_hostname,
    project_path: session.project_path,
    first_prompt: session.first_prompt,
    git_branch: session.git_branch,
    message_count: session.message_count,
    created_at: showTime(session.created_at),
    modified_at: showTime(session.modified_at),
    uploaded_at: showTime(session.uploaded_at),
    size_bytes: session.size_bytes,
    is_subagent: session.is_subagent,
    subagent_count: session.subagent_count,
  };
}

/** An LLM call, under the names and in the units that the choices say. */
export function showLlmCall(call: LlmCallRecord, choices: Choices) {
  const common = {
    id: call.id,
    client_id: call.client_id,
    timestamp: showPrecise(call.timestamp, choices),
    provider: call.provider,
    model: call.model,
  };
  const total = call.input_tokens + call.output_tokens;
  switch (choices['llm-fields']) {
    case 'flat':
      return {
        ...common,
        input_tokens: call.input_tokens,
        output_tokens: call.output_tokens,
        latency_ms: call.latency_ms,
        cost_usd: call.cost_usd,
        status: call.status,
      };
    case 'nested':
      return {
        ...common,
        tokens: { input: call.input_tokens, output: call.output_tokens, total },
        latency: { ms: call.latency_ms },
        cost: { amount: call.cost_usd, currency: 'USD' },
        status: call.status,
      };
    case 'other-units':
      return {
        ...common,
        prompt_tokens: call.input_tokens,
        completion_tokens: call.output_tokens,
        total_tokens: total,
        duration: call.latency_ms / 1000,
        cost_cents: call.cost_usd * 100,
        status: call.status,
      };
  }
}

/** A policy, the elements of its blocked lists in the shape that the choices say. */
export function showPolicy(policy: PolicyRecord, choices: Choices) {
  return {
    version: policy.version,
    name: policy.name,
    updated_at: showTime(policy.updated_at),
    rules: policy.rules,
    blocked_packages: showBlocked(policy.blocked_packages, choices),
    blocked_maintainers: showBlocked(policy.blocked_maintainers, choices),
  };
}

/** What a blocked element names: the text itself, or the `name` or `package` of an object; empty when nothing. */
export function nameOfBlocked(element: unknown): string {
  if (typeof element === 'string') {
    return element;
  }
  const { name, package: packageName } = element as { readonly name?: unknown; readonly package?: unknown };
  return [name, packageName].find((text) => typeof text === 'string') ?? '';
}

function showBlocked(list: readonly unknown[], choices: Choices): readonly unknown[] {
  switch (choices['blocked-elements']) {
    case 'strings':
      return list.map(nameOfBlocked);
    case 'objects':
      return list.map((element) => (typeof element === 'string' ? { name: element } : element));
    case 'as-sent':
      return list;
  }
}

function showPrecise(time: number, choices: Choices): string {
  return choices['time-precision'] === 'seconds' ? showTime(time) : new Date(time).toISOString();
}
