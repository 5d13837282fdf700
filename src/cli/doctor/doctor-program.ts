import { say } from '../output/say.ts';
import { listenForSignals } from '../session/stop-signals.ts';
import { systemClock } from '../../lib/clock.ts';
import type { ConnectionFlags } from '../../host/connection/connection-settings.ts';
import { ownSurroundings } from '../../host/connection/setting-context.ts';
import { withoutCredentials } from '../../host/connection/credential-text.ts';
import { examineConfiguration } from './examine-configuration.ts';
import { examineFaults, examineProgram } from './examine-program.ts';
import { examineServer } from './examine-server.ts';
import { examineTerminal } from './examine-terminal.ts';
import { exitStatusOf, type Finding, type FindingState } from './finding.ts';
import { UsageError } from '../../host/usage-error.ts';
import { largest } from '../../lib/long-lists.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { safeSentence } from '../../lib/safe-text.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';

/** The flags of `vigil doctor`, as the command line reads them. */
export interface DoctorFlags extends ConnectionFlags {
  readonly json?: true;
  readonly demo?: true;
  readonly debug?: true;
}

/**
 * Prints what is configured, from where, and what the server and the terminal answer. Resolves with the exit status: 0
 * when all is well, 1 when something failed, 2 when the configuration is wrong, 3 when the service refuses the key, that of the signal when it was asked to stop.
 */
export async function runDoctor({ json, demo, debug, ...flags }: DoctorFlags): Promise<number> {
  if (demo === true) {
    throw new UsageError('vigil doctor looks at the connection to a server, and the demo needs none.');
  }
  const { findings: configuration, connection } = await examineConfiguration(flags, ownSurroundings());
  const { stop } = listenForSignals(say);
  let doing: Sentence = 'read the configuration';
  const onStep = (does: Sentence) => {
    if (!stop.aborted) {
      doing = does;
    }
  };
  const server =
    connection === undefined ? [] : await examineServer(connection, systemClock, { stop, onStep });
  if (stop.aborted) {
    say(quoting`Stopped while it ${doing}. What it found until then is not printed.`);
    return Number(stop.reason);
  }
  const findings = [
    ...configuration,
    ...server,
    ...examineTerminal(process.stdin, process.stdout, process.env),
    ...examineProgram(),
    ...examineFaults(process.env, debug === true),
  ].map(redacted);
  process.stdout.write(json === true ? jsonReport(findings) : textReport(findings));
  return exitStatusOf(findings);
}

/** A key that was put where it does not belong is not repeated from there. */
function redacted(finding: Finding): Finding {
  const { value, advice } = finding;
  return {
    ...finding,
    value: withoutCredentials(value),
    ...(advice === undefined ? {} : { advice: withoutCredentials(advice) }),
  };
}

const MARK: Readonly<Record<FindingState, string>> = {
  ok: '  ',
  note: '! ',
  failed: 'x ',
  wrong: 'x ',
  refused: 'x ',
};

/** The findings as aligned text for people: one line each, what to do about it below. */
export function textReport(findings: readonly Finding[]): string {
  const width = largest(findings.map(({ name }) => name.length));
  const indent = ' '.repeat(width + 4);
  const lines = findings.flatMap(({ section, name, state, value, source, advice }, index) => [
    ...(section === findings[index - 1]?.section ? [] : [`${index === 0 ? '' : '\n'}${section}`]),
    `${MARK[state]}${name.padEnd(width)}  ${below(value, indent)}${source === undefined ? '' : `  (${below(source, indent)})`}`,
    ...(advice === undefined ? [] : [`${indent}${below(advice, indent)}`]),
  ]);
  return `${lines.join('\n')}\n`;
}

/** The findings as one line of JSON in pure ASCII, for programs. */
export function jsonReport(findings: readonly Finding[]): string {
  return `${asciiJson({ status: exitStatusOf(findings), findings })}\n`;
}

/** Later lines stand below the first. */
function below(text: Sentence, indent: string): string {
  return safeSentence(text).replaceAll('\n', `\n${indent}`);
}
