import { getHealth } from '../../api/health.ts';
import { getSummary } from '../../api/summary.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { named } from '../../lib/named.ts';
import { quoting } from '../../lib/untrusted.ts';
import { numberField, textField, type ListQuery } from '../../stores/query/query-fields.ts';
import { checkRowFlags, recordLines, type RowFlags, type RowForm } from '../session/row-lines.ts';
import { remarkUnseenColumns } from '../session/print-rows.ts';
import { say } from '../output/say.ts';
import { runAgainstServer, type CommandHost, type CommandSession } from '../session/command-session.ts';

type Facts = { readonly raw: JsonObject };

const formOf = (query: ListQuery): RowForm<Facts> => ({ query, recordOf: ({ raw }) => raw, table: () => [] });

const SUMMARY = formOf({
  kind: 'summary',
  fields: [numberField('events', 'total_events'), textField('period', 'period')],
  parts: ['outcomes', 'ecosystems'],
  times: [],
});

const HEALTH = formOf({
  kind: 'health',
  fields: ['status', 'timestamp', 'version', 'database'].map((name) => textField(name, name)),
  times: [],
});

/** Prints what the server counts. Resolves with the exit status. */
export async function runStats(flags: RowFlags, host?: CommandHost): Promise<number> {
  checkRowFlags(flags, SUMMARY.query);
  const run = async (session: CommandSession) => {
    const { value } = await session.read((client, signal) => getSummary(client, signal, 'summary'));
    await session.output.write(recordLines(value, SUMMARY, flags));
    remarkUnseenColumns(session, [value.raw], flags, SUMMARY.query);
    return 0;
  };
  return runAgainstServer(flags, { writes: false }, run, host);
}

/** Prints what the server says of itself. Resolves with the exit status: 1 unless it is well. */
export async function runHealth(flags: RowFlags, host?: CommandHost): Promise<number> {
  checkRowFlags(flags, HEALTH.query);
  const run = async ({ connection, ended, output, remark }: CommandSession) => {
    // Whether it is well now is the question: nothing is waited out.
    const { value } = await getHealth(connection.reading, ended);
    await output.write(recordLines(value, HEALTH, flags));
    remarkUnseenColumns({ remark }, [value.raw], flags, HEALTH.query);
    const { status, database } = value;
    const unwell = [
      ...(status === 'ok' ? [] : [quoting`its status is ${named(status ?? 'not given')}`]),
      ...(database === undefined || database === 'connected'
        ? []
        : [quoting`its database is ${named(database)}`]),
    ];
    unwell.forEach((what) => say(quoting`The server is not well: ${what}.`));
    return unwell.length === 0 ? 0 : 1;
  };
  return runAgainstServer(flags, { writes: false, answersBy: 'status' }, run, host);
}
