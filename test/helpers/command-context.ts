import type { Command, CommandContext } from '../../src/commands/base/command.ts';
import { runCommand } from '../../src/commands/base/run-command.ts';
import { commandById } from '../../src/commands/app/registry.ts';
import { readJsonDocument } from '../../src/lib/json-document.ts';
import type { Dialog } from '../../src/stores/view/dialog-states.ts';
import type { PolicyVersion } from '../../src/stores/policy/policy-version.ts';
import { createStores, type StoresOptions } from '../../src/stores/stores.ts';
import { createFakeSync, type FakeSync } from './fake-sync.ts';
import { VirtualClock } from './virtual-clock.ts';
import { wholeSlices } from './whole-slices.ts';

/** What commands work on in a test: real stores, a clock that stands, and a Sync and a terminal that only take notes. */
export interface TestContext extends CommandContext {
  readonly sync: FakeSync;
  readonly clock: VirtualClock;
  /** What the terminal was asked for. */
  readonly asked: readonly string[];
  /** What was copied, and the files that were written, by path. */
  readonly copied: readonly string[];
  readonly written: Map<string, string>;
  /** The versions of the policy that are kept on this host, newest first. */
  readonly versions: PolicyVersion[];
}

/** Empty stores in the mode that allows writing. */
export function createTestContext({ slices = wholeSlices, ...options }: StoresOptions = {}): TestContext {
  const stores = createStores({ slices, ...options });
  stores.view.setState({ mode: 'write' });
  const asked: string[] = [];
  const copied: string[] = [];
  const written = new Map<string, string>();
  const versions: PolicyVersion[] = [];
  return {
    stores,
    slices,
    sync: createFakeSync(),
    clock: new VirtualClock(),
    asked,
    copied,
    written,
    versions,
    files: {
      suggest: (name) => `~/${name}`,
      async write(path, pieces, { signal }) {
        let text = '';
        if (Symbol.iterator in pieces) {
          text = [...pieces].join('');
        } else {
          for await (const piece of pieces) {
            text += piece;
          }
        }
        signal.throwIfAborted();
        written.set(path, text);
        return { path, bytes: Buffer.byteLength(text) };
      },
    },
    keptElsewhere: {
      list: () => Promise.resolve([]),
      problems: () => Promise.resolve([]),
      takeOver: () => Promise.resolve(),
    },
    profiles: {
      names: ['this'],
      shown: 'this',
      list: () => Promise.resolve({ choices: [], file: '~/.config/vigil/config.toml' }),
      whyNotNow: () => undefined,
      goTo: () => Promise.reject(new Error('There is no profile of that name.')),
    },
    readTextFile: (path) => {
      const text = written.get(path);
      return text === undefined
        ? Promise.reject(new Error(`${path} is not there.`))
        : Promise.resolve({ path, text });
    },
    policyFiles: {
      read: (path) => {
        const text = written.get(path);
        return text === undefined
          ? Promise.reject(new Error(`${path} is not there.`))
          : Promise.resolve(readJsonDocument(text));
      },
      versions: () => Promise.resolve(versions),
    },
    terminal: {
      quit: () => void asked.push('quit'),
      suspendToShell: () => void asked.push('suspend'),
      redraw: () => void asked.push('redraw'),
      copy(text) {
        copied.push(text);
        return Promise.resolve('asked' as const);
      },
    },
  };
}

/** Runs a command by its id, as the palette does: one that cannot be run says why instead. Throws what it throws. */
export function run(context: CommandContext, id: Command['id']): void {
  const before = context.stores.faults.all.length;
  void runCommand(context, commandById(id));
  const fault = context.stores.faults.all[before];
  if (fault !== undefined) {
    throw fault.error;
  }
}

/** The topmost dialog, which has to be of that kind. */
export function openDialogOf<Kind extends Dialog['kind']>(
  { stores }: CommandContext,
  kind: Kind,
): Extract<Dialog, { kind: Kind }> {
  const dialog = stores.view.getState().dialogs.at(-1);
  if (dialog?.kind !== kind) {
    throw new Error(`A dialog of kind ${kind} should be open, not ${dialog?.kind ?? 'none'}.`);
  }
  return dialog as Extract<Dialog, { kind: Kind }>;
}
