import { describe, expect, it } from 'vitest';

import { readMessage } from '../../../src/contract/transcript/message.ts';
import type { EventRecord, MessageRecord, SessionRecord } from '../../../src/server/base/records.ts';
import { createSyntheticOrganization } from '../../../src/server/synth/organization.ts';
import { join, settings, UNTIL } from './sample.ts';

const organization = createSyntheticOrganization(settings({ agents: 60, events: 15_000, sessions: 160 }));
const { events, sessions } = join(organization.history());
const main = sessions.filter((session) => !session.is_subagent);
const subagents = sessions.filter((session) => session.is_subagent);

/** Events of the session's machine that its transcript runs the command of, within two seconds. */
function eventsOf(session: SessionRecord): { event: EventRecord; message: MessageRecord }[] {
  const calls = session.messages.filter(
    (message) => message.type === 'tool_use' && message['command'] !== undefined,
  );
  return events
    .filter((event) => event.client_id === session.client_id)
    .flatMap((event) => {
      const command = [event.actor.command, ...event.actor.args].join(' ');
      const message = calls.find(
        (call) =>
          call['command'] === command && Math.abs(Date.parse(call.timestamp) - event.timestamp) <= 2000,
      );
      return message === undefined ? [] : [{ event, message }];
    });
}

describe('recorded sessions', () => {
  it('run what an event of the same machine reports, at that time', () => {
    const matched = main.filter((session) => eventsOf(session).length > 0);
    expect(matched.length).toBeGreaterThan(main.length * 0.95);
  });

  it('name package and version where the event was of one package', () => {
    const single = main
      .flatMap(eventsOf)
      .filter(
        ({ event }) =>
          event.type === 'install' && event.actor.args.some((arg) => arg.includes(event.subject.version)),
      );
    expect(single.length).toBeGreaterThan(20);
    for (const { event, message } of single) {
      expect(message['command']).toContain(event.subject.package);
      expect(message['command']).toContain(event.subject.version);
    }
  });

  it('let the assistant react to a block with its reason', () => {
    const blocked = main.flatMap((session) =>
      eventsOf(session)
        .filter(({ event }) => event.outcome === 'block')
        .map(({ event, message }) => ({
          event,
          after: session.messages.slice(session.messages.indexOf(message) + 1),
        })),
    );
    expect(blocked.length).toBeGreaterThan(0);
    for (const { event, after } of blocked) {
      const [reason] = event.payload['reasons'] as string[];
      const [result, ...rest] = after;
      expect(result?.type).toBe('tool_result');
      expect(result?.['output']).toContain(
        `BLOCKED ${event.subject.package}@${event.subject.version}: ${reason}`,
      );
      const reaction = rest.find((message) => message.type === 'assistant');
      expect(reaction?.content).toMatch(/block|not allow/);
    }
  });

  it('agree with the machine they were recorded on', () => {
    for (const session of sessions) {
      const agent = organization.agents.find(({ client_id }) => client_id === session.client_id);
      expect(session.agent_hostname).toBe(agent?.hostname);
      expect(session.project_path).toContain(agent?.username ?? 'nobody');
      expect(session.project_path.includes('\\')).toBe(agent?.os.startsWith('Windows'));
    }
  });

  it('have messages in order, within the session and not after the end', () => {
    for (const session of sessions) {
      const times = session.messages.map((message) => Date.parse(message.timestamp));
      expect(times).toEqual([...times].sort((left, right) => left - right));
      expect(session.created_at).toBe(times[0]);
      expect(session.modified_at).toBe(times.at(-1));
      expect(session.uploaded_at).toBeGreaterThanOrEqual(session.modified_at);
      expect(session.uploaded_at).toBeLessThanOrEqual(UNTIL);
    }
  });

  it('have messages that read under the contract, with whole seconds', () => {
    const types = new Set<string>();
    for (const message of sessions.flatMap((session) => session.messages)) {
      const read = readMessage({ ...message });
      types.add(message.type);
      expect(read.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(typeof read.content === 'string').toBe(message.type === 'user' || message.type === 'assistant');
      expect(typeof read.tool === 'string' && typeof read.path === 'string').toBe(
        message.type === 'tool_use',
      );
      expect(JSON.stringify(message)).not.toMatch(
        /\{(topic|other|file|test|function|type|project|package|number|goal|reason|version)\}/,
      );
    }
    expect([...types].sort()).toEqual(['assistant', 'system', 'thinking', 'tool_result', 'tool_use', 'user']);
  });

  it('begin with the prompt that their metadata has', () => {
    for (const session of sessions) {
      expect(session.messages[0]).toMatchObject({ type: 'user', content: session.first_prompt });
      expect(session.first_prompt.length).toBeGreaterThan(10);
    }
    expect(new Set(main.map((session) => session.first_prompt)).size).toBeGreaterThan(main.length * 0.9);
  });

  it('are short and long, a few very long', () => {
    const lengths = main.map((session) => session.messages.length).sort((left, right) => left - right);
    expect(lengths[0]).toBeGreaterThanOrEqual(5);
    expect(lengths[0]).toBeLessThan(20);
    expect(lengths.filter((length) => length >= 1500).length).toBeGreaterThanOrEqual(2);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(90);
  });

  it('count their subagents, whose sessions lie within theirs', () => {
    expect(subagents.length).toBeGreaterThan(5);
    expect(main.reduce((total, session) => total + session.subagent_count, 0)).toBe(subagents.length);
    for (const subagent of subagents) {
      expect(subagent.subagent_count).toBe(0);
      const parents = main.filter(
        (session) =>
          session.subagent_count > 0 &&
          session.client_id === subagent.client_id &&
          session.created_at <= subagent.created_at &&
          session.modified_at >= subagent.modified_at,
      );
      const calls = parents.flatMap((session) =>
        session.messages.filter((message) => message.tool === 'Task'),
      );
      expect(calls.map((call) => call['prompt'])).toContain(subagent.first_prompt);
    }
  });
});
