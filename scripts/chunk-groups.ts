import { readFileSync } from 'node:fs';
import { extname, relative } from 'node:path';
import { dirname, relative as from } from 'node:path/posix';

import type { Loader, Plugin } from 'esbuild';

import { lazySources } from './lazy-sources.ts';

const FIRST = 'src/cli/run.ts';

/** What the console and the other commands share: it is loaded with what begins either of them. */
const SHARED = [
  'src/host/faults/crash-file.ts',
  'src/host/faults/hold-program-files.ts',
  'src/host/faults/log-line.ts',
  'src/cli/output/say.ts',
  'src/host/files/random-name.ts',
  'src/host/state/state-file.ts',
  'src/host/version.ts',
  'src/commands/journal/journal-rows.ts',
  'src/contract/policy-rules.ts',
  'src/contract/size-gate.ts',
  'src/contract/status.ts',
  'src/lib/ascii-json.ts',
  'src/lib/cell-text.ts',
  'src/lib/exact-json.ts',
  'src/lib/flat-record.ts',
  'src/lib/format-number.ts',
  'src/lib/format-time.ts',
  'src/lib/full-stop.ts',
  'src/lib/is-fault.ts',
  'src/lib/json-text.ts',
  'src/lib/long-lists.ts',
  'src/lib/mixed-text.ts',
  'src/lib/named.ts',
  'src/lib/own-value.ts',
  'src/lib/csv.ts',
  'src/lib/record-formats/record-columns.ts',
  'src/lib/right-to-left.ts',
  'src/lib/same-json.ts',
  'src/lib/slices.ts',
  'src/lib/text-fields.ts',
  'src/lib/time-span.ts',
  'src/lib/untrusted.ts',
  'src/stores/agents/agent-action.ts',
  'src/stores/agents/agent-run.ts',
  'src/stores/agents/agent-label.ts',
  'src/stores/agents/agents-view.ts',
  'src/stores/agents/suspension-ends.ts',
  'src/stores/base/host-by-client.ts',
  'src/stores/base/record-columns.ts',
  'src/stores/events/event-machine.ts',
  'src/stores/events/event-row.ts',
  'src/stores/events/events-view.ts',
  'src/stores/events/feed-status.ts',
  'src/stores/query/query-columns.ts',
  'src/stores/policy/describe-element.ts',
  'src/stores/policy/merge-policy.ts',
  'src/stores/policy/unreadable-field.ts',
  'src/stores/policy/value-problems.ts',
  'src/stores/base/resource-store.ts',
  'src/stores/base/list-doubt.ts',
];

/** What a source that is imported lazily finds loaded, unless it is said otherwise below: as good as all of the console. */
const CONSOLE = 'src/cli/console/start-console.ts';

/**
 * Those that find something else: what is loaded before the console, or starts without it, as a command does that is to begin
 * soon; and what is imported both lazily and at once, of which it has to be said.
 */
const LOADED_BEFORE: Readonly<Record<string, string>> = {
  'src/host/config/parse-settings.ts': FIRST,
  'src/cli/demo/demo-service.ts': FIRST,
  'src/host/faults/debug-log.ts': FIRST,
  'src/api/dispatcher.ts': FIRST,
  'src/cli/run-command-line.ts': FIRST,
  'src/cli/doctor/doctor-program.ts': FIRST,
  'src/cli/journal-program.ts': FIRST,
  'src/cli/serve-program.ts': FIRST,
  'src/host/config/write-new-config.ts': 'src/cli/run-command-line.ts',
  'src/cli/shell/completion-script.ts': 'src/cli/run-command-line.ts',
  'src/cli/shell/man-page.ts': 'src/cli/run-command-line.ts',
  'src/cli/agents/write-agents-command.ts': FIRST,
  'src/cli/agents/due-agents-command.ts': FIRST,
  'src/cli/policy/read-policy-command.ts': FIRST,
  'src/cli/policy/apply-policy-command.ts': FIRST,
  'src/cli/console/start-console.ts': FIRST,
  'src/host/files/export-file.ts': CONSOLE,
  'src/cli/console/kept-elsewhere.ts': CONSOLE,
  'src/sync/writes/bulk.ts': CONSOLE,
  'src/cli/policy/read-policy-file.ts': CONSOLE,
  'src/commands/policy/spdx-licences.ts': CONSOLE,
};

/**
 * The bundler makes a file of its own for each combination of lazily imported sources that share something, and every file
 * costs time at the start. Those that say what has been loaded anyway share all of it, which is then one file.
 */
export const chunkGroups = (root: string): Plugin => ({
  name: 'chunk-groups',
  setup(bundler) {
    const lazy = lazySources(root);
    bundler.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
      const source = relative(root, path).replaceAll('\\', '/');
      const before = LOADED_BEFORE[source] ?? (lazy.has(source) ? CONSOLE : undefined);
      const early = source === FIRST ? SHARED : before === undefined ? [] : [before];
      // Relative: the bundle must not depend on where it is built.
      const imports = early.map((each) => `import ${JSON.stringify(`./${from(dirname(source), each)}`)};\n`);
      return early.length === 0
        ? undefined
        : {
            contents: [readFileSync(path, 'utf8'), ...imports].join('\n'),
            loader: extname(path).slice(1) as Loader,
          };
    });
  },
});
