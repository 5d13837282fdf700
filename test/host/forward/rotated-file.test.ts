import { appendFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { describe, expect, it } from 'vitest';

import { RotatedFile } from '../../../src/host/forward/rotated-file.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

function openFile(
  path: string,
  { size = 1000, keep = undefined as number | undefined, isContinued = true } = {},
) {
  let now = Date.parse('2026-03-02T09:00:00Z');
  return new RotatedFile(path, { size, keep }, { isContinued, now: () => (now += 1000) });
}

describe('a file that is rotated', () => {
  it('begins a new one at its size, and keeps every line in order', async () => {
    const path = temporaryFile('events');
    const file = openFile(path, { size: 50 });
    for (let index = 10; index < 40; index++) {
      await file.append([`line ${index}`]);
    }
    await file.close();
    const names = readdirSync(dirname(path)).sort();
    expect(names).toHaveLength(5);
    const text = [...names.slice(1), 'events']
      .map((name) => readFileSync(`${dirname(path)}/${name}`, 'utf8'))
      .join('');
    expect(text.split('\n').slice(0, -1)).toEqual(
      Array.from({ length: 30 }, (_, index) => `line ${index + 10}`),
    );
    expect(names.at(-1)).toBe('events.20260302T090004Z');
  });

  it('keeps no more full ones than it is told, and removes nothing else', async () => {
    const path = temporaryFile('events');
    writeFileSync(`${path}.notes`, 'mine');
    const file = openFile(path, { size: 10, keep: 2 });
    for (let index = 0; index < 6; index++) {
      await file.append([`line ${index}.`]);
    }
    await file.close();
    expect(readdirSync(dirname(path)).sort()).toEqual([
      'events',
      'events.20260302T090004Z',
      'events.20260302T090005Z',
      'events.notes',
    ]);
  });

  it('goes on in a new file where somebody else renamed it', async () => {
    const path = temporaryFile('events');
    const file = openFile(path);
    await file.append(['before']);
    renameSync(path, `${path}.1`);
    await file.append(['after']);
    await file.close();
    expect([`${path}.1`, path].map((each) => readFileSync(each, 'utf8'))).toEqual(['before\n', 'after\n']);
  });

  it('goes on behind what somebody else added, and not over it', async () => {
    const path = temporaryFile('events');
    const file = openFile(path);
    await file.append(['ours']);
    appendFileSync(path, 'theirs\n');
    await file.append(['ours again']);
    await file.close();
    expect(readFileSync(path, 'utf8')).toBe('ours\ntheirs\nours again\n');
  });

  it('cuts off half a line of its own, and ends one that may be of others', async () => {
    for (const [isContinued, expected] of [
      [true, 'whole\nnew\n'],
      [false, 'whole\nhalf\nnew\n'],
    ] as const) {
      const path = temporaryFile('events');
      writeFileSync(path, 'whole\nhalf');
      const file = openFile(path, { isContinued });
      await file.append(['new']);
      await file.close();
      expect(readFileSync(path, 'utf8')).toBe(expected);
    }
  });
});
