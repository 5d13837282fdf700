import { describe, expect, it } from 'vitest';

import { progressText, type ProgressFacts } from '../../../src/cli/output/progress-text.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NOW = Date.parse('2026-03-02T09:00:00Z');

const FACTS: ProgressFacts = {
  things: 'agents',
  read: 1200,
  of: 3400,
  pageRows: 100,
  pages: 12,
  budget: { limit: 60, remaining: 48, resetsAt: NOW + MINUTE },
  left: 20 * SECOND,
  waiting: { for: 'turn', reason: 'It is not its turn.', until: NOW + 41 * SECOND },
};

const text = (facts: Partial<ProgressFacts>, columns = 200) =>
  progressText({ ...FACTS, ...facts }, NOW, columns);

describe('the line on how far a reading has come', () => {
  it.each([
    [95, 'vigil: 1,200 of 3,400 agents so far, 12 pages, budget 48/60, goes on in 0:41, about 20s left'],
    [79, 'vigil: 1,200 of 3,400 agents so far, goes on in 0:41, about 20s left'],
    [59, 'vigil: 1,200 of 3,400 agents so far, goes on in 0:41'],
    [39, 'vigil: 1,200 of 3,400 agents so far'],
    [35, 'vigil: 1,200 of 3,400 agents so far'],
    [34, undefined],
  ])('leaves out on %i columns what has no room, and cuts no figure', (columns, line) => {
    expect(text({}, columns)).toBe(line);
  });

  it.each<[Partial<ProgressFacts>, string]>([
    [{ read: 0 }, 'vigil: reading agents,'],
    [{ of: undefined }, 'vigil: 1,200 agents so far,'],
    // That nothing more is known of is not that this is all.
    [{ of: 1200 }, 'vigil: 1,200 agents so far,'],
    [{ of: 1100 }, 'vigil: 1,200 agents so far,'],
    [{ pages: 1 }, ' 1 page,'],
  ])('says a total only while rows are known to lack: %o', (facts, part) => {
    expect(text(facts)).toContain(part);
  });

  it.each<[number | undefined, string | undefined]>([
    [undefined, undefined],
    [200, 'about 1s left'],
    [59.9 * SECOND, 'about 59s left'],
    [105 * SECOND, 'about 2m left'],
    [89 * MINUTE, 'about 1h left'],
    [91 * MINUTE, 'about 2h left'],
    [25 * 60 * MINUTE, undefined],
  ])('says the time that is left to the nearest unit: %s', (left, part) => {
    expect(/about .* left/.exec(text({ left }) ?? '')?.[0]).toBe(part);
  });

  it('says what is waited for only while that takes long', () => {
    const waiting = (since: number) => text({ waiting: { for: 'answer', since: NOW - since } });
    expect(waiting(2 * SECOND)).not.toContain('answer');
    expect(waiting(4 * SECOND)).toContain(', no answer for 4s,');
    expect(text({ waiting: { for: 'pace' } })).not.toMatch(/goes on|answer/);
    expect(text({ waiting: { for: 'turn', reason: '', until: undefined } })).not.toContain('goes on');
  });

  it('says nothing of a window that is over', () => {
    expect(text({ budget: { limit: 60, remaining: 0, resetsAt: NOW } })).not.toContain('budget');
    expect(text({ budget: undefined })).not.toContain('budget');
  });
});
