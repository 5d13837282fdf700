import { lazyImport } from '../../lib/lazy-import.ts';
import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { queryClock, readQueryTime, resolveTime, TIME_FORMS } from '../../stores/query/query-time.ts';
import { openDialog, type Command, type CommandContext } from '../base/command.ts';

const loadReport = lazyImport(() => import('./shift-report.ts'));

/** How long a shift is, where nobody says otherwise. */
const USUAL = '8h';

/** Since when a report is wanted, in milliseconds since the epoch; undefined where what was typed is no time. */
function startOf({ stores }: CommandContext, text: string): number | undefined {
  const time = readQueryTime(withoutBlanks(text));
  return time && resolveTime(time, queryClock(stores.view.getState())).start;
}

function ask(context: CommandContext): void {
  openDialog(context, {
    kind: 'text',
    title: 'Report of a shift, since when?',
    lines: [{ label: 'holds', value: 'blocks with their notes, changes, and what the feed lacks' }],
    label: 'since',
    initial: USUAL,
    enterDoes: 'asks where to write it',
    findProblem: (text) => (startOf(context, text) === undefined ? `Type a time: ${TIME_FORMS}.` : undefined),
    submit(text) {
      const since = startOf(context, text);
      if (since !== undefined) {
        void context.stores.faults.run('writing a report', () => write(context, since));
      }
    },
    dangerous: false,
  });
}

async function write(context: CommandContext, since: number): Promise<void> {
  const { writeReport } = await loadReport();
  await writeReport(context, since);
}

/** The report of a shift. */
export const reportCommands: readonly Command[] = [
  {
    id: 'report.write',
    title: 'Report: write the shift as Markdown and JSON',
    scope: 'global',
    opensField: true,
    run: ask,
  },
];
