import { readFileSync } from 'node:fs';
import { extname, relative } from 'node:path';
import { dirname, relative as from } from 'node:path/posix';

import type { Loader, Plugin } from 'esbuild';

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

/** Sources that are imported lazily, and what has been loaded when that happens. */
const LOADED_BEFORE: Readonly<Record<string, string | readonly string[]>> = {
  'src/host/config/parse-settings.ts': FIRST,
  'src/cli/demo/demo-service.ts': FIRST,
  'src/host/faults/debug-log.ts': FIRST,
  'src/api/dispatcher.ts': FIRST,
  'src/cli/run-command-line.ts': FIRST,
  'src/cli/doctor/doctor-program.ts': FIRST,
  'src/cli/events/count-events-program.ts': 'src/cli/console/start-console.ts',
  'src/cli/events/events-program.ts': 'src/cli/console/start-console.ts',
  'src/cli/forward/forward-command.ts': 'src/cli/console/start-console.ts',
  'src/cli/journal-program.ts': FIRST,
  'src/cli/agents/read-agents-command.ts': 'src/cli/console/start-console.ts',
  'src/cli/sessions/list-sessions-command.ts': 'src/cli/console/start-console.ts',
  'src/cli/sessions/show-session-command.ts': 'src/cli/console/start-console.ts',
  'src/cli/sessions/search-sessions-command.ts': 'src/cli/console/start-console.ts',
  'src/cli/llm/llm-command.ts': 'src/cli/console/start-console.ts',
  'src/cli/service/facts-command.ts': 'src/cli/console/start-console.ts',
  'src/cli/service/api-command.ts': 'src/cli/console/start-console.ts',
  'src/cli/hunt/hunt-program.ts': 'src/cli/console/start-console.ts',
  'src/cli/serve-program.ts': FIRST,
  'src/cli/config/config-json-schema.ts': 'src/cli/console/start-console.ts',
  'src/host/config/write-new-config.ts': 'src/cli/run-command-line.ts',
  'src/cli/shell/completion-script.ts': 'src/cli/run-command-line.ts',
  'src/cli/shell/man-page.ts': 'src/cli/run-command-line.ts',
  'src/cli/agents/write-agents-command.ts': FIRST,
  'src/cli/agents/due-agents-command.ts': FIRST,
  'src/cli/policy/read-policy-command.ts': FIRST,
  'src/cli/policy/apply-policy-command.ts': FIRST,
  'src/cli/console/start-console.ts': FIRST,
  'src/cli/console/organization-choices.ts': 'src/cli/console/start-console.ts',
  'src/cli/console/memory-at-rest.ts': 'src/cli/console/start-console.ts',
  'src/cli/console/mount-ink.tsx': 'src/cli/console/start-console.ts',
  'src/cli/console/connect-sync.ts': 'src/cli/console/start-console.ts',
  'src/host/files/export-file.ts': 'src/cli/console/start-console.ts',
  'src/cli/console/kept-elsewhere.ts': 'src/cli/console/start-console.ts',
  'src/commands/app/shift-report.ts': 'src/cli/console/start-console.ts',
  'src/commands/lists/copy-shown.ts': 'src/cli/console/start-console.ts',
  'src/commands/lists/copy-view.ts': 'src/cli/console/start-console.ts',
  'src/commands/lists/export-shown.ts': 'src/cli/console/start-console.ts',
  'src/sync/writes/bulk.ts': 'src/cli/console/start-console.ts',
  'src/commands/agents/results-records.ts': 'src/cli/console/start-console.ts',
  'src/commands/agents/undo-earlier.ts': 'src/cli/console/start-console.ts',
  'src/commands/journal/journal-records.ts': 'src/cli/console/start-console.ts',
  'src/commands/search/search-records.ts': 'src/cli/console/start-console.ts',
  'src/commands/hunt/hunt-records.ts': 'src/cli/console/start-console.ts',
  'src/commands/hunt/read-hunt.ts': 'src/cli/console/start-console.ts',
  'src/commands/pager/choose-copy.ts': 'src/cli/console/start-console.ts',
  'src/commands/pager/choose-export.ts': 'src/cli/console/start-console.ts',
  'src/terminal/clipboard/clipboard.ts': 'src/cli/console/start-console.ts',
  'src/cli/policy/read-policy-file.ts': 'src/cli/console/start-console.ts',
  'src/host/state/policy-versions.ts': 'src/cli/console/start-console.ts',
  'src/commands/policy/spdx-licences.ts': 'src/cli/console/start-console.ts',
  'src/host/state/write-state-file.ts': 'src/cli/console/start-console.ts',
  'src/cli/console/begin-alerts.ts': 'src/cli/console/start-console.ts',
};

/**
 * The bundler makes a file of its own for each combination of lazily imported sources that share something, and every file
 * costs time at the start. Those that say what has been loaded anyway share all of it, which is then one file.
 */
export const chunkGroups = (root: string): Plugin => ({
  name: 'chunk-groups',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
      const source = relative(root, path).replaceAll('\\', '/');
      const early = source === FIRST ? SHARED : [LOADED_BEFORE[source] ?? []].flat();
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
