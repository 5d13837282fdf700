import { UsageError } from '../../host/usage-error.ts';

/** What rows are printed as. */
export const OUTPUT_NAMES = ['json', 'csv', 'text'] as const;
export type OutputName = (typeof OUTPUT_NAMES)[number];

/** What rows are to be printed as, by `--output` or by `--json` and `--csv`; a UsageError where these contradict each other. */
export function outputOf({
  output,
  json,
  csv,
}: {
  readonly output?: OutputName | undefined;
  readonly json?: true | undefined;
  readonly csv?: true | undefined;
}): OutputName {
  const asked = json === true ? 'json' : csv === true ? 'csv' : undefined;
  if (output !== undefined && asked !== undefined && output !== asked) {
    throw new UsageError(
      `-o ${output} contradicts ${asked === 'json' ? '--json' : '--csv or --no-apostrophes'}.`,
    );
  }
  return output ?? asked ?? 'text';
}
