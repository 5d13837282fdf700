import { existsSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';

import { openDatabase } from '../../src/server/db/database.ts';
import { serve, type ServeOptions } from '../../src/server/serve.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';
import { send, TEST_AMOUNTS } from '../helpers/test-service.ts';
import { createTinyOrganization } from '../helpers/tiny-organization.ts';

interface Run {
  readonly status: Promise<number>;
  readonly stop: () => void;
  /** Resolves with the first line on stdout, or on stderr that begins so. */
  line(start: string): Promise<string>;
  readonly out: string[];
  readonly err: string[];
}

const runs: Run[] = [];
afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.stop();
    await run.status;
  }
});

function run(options: Partial<ServeOptions> = {}): Run {
  const out: string[] = [];
  const err: string[] = [];
  const waiting: (() => void)[] = [];
  const into = (lines: string[]) => ({
    write(text: string) {
      lines.push(text);
      waiting.forEach((look) => look());
    },
  });
  let stop = (): void => undefined;
  const status = serve(
    { createOrganization: createTinyOrganization, ...TEST_AMOUNTS, ...options },
    { stdout: into(out), stderr: into(err), onStop: (callback) => (stop = callback) },
  );
  const started: Run = {
    status,
    stop: () => stop(),
    out,
    err,
    line: (start) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = [...out, ...err].find((text) => text.startsWith(start));
          if (found !== undefined) {
            resolve(found);
          }
        };
        waiting.push(look);
        look();
        void status.then(() => reject(new Error(`ended without it: ${err.join('')}`)));
      }),
  };
  runs.push(started);
  return started;
}

interface Announcement {
  readonly base_url: string;
  readonly api_key: string | null;
  readonly read_only_api_key: string | null;
}

async function announced(options: Partial<ServeOptions>) {
  const started = run({ json: true, ...options });
  const line = await started.line('{');
  return { started, line, announcement: JSON.parse(line) as Announcement };
}

describe('serve', () => {
  it('prints one line of JSON once it accepts requests, and ends with 0 when asked to', async () => {
    const { started, line, announcement } = await announced({});
    expect(line).toMatch(
      /^\{"base_url":"http:\/\/127\.0\.0\.1:\d+\/api\/v1","api_key":"sk_live_\w+","read_only_api_key":"sk_live_\w+"\}\n$/,
    );
    const reply = await send(`${announcement.base_url}/policy`, 'GET', {
      headers: { 'X-API-Key': announcement.read_only_api_key ?? '' },
    });
    expect(reply.status).toBe(200);
    started.stop();
    expect(await started.status).toBe(0);
    expect(started.out).toHaveLength(1);
    expect(started.err.join('')).not.toContain('sk_live_');
  });

  it('shows people the address and the keys on stderr, and leaves stdout alone', async () => {
    const started = run();
    await started.line('They are shown this once.');
    expect(started.out).toEqual([]);
    expect(started.err.join('')).toMatch(
      /serving http:\/\/127\.0\.0\.1:\d+\/api\/v1\nAPI key +sk_live_\w+\n/,
    );
  });

  it('cannot show the keys of an existing database, and makes new ones when asked', async () => {
    const file = temporaryFile();
    const first = await announced({ file });
    first.started.stop();
    await first.started.status;
    const second = await announced({ file });
    expect(second.announcement).toMatchObject({ api_key: null, read_only_api_key: null });
    const old = await send(`${second.announcement.base_url}/policy`, 'GET', {
      headers: { 'X-API-Key': first.announcement.api_key ?? '' },
    });
    expect(old.status).toBe(200);
    second.started.stop();
    await second.started.status;
    const third = await announced({ file, newKey: true });
    const put = (key: string | null) =>
      send(`${third.announcement.base_url}/policy`, 'PUT', {
        headers: { 'X-API-Key': key ?? '' },
        body: '{}',
      });
    expect((await put(third.announcement.api_key)).status).toBe(200);
    expect((await put(third.announcement.read_only_api_key)).status).toBe(403);
  });

  it('ends with 2 and a sentence when a setting cannot be used', async () => {
    for (const [options, sentence] of [
      [{ agents: 0 }, 'vigil serve: agents must be a whole number from 1 to 100000\n'],
      [{ newKey: true }, 'vigil serve: a new key needs a database file (--db FILE)\n'],
      [{ newKey: true, file: '/nowhere/x.db' }, 'vigil serve: /nowhere/x.db does not exist\n'],
    ] as const) {
      const started = run(options);
      expect([await started.status, started.err, started.out]).toEqual([2, [sentence], []]);
    }
  });

  it('ends with 1 when the port is taken', async () => {
    const { announcement } = await announced({});
    const started = run({ port: Number(new URL(announcement.base_url).port) });
    expect(await started.status).toBe(1);
    expect(started.err.join('')).toMatch(/^vigil serve: .*EADDRINUSE/);
  });

  it('shows the keys at the next start when the first one failed after the history was made', async () => {
    const file = temporaryFile();
    const { announcement } = await announced({});
    const failed = run({ file, port: Number(new URL(announcement.base_url).port) });
    expect(await failed.status).toBe(1);
    const next = await announced({ file });
    expect(next.announcement.api_key).toMatch(/^sk_live_/);
  });

  it('gives up a start when asked to stop, and removes what it had made', async () => {
    const file = temporaryFile();
    let made = 0;
    const started = run({
      file,
      createOrganization: (settings) => {
        const tiny = createTinyOrganization(settings);
        return {
          ...tiny,
          *history() {
            for (;;) {
              // The first batch is made before run() returns.
              if (++made === 2) {
                started.stop();
              }
              yield { events: [], llmCalls: [], sessions: [], checkIns: [] };
            }
          },
        };
      },
    });
    expect([await started.status, made, started.out]).toEqual([0, 2, []]);
    const again = await announced({ file });
    expect(again.announcement.api_key).toMatch(/^sk_live_/);
  });

  it('leaves a file alone that another service has, and makes no keys for it', async () => {
    const file = temporaryFile();
    const first = await announced({ file });
    const second = run({ file, newKey: true });
    expect([await second.status, second.err]).toEqual([
      2,
      [`vigil serve: ${file} is in use by another vigil serve\n`],
    ]);
    const database = openDatabase(file);
    expect(database.all('SELECT hash FROM api_keys')).toHaveLength(2);
    database.close();
    first.started.stop();
    await first.started.status;
    expect(existsSync(`${file}-lock`)).toBe(false);
    await announced({ file });
  });
});
