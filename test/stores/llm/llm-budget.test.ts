import { describe, expect, it } from 'vitest';

import { receive } from '../../../src/stores/base/resource-store.ts';
import { selectTodaysSpending, type LlmBudget } from '../../../src/stores/llm/llm-budget.ts';
import type { LlmListing } from '../../../src/stores/llm/llm-listing.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { budgetLine } from '../../../src/ui/panes/llm/budget-line.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { listingOf, NOW, sampleCall } from '../../helpers/sample-data.ts';

const HOUR = 3_600_000;
const BUDGET: LlmBudget = { day: 5, models: new Map([['large', 2]]) };

/** What was spent by nine o'clock of calls of so many hours ago. */
function spent(
  calls: readonly (readonly [model: string, hoursAgo: number, cost: unknown])[],
  listing: Partial<LlmListing> = {},
  budget: LlmBudget | undefined = BUDGET,
) {
  const stores = createStores({ llmBudget: budget });
  const rows = calls.map(([model, ago, cost], index) =>
    sampleCall({ id: `c${index}`, model, cost, timestamp: new Date(NOW - ago * HOUR).toISOString() }),
  );
  receive(stores.llmCalls, { ...listingOf(rows), reach: 'first', ...listing }, NOW);
  return selectTodaysSpending(stores, NOW, 'utc');
}

describe('what was spent of the budgets of a day', () => {
  it('is that of the calls since midnight, all together and by model', () => {
    expect(
      spent([
        ['large', 1, 1.5],
        ['small', 8, '0.25'],
        ['large', 10, 100],
        ['large', 2, 'free'],
      ]),
    ).toEqual({
      spent: [
        { model: undefined, cost: 1.75, budget: 5 },
        { model: 'large', cost: 1.5, budget: 2 },
      ],
      isWhole: true,
    });
  });

  it('is zero of a model that nobody called', () => {
    expect(spent([['small', 1, 1]])?.spent).toContainEqual({ model: 'large', cost: 0, budget: 2 });
  });

  it('is whole only where every call since midnight is here', () => {
    expect(spent([['large', 1, 1]], { reach: 'reading' })?.isWhole).toBe(false);
    expect(spent([['large', 1, 1]], { reach: 'behind' })?.isWhole).toBe(false);
    expect(spent([['large', 12, 1]], { reach: 'behind' })?.isWhole).toBe(false);
    expect(spent([['large', 12, 1]], { reach: 'reading' })?.isWhole).toBe(true);
    expect(spent([['large', 12, 1]], { doubt: 'moved' })?.isWhole).toBe(false);
    const damaged = [{ index: 3, problem: 'no object' }] as unknown as LlmListing['damaged'];
    expect(spent([['large', 12, 1]], { damaged })?.isWhole).toBe(false);
  });

  it('is unknown where nobody set a budget, or no call says what it cost', () => {
    expect(spent([['large', 1, 1]], {}, { day: undefined, models: new Map() })?.spent).toEqual([]);
    expect(spent([['large', 1, undefined]])).toBeUndefined();
  });

  it('stands in a line, the one nearest to its end first, and says by how much it is over', () => {
    const theme = createTheme({ colour: false, ascii: true });
    const text = (isWhole: boolean, columns: number) =>
      budgetLine(
        {
          spent: [
            { model: undefined, cost: 1, budget: 5 },
            { model: 'large', cost: 3, budget: 2 },
          ],
          isWhole,
        },
        columns,
        theme,
      )
        .map((span) => span.text)
        .join('');
    expect(text(true, 120)).toMatch(
      /^ today large 3\.00 of 2\.00 over by 1\.00 .* 150\.0%.*all models 1\.00 of 5\.00/,
    );
    expect(text(false, 120)).toContain('large at least 3.00 of 2.00');
    expect(text(true, 50)).toContain('large 3.00 of 2.00 over by 1.00');
    expect(text(true, 50)).not.toContain('all models');
  });
});
