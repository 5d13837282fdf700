import { readFileSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';

import { openDatabase } from '../../../src/server/db/database.ts';
import { createApiKey, lastUsed, revokeApiKey } from '../../../src/server/db/keys.ts';
import { issueKey } from '../../../src/server/service.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { startTestService, stopTestServices } from '../../helpers/test-service.ts';

afterEach(stopTestServices);

describe('API keys', () => {
  it.each([
    [undefined, 'This endpoint needs an API key in the X-API-Key header'],
    ['', 'This endpoint needs an API key in the X-API-Key header'],
    ['sk_live_0000', 'The API key is not valid'],
    ['sk_test_0000', 'The X-API-Key header does not hold an API key; API keys begin with sk_live_'],
    [
      'rk_live_0000',
      'A registration key (rk_live_) registers agents and is not accepted here; use an API key',
    ],
    ['as_live_0000', 'An agent secret (as_live_) is for agents and is not accepted here; use an API key'],
  ])('are refused with a reason: %s', async (key, error) => {
    const test = await startTestService();
    const reply = await test.call('GET', '/policy', { key: key ?? null });
    expect([reply.status, reply.body]).toEqual([401, { error }]);
  });

  it('begin with sk_live_, differ, and are nowhere in the file', async () => {
    const file = temporaryFile();
    const test = await startTestService({ file });
    const keys = [test.service.apiKey, test.service.readOnlyApiKey, issueKey(file)];
    expect(new Set(keys).size).toBe(3);
    await test.service.stop();
    const bytes = readFileSync(file, 'latin1');
    for (const key of keys) {
      expect(key).toMatch(/^sk_live_[0-9a-f]{40}$/);
      expect(bytes).not.toContain(key);
      expect(bytes).not.toContain(key?.slice('sk_live_'.length));
    }
  });

  it('can be rotated: a new one is made, then the old one revoked, with the service running', async () => {
    const file = temporaryFile();
    const test = await startTestService({ file });
    const oldKey = test.service.apiKey ?? '';
    const newKey = issueKey(file);
    const database = openDatabase(file);
    expect(revokeApiKey(database, oldKey, test.clock.now())).toBe(true);
    expect(revokeApiKey(database, oldKey, test.clock.now())).toBe(false);
    expect(revokeApiKey(database, 'sk_live_unknown', test.clock.now())).toBe(false);
    database.close();
    expect((await test.call('GET', '/policy', { key: oldKey })).body).toEqual({
      error: 'The API key has been revoked',
    });
    expect((await test.call('GET', '/policy', { key: newKey })).status).toBe(200);
  });

  it('remember when they were last used, to the minute', async () => {
    const file = temporaryFile();
    const test = await startTestService({ file });
    const key = test.service.apiKey ?? '';
    const database = openDatabase(file);
    expect(lastUsed(database, key)).toBeUndefined();
    const start = test.clock.now();
    await test.get('/policy');
    expect(lastUsed(database, key)).toBe(start);
    await test.clock.advance(59_000);
    await test.get('/policy');
    expect(lastUsed(database, key)).toBe(start);
    await test.clock.advance(1000);
    await test.get('/policy');
    expect(lastUsed(database, key)).toBe(start + 60_000);
    database.close();
  });

  it('may write without reading', async () => {
    const file = temporaryFile();
    const test = await startTestService({ file });
    const database = openDatabase(file);
    const key = createApiKey(database, 1, ['write'], test.clock.now());
    database.close();
    expect((await test.call('PUT', '/policy', { key, body: {} })).status).toBe(200);
    expect((await test.call('GET', '/policy', { key })).body).toEqual({
      error: 'This API key does not have the permission to read',
    });
  });
});

describe('issueKey', () => {
  it('refuses a file that is not there, or holds no organization', () => {
    const file = temporaryFile();
    expect(() => issueKey(file)).toThrow(`${file} does not exist`);
    openDatabase(file).close();
    expect(() => issueKey(file)).toThrow(`${file} holds no organization`);
  });
});
