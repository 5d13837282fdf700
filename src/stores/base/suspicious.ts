import type { Agent } from '../../contract/agent.ts';
import type { SecurityEvent } from '../../contract/event.ts';
import type { Session } from '../../contract/session.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { isSuspiciousIdentifier } from '../../lib/safe-text.ts';
import { profileOf } from '../../lib/text-fields.ts';

/** Rows whose identifiers hold anything that has to be escaped: those that carry the flag in their list. */

function areSuspicious(...identifiers: readonly (string | undefined)[]): boolean {
  return identifiers.some((text) => text !== undefined && isSuspiciousIdentifier(text));
}

/** Whether an event names its package, version, ecosystem, kind or machine so; `host` is the name of its machine. */
export function isSuspiciousEvent(
  { subject, type, client_id: client, outcome }: SecurityEvent,
  host: string | undefined,
): boolean {
  return areSuspicious(subject?.package, subject?.version, subject?.ecosystem, type, outcome, host ?? client);
}

const suspiciousAgents = new WeakMap<Agent, boolean>();

/** Whether an agent names its machine, user, system, version or state so; found out once of each. */
export function isSuspiciousAgent(agent: Agent): boolean {
  let answer = suspiciousAgents.get(agent);
  if (answer === undefined) {
    const { id, hostname, username, os, arch, version, status } = agent;
    answer = areSuspicious(id, hostname, username, os, arch, version, status);
    suspiciousAgents.set(agent, answer);
  }
  return answer;
}

/** Whether a session names its project, branch or machine so. */
export function isSuspiciousSession({
  project_path: project,
  git_branch: branch,
  ...session
}: Session): boolean {
  return areSuspicious(project, branch, session.agent_hostname, session.client_id);
}

/** Whether an LLM call names its model, provider, machine or anything else so. */
export function isSuspiciousLlmCall(fields: JsonObject): boolean {
  return Object.entries(fields).some(
    ([name, value]) =>
      isSuspiciousIdentifier(name) ||
      (typeof value === 'string' && profileOf('call', name) === 'ident' && isSuspiciousIdentifier(value)),
  );
}
