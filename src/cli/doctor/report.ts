import { largest } from '../../lib/long-lists.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { safeSentence } from '../../lib/safe-text.ts';
import type { Sentence } from '../../lib/untrusted.ts';
import { exitStatusOf, type Finding, type FindingState } from './finding.ts';

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
