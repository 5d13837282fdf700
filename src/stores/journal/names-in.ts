/** As much of a step of a write as names anything. */
interface NamingStep {
  readonly target: { readonly id?: string | undefined; readonly hostname?: string | undefined };
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

/** What names the agent that a write is about, as it was at each step; nothing of the policy. */
export function namesIn({ steps }: { readonly steps: readonly NamingStep[] }): readonly string[] {
  const names = steps.flatMap(({ target, before, after }) => [
    target.id,
    target.hostname,
    before?.['hostname'],
    after?.['hostname'],
  ]);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}
