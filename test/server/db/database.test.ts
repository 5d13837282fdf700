import { statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, it } from 'vitest';

import { MOST_STATEMENTS, openDatabase } from '../../../src/server/db/database.ts';
import { insertOrganization, listOrganizations, markComplete } from '../../../src/server/db/organizations.ts';
import { SettingError } from '../../../src/server/base/setting.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

const SETTINGS = {
  seed: 1,
  agents: 1,
  events: 0,
  sessions: 0,
  eventsPerSecond: 0,
  policySyncSeconds: 1,
  until: 1000,
};

describe('openDatabase', () => {
  it('keeps what was written, in a file that only its owner can read', () => {
    const file = temporaryFile();
    const first = openDatabase(file);
    markComplete(first, insertOrganization(first, SETTINGS));
    first.close();
    const second = openDatabase(file);
    expect(listOrganizations(second)).toEqual([{ number: 1, settings: SETTINGS, livedUntil: 1000 }]);
    second.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('writes through to the disk, with a write-ahead log', () => {
    const database = openDatabase(temporaryFile());
    expect(database.one('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(database.one('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    expect(database.one('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
    database.close();
  });

  it('refuses a file that is no database, and leaves it as it is', () => {
    const file = temporaryFile('letter.txt');
    writeFileSync(file, 'Dear reader, '.repeat(100));
    expect(() => openDatabase(file)).toThrow(SettingError);
    expect(() => openDatabase(file)).toThrow(/is not a database/);
  });

  it("refuses another program's database, and leaves it as it is", () => {
    const file = temporaryFile();
    const other = new DatabaseSync(file);
    other.exec('CREATE TABLE bookmarks (url TEXT)');
    other.close();
    expect(() => openDatabase(file)).toThrow(/is a database, but not one that vigil serve has made/);
    const again = new DatabaseSync(file);
    expect(again.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'bookmarks' }]);
    again.close();
  });

  it('refuses a database of a newer version', () => {
    const file = temporaryFile();
    openDatabase(file).close();
    const raised = new DatabaseSync(file);
    raised.exec('PRAGMA user_version = 99');
    raised.close();
    expect(() => openDatabase(file)).toThrow(/was made by a newer vigil \(schema 99\)/);
  });

  it('says which file cannot be opened', () => {
    expect(() => openDatabase('/nowhere/at/all.db')).toThrow(/\/nowhere\/at\/all\.db/);
  });
});

describe('transaction', () => {
  it('does all or nothing', () => {
    const database = openDatabase();
    const insert = () => insertOrganization(database, SETTINGS);
    const count = () => database.one<{ count: number }>('SELECT count(*) AS count FROM organizations')?.count;
    expect(() =>
      database.transaction(() => {
        insert();
        database.transaction(insert);
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(count()).toBe(0);
    database.transaction(insert);
    expect(count()).toBe(1);
    database.close();
  });

  it('gives why it failed, also where SQLite took everything back by itself', () => {
    const database = openDatabase();
    expect(() =>
      database.transaction(() => {
        // As SQLite does when the disk is full.
        database.run('ROLLBACK');
        throw new Error('database or disk is full');
      }),
    ).toThrow('database or disk is full');
    expect(database.transaction(() => 'goes on')).toBe('goes on');
    database.close();
  });
});

describe('compiled statements', () => {
  it('are kept while they are used, and not without end', () => {
    const database = openDatabase();
    const used = database.statement('SELECT 1');
    const forgotten = database.statement('SELECT 2');
    for (let number = 0; number < 2 * MOST_STATEMENTS; number++) {
      database.one(`SELECT ${number} + 3`);
      expect(database.statement('SELECT 1')).toBe(used);
    }
    expect(database.statement('SELECT 2')).not.toBe(forgotten);
    database.close();
  });
});
