import { describe, expect, it } from 'vitest';

import { connectionFromEnvironment } from '../../src/cli/connection-settings.ts';
import { UsageError } from '../../src/cli/usage-error.ts';

const KEY = 'sk_live_0123456789abcdef';

function messageFor(environment: Readonly<Record<string, string>>, flag?: string): string {
  try {
    connectionFromEnvironment(environment, flag);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  throw new Error('It was accepted.');
}

describe('the connection from the environment', () => {
  it('is read from the two variables, a flag counting before the variable', () => {
    const environment = { VIGIL_BASE_URL: 'https://one.example/api/v1', VIGIL_API_KEY: KEY };
    expect(connectionFromEnvironment(environment, undefined).baseUrl.href).toBe('https://one.example/api/v1');
    const { baseUrl, key } = connectionFromEnvironment(environment, 'https://two.example/api/v1');
    expect(baseUrl.host).toBe('two.example');
    expect(key.reveal()).toBe(KEY);
  });

  it('says in three lines what to do when nothing is configured', () => {
    const message = messageFor({});
    expect(message.split('\n')).toHaveLength(3);
    expect(message).toContain('vigil --demo');
  });

  it.each([
    [{ VIGIL_API_KEY: KEY }, 'VIGIL_BASE_URL'],
    [{ VIGIL_BASE_URL: 'https://one.example/api/v1' }, 'VIGIL_API_KEY'],
    [{ VIGIL_BASE_URL: 'http://one.example/api/v1', VIGIL_API_KEY: KEY }, 'https://'],
    [{ VIGIL_BASE_URL: 'https://one.example/api/v1', VIGIL_API_KEY: 'rk_live_1' }, 'registration key'],
    [{ VIGIL_BASE_URL: 'https://one.example/api/v1', VIGIL_API_KEY: 'as_live_1' }, 'agent secret'],
  ])('says what is missing or wrong in %j', (environment, hint) => {
    expect(messageFor(environment)).toContain(hint);
  });

  it('never repeats the key', () => {
    expect(
      messageFor({ VIGIL_BASE_URL: 'https://one.example/api', VIGIL_API_KEY: 'canary with spaces' }),
    ).not.toContain('canary');
  });
});
