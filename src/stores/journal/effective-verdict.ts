/**
 * The step of a write that holds the verdict that counts; undefined while it has none. That is the last verdict, but one that
 * says what became of it stands against any `unknown`: of two that look into the same write at once, one may see less.
 */
export function effectiveVerdict<
  Step extends { readonly step: string; readonly verdict?: string | undefined },
>(steps: readonly Step[]): Step | undefined {
  const verdicts = steps.filter(({ step }) => step === 'verdict');
  return verdicts.findLast(({ verdict }) => verdict !== 'unknown') ?? verdicts.at(-1);
}

/**
 * Whether a write that the server refused is looked at again, once: some refuse what they carry out all the same, and what was read
 * right after may have been from before it. `status` is there where the server answered to what was sent.
 */
export function isRefusedAtFirst(
  steps: readonly {
    readonly step: string;
    readonly verdict?: string | undefined;
    readonly status?: number | undefined;
  }[],
): boolean {
  const verdicts = steps.filter(({ step }) => step === 'verdict');
  const [only] = verdicts;
  return (
    verdicts.length === 1 &&
    only?.verdict === 'refused' &&
    only.status !== undefined &&
    steps.some(({ step }) => step === 'sending')
  );
}

/**
 * Whether a write with that verdict is compared again with what is read later: nobody saw what became of it, or what was read said that
 * it did not happen, which may have been from before it.
 */
export function isOpenVerdict(verdict: string | undefined): boolean {
  return verdict === 'unknown' || verdict === 'contradicted';
}
