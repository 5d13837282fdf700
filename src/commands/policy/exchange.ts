import type { Sentence } from '../../lib/untrusted.ts';
import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { jsonText } from '../../lib/json-text.ts';
import { safeString } from '../../lib/safe-text.ts';
import {
  readPolicyDocument,
  describeRepetition,
  writePolicyDocument,
} from '../../stores/policy/policy-document.ts';
import type { PolicyChanges } from '../../stores/policy/policy-draft.ts';
import { selectPolicyMerge } from '../../stores/policy/select-policy.ts';
import type { Policy } from '../../contract/policy.ts';
import { notify, openDialog, openMenu, type Command, type CommandContext } from '../base/command.ts';
import { askForPath, timeInName } from '../export/write-file.ts';
import { ifSameDraft } from './draft-field.ts';
import { loadLicences } from './licence-checks.ts';
import { openReview } from './review.ts';

/** Makes other changes the draft, after a question when there is one already, and shows them. */
export function takeAsDraft(
  context: CommandContext,
  seen: Policy,
  changes: PolicyChanges,
  what: Sentence,
): void {
  const { stores } = context;
  const take = () => {
    stores.policyDraft.replace(seen, changes);
    openReview(context);
  };
  const asked = stores.policyDraft.getState().changes;
  const unwritten = Object.keys(asked);
  if (unwritten.length === 0) {
    take();
    return;
  }
  openDialog(context, {
    kind: 'confirm',
    // A longer title would be cut on a small screen.
    title: 'Replace the draft? Its changes would be lost.',
    lines: [
      { label: 'by', value: what },
      ...unwritten.slice(0, 6).map((field) => ({ label: 'lost', value: field })),
    ],
    yesDoes: 'replaces the draft',
    confirm: ifSameDraft(context, asked, take),
  });
}

function askForImport(context: CommandContext): void {
  openDialog(context, {
    kind: 'text',
    title: 'Read a policy from a JSON file into the draft',
    lines: [
      { label: 'holds', value: 'rules, blocked_packages, blocked_maintainers; what it leaves out stays' },
    ],
    label: 'file',
    initial: '~/',
    enterDoes: 'reads it; nothing is written yet',
    findProblem: (path) => (withoutBlanks(path) === '' ? 'Type the name of a file.' : undefined),
    submit: (path) => void importFrom(context, withoutBlanks(path)),
    dangerous: false,
  });
}

async function importFrom(context: CommandContext, path: string): Promise<void> {
  const { stores, policyFiles } = context;
  const seen = stores.policy.getState().data;
  if (seen === undefined) {
    notify(context, 'The policy is not here yet: it is needed to see what the file changes.');
    return;
  }
  try {
    const document = await policyFiles.read(path);
    const { findLicenceProblem } = await loadLicences();
    const read = readPolicyDocument(document, seen, findLicenceProblem);
    if ('problems' in read) {
      const { ascii } = stores.view.getState();
      const lines = read.problems.map(({ path: what, problem, position }) => {
        const where = position === undefined ? '' : `line ${position.line}, column ${position.column}: `;
        return safeString(`${where}${what} ${problem}`, 'cell', ascii);
      });
      openDialog(context, {
        kind: 'plain',
        title: `Nothing was read: the file has ${lines.length === 1 ? 'a problem' : `${lines.length} problems`}`,
        text: lines.join('\n'),
        top: 0,
      });
    } else if (Object.keys(read.changes).length === 0) {
      notify(context, 'The file holds what is stored: there is nothing to change.');
    } else {
      takeAsDraft(context, seen, read.changes, 'the file');
      const repetition = describeRepetition(read);
      if (repetition !== undefined) {
        notify(context, repetition);
      }
    }
  } catch (error) {
    notify(context, error instanceof Error ? error.message : jsonText(error), 'bad');
  }
}

function askForExport(context: CommandContext): void {
  const { stores } = context;
  const policy = stores.policy.getState().data;
  if (policy === undefined) {
    return;
  }
  const { changes } = selectPolicyMerge(stores);
  const write = (which: string) => {
    const isDraft = which === 'draft';
    askForPath(context, {
      what: isDraft ? 'the policy with the draft in it' : 'the policy as it is stored',
      title: 'JSON',
      count: 1,
      path: context.files.suggest(`policy-${isDraft ? 'draft-' : ''}${timeInName(context)}.json`),
      pieces: () => [writePolicyDocument(policy, isDraft ? changes : {})],
    });
  };
  if (Object.keys(changes).length === 0) {
    write('stored');
    return;
  }
  openMenu(context, {
    title: 'Write which policy to a file',
    choices: [
      { label: 'As it is stored', value: 'stored', opensField: true },
      { label: 'As the draft would have it', value: 'draft', opensField: true },
    ],
    initial: undefined,
    choose: write,
  });
}

const noPolicy = ({ stores }: CommandContext) =>
  stores.policy.getState().data === undefined ? 'The policy is not here yet.' : undefined;

/** The policy as a file, in both directions. */
export const policyExchangeCommands: readonly Command[] = [
  {
    id: 'policy.import',
    title: 'Read a policy from a JSON file into the draft',
    scope: 'policy',
    disabledReason: noPolicy,
    run: askForImport,
  },
  {
    id: 'policy.export',
    title: 'Write the policy or the draft to a JSON file',
    scope: 'policy',
    disabledReason: noPolicy,
    run: askForExport,
  },
];
