import { openDialog, type CommandContext } from '../../commands/base/command.ts';
import { formatCount } from '../../lib/format-number.ts';
import { countStates, isUnderWay } from '../../stores/agents/agent-run.ts';
import { DIALOG_GRACE, type Dialog } from '../../stores/view/dialog-states.ts';
import type { JournalAction, JournalEntry } from '../../sync/writes/journal.ts';
import type { OpenOperations } from '../../host/journal/open-operations.ts';

/** Milliseconds that quitting waits for what becomes of a change that was sent. */
export const LONGEST_WAIT = 5000;

/** The exit status when it is not known what became of a change. */
const NOT_KNOWN = 1;

const DOING: Readonly<Record<JournalAction, string>> = {
  suspend: 'suspending',
  reactivate: 'reactivating',
  delete: 'deleting',
  'hard-delete': 'deleting for good',
  policy: 'the change of the policy',
};

/** What leaving the console needs of it. */
export interface LeavingOptions {
  readonly commands: CommandContext;
  readonly operations: OpenOperations;
  /** Ends the console with that exit status, and gives the terminal back. */
  readonly end: (status: number) => void;
}

/**
 * Quitting the console by a key. While a change is under way no other one is sent any more, and the answer to it is waited
 * for a little, with a dialog that says so; quitting once more does not wait. Leaving that dialog goes back to the console.
 */
export class Leaving {
  readonly #options: LeavingOptions;
  readonly #entries: JournalEntry[] = [];
  #dialog: Dialog | undefined;
  #startedAt = 0;
  #notBegun = 0;
  #isEnded = false;
  #stopWaiting = () => {};

  constructor(options: LeavingOptions) {
    this.#options = options;
  }

  /** Quits at once when nothing is under way, or when it is asked for a second time. */
  quit(): void {
    const { operations, commands } = this.#options;
    if (this.#dialog !== undefined) {
      // Two that arrive at once are no second thought.
      if (commands.clock.monotonic() - this.#startedAt >= DIALOG_GRACE) {
        this.#end();
      }
    } else if (operations.isOver) {
      this.#end();
    } else {
      this.#wait();
    }
  }

  /** What became of the changes that were waited for, and what was not begun, for when the screen is gone. */
  get sentences(): readonly string[] {
    const { run } = this.#options.commands.stores.agentRun.getState();
    // Whatever else ends the process does not ask first.
    const left = run !== undefined && isUnderWay(run) ? countStates(run).waiting : this.#notBegun;
    return [
      ...this.#entries.flatMap(({ sentence }) => sentence ?? []),
      ...(left === 0
        ? []
        : [
            `${formatCount(left)} further ${left === 1 ? 'agent was' : 'agents were'} left as they are: nothing was sent.`,
          ]),
    ];
  }

  #wait(): void {
    const { operations, commands } = this.#options;
    const { stores, sync, clock } = commands;
    const [first, ...others] = operations.open;
    const { run, cancel } = stores.agentRun.getState();
    this.#notBegun = run !== undefined && isUnderWay(run) ? countStates(run).waiting : 0;
    cancel();
    // What has not left by now does not any more.
    sync.setWritable(undefined);
    openDialog(commands, {
      kind: 'confirm',
      title: `Waiting for the answer to ${first === undefined ? 'the last change' : nameOfChange(first)}${others.length === 0 ? '' : ` and ${others.length} more`} (Ctrl-C again quits now)`,
      lines: [
        { label: 'quits', value: `once it is there, or in ${LONGEST_WAIT / 1000} seconds` },
        {
          label: 'the rest',
          value: this.#notBegun === 0 ? 'nothing is left to be sent' : 'is left as it is',
        },
      ],
      yesDoes: 'quits now',
      confirm: () => this.#end(),
    });
    this.#dialog = stores.view.getState().dialogs.at(-1);
    this.#startedAt = clock.monotonic();
    operations.onVerdict = (entry) => {
      this.#entries.push(entry);
      if (operations.isOver) {
        stores.faults.run('leaving', () => this.#end());
      }
    };
    const cancelTimer = clock.schedule(LONGEST_WAIT, () => this.#end());
    const stopWatching = stores.view.subscribe(({ dialogs }) => {
      if (this.#dialog !== undefined && !dialogs.includes(this.#dialog)) {
        stopWatching();
        // What closed it may be the answer that it quits now.
        queueMicrotask(() => this.#stay());
      }
    });
    this.#stopWaiting = () => {
      cancelTimer();
      stopWatching();
      operations.onVerdict = () => undefined;
      this.#stopWaiting = () => {};
    };
  }

  /** Somebody closed the dialog: changes are allowed again for as long as they were. */
  #stay(): void {
    if (this.#isEnded) {
      return;
    }
    const { stores, sync } = this.#options.commands;
    const { mode, access } = stores.view.getState();
    this.#stopWaiting();
    this.#dialog = undefined;
    this.#notBegun = 0;
    this.#entries.length = 0;
    if (mode !== 'read-only') {
      sync.setWritable(access.until ?? 'always');
    }
  }

  #end(): void {
    const { operations, end } = this.#options;
    this.#isEnded = true;
    this.#stopWaiting();
    const isUnknown =
      operations.open.some(({ step }) => step === 'sending') ||
      this.#entries.some(({ verdict }) => verdict === 'unknown');
    end(isUnknown ? NOT_KNOWN : 0);
  }
}

/** What is waited for: `suspending ci-07`. */
export function nameOfChange({ action, target }: JournalEntry): string {
  return action === 'policy' ? DOING.policy : `${DOING[action]} ${target.hostname ?? target.id ?? ''}`;
}
