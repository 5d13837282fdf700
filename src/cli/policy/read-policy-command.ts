import { describeEffects } from '../../commands/policy/effect-words.ts';
import { getPolicy } from '../../api/policy.ts';
import type { Policy } from '../../contract/policy.ts';
import { asSent, keepWhatIsCut } from '../../contract/size-gate.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { writeExport } from '../../host/files/export-file.ts';
import { UsageError } from '../../host/usage-error.ts';
import { ownValue } from '../../lib/own-value.ts';
import { safeString } from '../../lib/safe-text.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { countEffects, type PolicyDifference } from '../../stores/policy/policy-differences.ts';
import { valueOfField } from '../../stores/policy/policy-fields.ts';
import { differencesFrom } from '../../stores/policy/select-differences.ts';
import { runAgainstServer, type CommandFlags, type CommandSession } from '../session/command-session.ts';
import { reportSettledWrites } from '../session/report-settled-writes.ts';
import { say } from '../output/say.ts';
import { styleOfOutput } from '../output/text-style.ts';
import { differencesText, describeFolded, policyText } from './policy-text.ts';
import { isPlan, writePolicyPlan } from './policy-plan.ts';
import { changesIn, readDocument } from './read-document.ts';

/** The flags of `vigil policy show` and `vigil policy diff`, as the command line reads them. */
export interface PolicyFlags extends CommandFlags {
  readonly json?: true;
}

/** The stored policy; what is seen in it of earlier changes is reported. Rejects as `session.read` does. */
export async function readStoredPolicy(session: CommandSession): Promise<Policy> {
  const policy = await session.read(
    async (client, signal) => (await getPolicy(client, signal, 'policy')).value,
  );
  await reportSettledWrites(session, { policy });
  return policy;
}

/** Prints the stored policy. Resolves with the exit status. */
export function runPolicyShow(flags: PolicyFlags): Promise<number> {
  if (flags.json === true) {
    keepWhatIsCut();
  }
  return runAgainstServer(flags, { writes: false }, async (session) => {
    const policy = await readStoredPolicy(session);
    await session.output.write(
      flags.json === true ? [asciiJson(asSent(policy.raw))] : policyText(policy, styleOfOutput(flags)),
    );
    return 0;
  });
}

/**
 * Prints what a file would change of the stored policy. Resolves with the exit status of diff(1): 0 when it changes
 * nothing, 1 when it changes something, 2 when that is unknown; and 3 when the service refuses.
 */
export async function runPolicyDiff(file: string, flags: PolicyFlags): Promise<number> {
  const document = await readDocument(file, process.stdin);
  let isKnown = false;
  const status = await runAgainstServer(flags, { writes: false, answersBy: 'status' }, async (session) => {
    const stored = await readStoredPolicy(session);
    const changes = changesIn(document, stored);
    const folded = flags.json !== true && process.stdout.isTTY;
    await session.output.write(
      flags.json === true
        ? fieldsOf(differencesFrom(stored, changes)).map(([field, differences]) =>
            asciiJson({
              field,
              before: valueOfField(stored, field) ?? null,
              after: ownValue(changes, field),
              ...countEffects(differences),
              differences,
            }),
          )
        : differencesText(differencesFrom(stored, changes), { style: styleOfOutput(flags), folded }),
    );
    const more = folded ? describeFolded(differencesFrom(stored, changes)) : undefined;
    if (more !== undefined) {
      say(more);
    }
    isKnown = session.output.problem === undefined;
    return Object.keys(changes).length === 0 ? 0 : 1;
  });
  return status === 1 && !isKnown ? 2 : status;
}

/** The flags of `vigil policy plan`, as the command line reads them. */
export interface PolicyPlanFlags extends CommandFlags {
  readonly output: string;
}

/**
 * Writes to a new file what a policy file would change, bound to the policy that was read, and prints it: how many changes go
 * which way, then each. Resolves with the exit statuses of `runPolicyDiff`; where nothing differs, no plan is written.
 */
export async function runPolicyPlan(file: string, flags: PolicyPlanFlags): Promise<number> {
  const document = await readDocument(file, process.stdin);
  if (isPlan(document)) {
    throw new UsageError(`${document.name} is a plan already. vigil policy apply carries it out.`);
  }
  let isKnown = false;
  const status = await runAgainstServer(flags, { writes: false, answersBy: 'status' }, async (session) => {
    const stored = await readStoredPolicy(session);
    const changes = changesIn(document, stored);
    const differences = differencesFrom(stored, changes);
    if (differences.length === 0) {
      say('Nothing differs, so no plan was written.');
      return 0;
    }
    const style = styleOfOutput(flags);
    const folded = process.stdout.isTTY;
    await session.output.write([
      `${describeEffects(countEffects(differences))}.`,
      ...differencesText(differences, { style, folded }),
    ]);
    const plan = writePolicyPlan(session.target, { base: stored, changes, at: session.clock.now() });
    let path: string;
    try {
      ({ path } = await writeExport(flags.output, [plan], { signal: session.stop }));
    } catch (error) {
      session.stop.throwIfAborted();
      throw new UsageError(`No plan was written: ${(error as Error).message}`);
    }
    say(`The plan is in ${safeString(asUntrusted(path), 'cell')}. Only the policy as it is now takes it.`);
    isKnown = session.output.problem === undefined;
    return 1;
  });
  return status === 1 && !isKnown ? 2 : status;
}

/** The differences by field, in the order in which they are listed: a field of which anything loosens comes first. */
function fieldsOf(
  differences: readonly PolicyDifference[],
): readonly (readonly [field: string, differences: readonly PolicyDifference[]])[] {
  return [...Map.groupBy(differences, ({ field }) => field)];
}
