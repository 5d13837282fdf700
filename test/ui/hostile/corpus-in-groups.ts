import CORPUS from '../../fixtures/hostile-text.json' with { type: 'json' };

/** How many texts are shown at once: as many as lists have rows, so that each stands in every column. */
const TOGETHER = 4;

const COUNT = Math.ceil(CORPUS.cases.length / TOGETHER);

/** The whole corpus in groups of texts that have little in common, as those that stand far from each other in it. */
export function corpusInGroups(): readonly { readonly names: string; readonly texts: readonly string[] }[] {
  return Array.from({ length: COUNT }, (_, group) => {
    const cases = CORPUS.cases.filter((_case, index) => index % COUNT === group);
    return { names: cases.map(({ name }) => name).join(', '), texts: cases.map(({ input }) => input) };
  });
}
