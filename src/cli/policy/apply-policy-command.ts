import { addAbortSignal } from 'node:stream';

import { describeEffects, describeLoosening } from '../../commands/policy/effect-words.ts';
import { syncedBy, syncInterval } from '../../commands/policy/sync-time.ts';
import type { Policy } from '../../contract/policy.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { safeString } from '../../lib/safe-text.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { organizationText } from '../../stores/base/organization.ts';
import { hiddenLists, describeHiddenLists } from '../../stores/policy/hidden-lists.ts';
import type { PolicyChanges } from '../../stores/policy/policy-draft.ts';
import { countEffects, countLoosening } from '../../stores/policy/policy-differences.ts';
import type { EffectCounts } from '../../stores/policy/policy-strictness.ts';
import { differencesFrom } from '../../stores/policy/select-differences.ts';
import { lastMergeOnlyList } from '../../sync/writes/merge-only-lists.ts';
import { listsTakenFrom } from '../../sync/writes/policy-lists.ts';
import type { PolicyVerdict } from '../../sync/writes/verdict.ts';
import { ask, requireAnswerable } from '../session/confirm-prompt.ts';
import {
  runAgainstServer,
  type CommandFlags,
  type CommandHost,
  type CommandSession,
} from '../session/command-session.ts';
import { createCommandWriter } from '../session/command-writer.ts';
import { reportSettledWrites } from '../session/report-settled-writes.ts';
import { warnPendingWrites } from '../session/warn-pending-writes.ts';
import { recoverUnfinished } from '../session/recover-unfinished.ts';
import { say } from '../output/say.ts';
import { sayWaiting } from '../output/say-waiting.ts';
import { drawnWhole } from '../output/styled-text.ts';
import { linesOf } from '../output/table-lines.ts';
import { styleOfErrors, styleOfOutput } from '../output/text-style.ts';
import { endingText, type Ending } from '../output/verdict-text.ts';
import { differencesText, describeFolded } from './policy-text.ts';
import { isPlan, readPolicyPlan, whyOutdated } from './policy-plan.ts';
import { changesIn, FROM_INPUT, readDocument, versionIn, type PolicyDocument } from './read-document.ts';
import { readStoredPolicy } from './read-policy-command.ts';

/** The policy holds what the file says, and another change that came right before was overwritten by it, or may have been. */
const OVERWROTE = 5;

/** The policy is not what the plan was made on. */
const OUTDATED = 6;

/** Milliseconds for which it counts what a change was seen to do on this server. */
const REMEMBERED = 30 * 24 * 60 * 60 * 1000;

/** The flags of `vigil policy apply`, as the command line reads them. */
export interface PolicyApplyFlags extends CommandFlags {
  readonly yes?: true;
  readonly json?: true;
  readonly reason?: string;
}

/**
 * Writes what a file, or a plan, changes of the stored policy: shows the differences and which way each goes, asks, and prints what
 * was observed. Resolves with the exit status: 0 when the policy holds what the file says, 5 when another change was, or may have
 * been, overwritten by it, 6 when the policy is not what the plan was made on, 3 when the service refused the
 * key, 1 otherwise. Rejects with a UsageError, before anything is sent, when it may not write, nobody can be asked, or the
 * file holds what no policy can.
 */
export async function runPolicyApply(
  file: string,
  flags: PolicyApplyFlags,
  host?: CommandHost,
): Promise<number> {
  return runAgainstServer(flags, { writes: true }, (session) => apply(session, file, flags), host);
}

async function apply(session: CommandSession, file: string, flags: PolicyApplyFlags): Promise<number> {
  const isFromInput = file === FROM_INPUT;
  requireAnswerable(flags.yes === true, isFromInput, session.input);
  const input = isFromInput ? addAbortSignal(session.stop, session.input) : session.input;
  const given = await readDocument(file, input);
  const plan = isPlan(given) ? readPolicyPlan(given, session.target) : undefined;
  const document = plan?.wanted ?? given;
  await recoverUnfinished(session);
  const stored = await readOrReport(session, flags);
  await reportSettledWrites(session, { policy: stored });
  await warnPendingWrites(session, { policy: stored });
  const changes = changesIn(document, stored);
  const notBegun = (why?: string) => reportNotBegun(session, flags, Object.keys(changes), stored, why);
  const moved = plan && whyOutdated(plan, stored);
  if (moved !== undefined) {
    const anew = Object.keys(changes).length === 0 ? ALL_HELD : PLAN_ANEW;
    say(`Nothing was done. ${moved} ${anew}`);
    await notBegun(`Not begun. ${moved} ${anew}`);
    return OUTDATED;
  }
  if (Object.keys(changes).length === 0) {
    const sentence = `Nothing was sent: the policy holds all that the ${plan === undefined ? 'file' : 'plan'} says.`;
    return report(session, flags, [], { kind: 'unchanged', sentence, stored });
  }
  const outdated = reportPlan(session, document, stored, changes, flags);
  if (outdated !== undefined) {
    await notBegun(`Not begun. ${outdated}`);
    return 1;
  }
  await warnMergeOnlyLists(session, listsTakenFrom(stored, changes));
  const hidden = hiddenLists(stored, changes);
  if (hidden.length > 0) {
    const sentence = describeHiddenLists(hidden);
    say(sentence);
    if (flags.yes === true) {
      const why = 'That takes somebody who types its name: run it on a terminal, without --yes.';
      say(`Nothing was done. ${why}`);
      await notBegun(`Not begun. ${sentence} ${why}`);
      return 1;
    }
  }
  const effects = countEffects(differencesFrom(stored, changes));
  if (flags.yes !== true && !(await agrees(hidden, effects, session))) {
    say('Nothing was done.');
    await notBegun();
    return session.stop.aborted ? Number(session.stop.reason) : 1;
  }
  const { policySync } = session.target;
  const { writer } = createCommandWriter(session, { inBulk: false });
  const verdict = await writer.writePolicy({
    base: stored,
    changes,
    reason: flags.reason,
    signal: session.stop,
    onStep: sayWaiting(session, 'the policy'),
  });
  const status = await report(session, flags, Object.keys(changes), verdict);
  if (verdict.moved !== undefined && plan !== undefined) {
    say(PLAN_ANEW);
    return OUTDATED;
  }
  if (verdict.moved !== undefined) {
    say('Run it again to see what the file changes of the policy as it is now.');
  } else if (verdict.kind === 'confirmed') {
    say(
      `Estimate: agents that run have it by ${syncedBy({ clock: session.clock, policySync }, 'utc')}, if they fetch it every ${syncInterval({ policySync })}.`,
    );
  }
  return status !== 0 && session.stop.aborted ? Number(session.stop.reason) : status;
}

const PLAN_ANEW =
  'Make the plan anew, look at what it changes, and apply that: vigil policy plan FILE -o PLAN';

const ALL_HELD =
  'It holds all that the plan says, and another change that the plan was not looked at with: vigil policy show has the policy as it is now.';

/** The stored policy; where it cannot be read, a program reads that nothing was begun. */
async function readOrReport(session: CommandSession, flags: PolicyApplyFlags): Promise<Policy> {
  try {
    return await readStoredPolicy(session);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await reportNotBegun(session, flags, [], undefined, `Not begun: the policy could not be read. ${why}`);
    throw error;
  }
}

/** Prints for programs that nothing was begun; people read it on standard error. */
async function reportNotBegun(
  session: CommandSession,
  flags: PolicyApplyFlags,
  fields: readonly string[],
  stored: Policy | undefined,
  sentence = 'Not begun.',
): Promise<void> {
  if (flags.json === true) {
    await report(session, flags, fields, { kind: 'not begun', sentence, stored });
  }
}

/**
 * Shows on standard error what will be changed. Gives the sentences that say why that must not be without somebody who looks at
 * it; undefined when it may.
 */
function reportPlan(
  { target }: CommandSession,
  document: PolicyDocument,
  stored: Policy,
  changes: PolicyChanges,
  flags: PolicyApplyFlags,
): string | undefined {
  const differences = differencesFrom(stored, changes);
  say(`Changing the policy of ${organizationText(target.organization)}:`);
  const folded = process.stderr.isTTY;
  const lines = differencesText(differences, { style: styleOfErrors(flags), folded, indent: '  ' });
  process.stderr.write(`${lines.join('\n')}\n`);
  say(`${describeEffects(countEffects(differences))}.`);
  const more = folded ? describeFolded(differences) : undefined;
  if (more !== undefined) {
    say(more);
  }
  const from = versionIn(document);
  if (from === undefined || stored.version === undefined || asUntrusted(from) === stored.version) {
    return undefined;
  }
  const sentence = `The file was made from version ${safeString(from, 'ident')}, and version ${safeString(stored.version, 'ident')} is stored: what others changed since would be taken back.`;
  say(sentence);
  if (flags.yes !== true) {
    return undefined;
  }
  const remedy = 'Make the file anew, or take its version out of it to apply it all the same.';
  say(`Nothing was done. ${remedy}`);
  return `${sentence} ${remedy}`;
}

/** Says when this server was seen to keep what was taken out of a list, where that is to be done now. */
async function warnMergeOnlyLists(
  { journal, clock }: CommandSession,
  lists: readonly string[],
): Promise<void> {
  if (lists.length === 0) {
    return;
  }
  const reading = await journal.read({ since: clock.now() - REMEMBERED }).catch(() => undefined);
  const kept = reading && lastMergeOnlyList(reading.operations);
  if (kept !== undefined) {
    say(
      `This server merges lists, as was seen at ${kept.time.slice(0, 19)}Z: what was taken out of ${kept.lists.join(' and ')} stayed in there. What this takes out of ${lists.join(' and ')} will hardly go.`,
    );
  }
}

/**
 * Asks for the name of each list that the server does not show, for the number of changes that loosen, where any does, and then
 * whether it is to be written.
 */
async function agrees(
  hidden: readonly string[],
  effects: EffectCounts,
  session: CommandSession,
): Promise<boolean> {
  for (const list of hidden) {
    if ((await ask(`Type ${list} to write it unseen: `, session)) !== list) {
      return false;
    }
  }
  const number = countLoosening(effects);
  if (number > 0) {
    const typed = await ask(`${describeLoosening(effects)}. Type ${number} to go on: `, session);
    if (typed !== String(number)) {
      return false;
    }
  }
  const answer = await ask('Write this? [y/N] ', session);
  return answer === 'y' || answer?.toLowerCase() === 'yes';
}

/** Prints the verdict and gives the exit status. */
async function report(
  { output }: CommandSession,
  flags: PolicyApplyFlags,
  fields: readonly string[],
  verdict: Omit<PolicyVerdict, 'kind'> & { readonly kind: Ending },
): Promise<number> {
  const { kind, sentence, status, operation, stored, isOvertaken = false, overwritten = [] } = verdict;
  const isOvertakenUnknown =
    verdict.isOvertakenUnknown === true || kind === 'unknown' || kind === 'contradicted';
  const style = styleOfOutput(flags);
  await output.write(
    flags.json === true
      ? [
          asciiJson({
            action: 'policy',
            fields,
            verdict: kind,
            sentence,
            status: status ?? null,
            operation: operation ?? null,
            version: stored?.version ?? null,
            // Null: nothing says.
            may_have_overwritten: isOvertaken || (isOvertakenUnknown ? null : false),
            overwritten,
          }),
        ]
      : linesOf(
          [[endingText(kind, style), 14]],
          [drawnWhole(asUntrusted(sentence), 'cell', style)],
          style,
          '  ',
        ),
  );
  if (isOvertaken && kind === 'confirmed') {
    return OVERWROTE;
  }
  return kind === 'confirmed' || kind === 'unchanged' ? 0 : status === 401 || status === 403 ? 3 : 1;
}
