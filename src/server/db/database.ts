import './quiet-sqlite.ts';

import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

import { ownValue } from '../../lib/own-value.ts';
import { SettingError } from '../base/setting.ts';
import { SCHEMA_STEPS } from './schema.ts';

/** SQLite keeps this number in the head of the file; it distinguishes our files from other people's. */
const APPLICATION_ID = 0x56_47_4c_31;

/** So many compiled statements are kept: far more than the service has, unless it makes new ones without end. */
export const MOST_STATEMENTS = 256;

/** An open database. Statements are compiled once and kept, those that were used last. */
export interface Database {
  /** The first row of the answer, or undefined. */
  one<Row>(sql: string, ...values: readonly SQLInputValue[]): Row | undefined;
  /** All rows of the answer. */
  all<Row>(sql: string, ...values: readonly SQLInputValue[]): Row[];
  /** Executes a change; gives the number of the last row that was inserted and how many rows changed. */
  run(
    sql: string,
    ...values: readonly SQLInputValue[]
  ): { readonly lastNumber: number; readonly changes: number };
  /** The compiled statement itself, for loops over many rows. */
  statement(sql: string): StatementSync;
  /**
   * Does `work` in one transaction. When it returns, what it wrote is on the disk; when it throws, nothing of it
   * happened. Inside another transaction it takes part in that one.
   */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

/**
 * Opens a database file, making it when it is not there (readable by its owner alone), or with no file name a database
 * in memory. Throws a SettingError when the file is not one of this service's, or of a newer version of it.
 */
export function openDatabase(file?: string): Database {
  if (file !== undefined && !existsSync(file)) {
    closeSync(openSync(file, 'a', 0o600));
  }
  const connection = connect(file);
  try {
    connection.exec('PRAGMA busy_timeout = 5000');
    checkOrigin(connection, file);
    connection.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -65536;
    `);
    migrate(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  return wrap(connection);
}

function connect(file: string | undefined): DatabaseSync {
  try {
    return new DatabaseSync(file ?? ':memory:');
  } catch (error) {
    throw new SettingError(`${file} cannot be opened: ${(error as Error).message}`);
  }
}

function readNumber(connection: DatabaseSync, pragma: string): number {
  const row = connection.prepare(`PRAGMA ${pragma}`).get();
  return Number(ownValue(row, pragma));
}

/** Refuses a file that something else made, before anything is written to it. */
function checkOrigin(connection: DatabaseSync, file: string | undefined): void {
  let application: number;
  let tables: number;
  try {
    application = readNumber(connection, 'application_id');
    tables = Number(connection.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.['count']);
  } catch (error) {
    throw new SettingError(`${file} is not a database: ${(error as Error).message}`);
  }
  if (application !== APPLICATION_ID && (application !== 0 || tables > 0)) {
    throw new SettingError(`${file} is a database, but not one that vigil serve has made`);
  }
  const version = readNumber(connection, 'user_version');
  if (version > SCHEMA_STEPS.length) {
    throw new SettingError(`${file} was made by a newer vigil (schema ${version})`);
  }
}

/** Brings the schema up to date, one step a version. */
function migrate(connection: DatabaseSync): void {
  connection.exec('BEGIN IMMEDIATE');
  for (const [index, step] of SCHEMA_STEPS.entries()) {
    if (index >= readNumber(connection, 'user_version')) {
      connection.exec(`${step}; PRAGMA user_version = ${index + 1}`);
    }
  }
  connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; COMMIT`);
}

/**
 * Takes back what a transaction wrote. SQLite may have done so by itself, as on a full disk, or may fail at it for the same
 * reason: what is to be known is why the transaction failed, which the caller throws.
 */
function rollBack(connection: DatabaseSync): void {
  try {
    if (connection.isTransaction) {
      connection.exec('ROLLBACK');
    }
  } catch {
    // The next transaction begins by saying so, if it is still open.
  }
}

function wrap(connection: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>();
  let depth = 0;

  function statement(sql: string): StatementSync {
    const prepared = statements.get(sql) ?? connection.prepare(sql);
    // A map has its entries in the order in which they were put in: the first is the one not used for the longest.
    statements.delete(sql);
    statements.set(sql, prepared);
    const [oldest] = statements.keys();
    if (statements.size > MOST_STATEMENTS && oldest !== undefined) {
      statements.delete(oldest);
    }
    return prepared;
  }

  return {
    statement,
    one: <Row>(sql: string, ...values: readonly SQLInputValue[]) =>
      statement(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: readonly SQLInputValue[]) => statement(sql).all(...values) as Row[],
    run(sql, ...values) {
      const { lastInsertRowid, changes } = statement(sql).run(...values);
      return { lastNumber: Number(lastInsertRowid), changes: Number(changes) };
    },
    transaction(work) {
      if (depth > 0) {
        return work();
      }
      connection.exec('BEGIN IMMEDIATE');
      depth++;
      try {
        const result = work();
        connection.exec('COMMIT');
        return result;
      } catch (error) {
        rollBack(connection);
        throw error;
      } finally {
        depth--;
      }
    },
    close: () => connection.close(),
  };
}
