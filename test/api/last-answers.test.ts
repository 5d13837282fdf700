import { describe, expect, it } from 'vitest';

import { listAgents } from '../../src/api/agents.ts';
import { AnswerError } from '../../src/api/errors.ts';
import { LastAnswers } from '../../src/api/last-answers.ts';
import { getPolicy } from '../../src/api/policy.ts';
import { POLICY } from '../fixtures/policy.ts';
import { createMockClient, rejection } from './mock-client.ts';

describe('an answer that is read again', () => {
  it('is the same object while it is the same to the letter', async () => {
    const { client } = createMockClient(() => ({ body: POLICY }));
    const [first, second] = [await getPolicy(client), await getPolicy(client)];
    expect(second.value).toBe(first.value);
  });

  it('is another one as soon as a letter differs, and has the facts of its own request', async () => {
    const { client } = createMockClient((_sent, index) => ({
      body: { ...POLICY, version: index },
      headers: { 'x-ratelimit-remaining': String(50 - index) },
    }));
    const versions = [];
    for (const remaining of [50, 49, 48]) {
      const { value, facts } = await getPolicy(client);
      versions.push(value.raw['version']);
      expect(facts.rateLimit.remaining).toBe(remaining);
    }
    expect(versions).toEqual([0, 1, 2]);
  });

  it('is distinguished from the same text for another page', async () => {
    const { client } = createMockClient(() => ({ body: { agents: [{ id: 'a' }] } }));
    const first = await listAgents(client, { offset: 0 });
    const second = await listAgents(client, { offset: 100 });
    expect(second.value).not.toBe(first.value);
  });

  it('is refused each time when it cannot be read', async () => {
    const { client } = createMockClient(() => ({ body: '{"agents": 1}' }));
    expect(await rejection(listAgents(client))).toBeInstanceOf(AnswerError);
    expect(await rejection(listAgents(client))).toBeInstanceOf(AnswerError);
  });
});

describe('what is kept', () => {
  it('is bounded: what was not asked for longest is forgotten', () => {
    const answers = new LastAnswers(10_000);
    const ask = (question: string) => answers.read(question, 'x'.repeat(3000), () => ({ question }));
    const [first, second] = [ask('1'), ask('2')];
    expect(ask('1')).toBe(first);
    ask('3');
    expect(ask('1')).toBe(first);
    expect(ask('2')).not.toBe(second);
  });

  it('leaves out long answers', () => {
    const answers = new LastAnswers();
    const ask = () => answers.read('1', 'x'.repeat(200_000), () => ({}));
    expect(ask()).not.toBe(ask());
  });
});
