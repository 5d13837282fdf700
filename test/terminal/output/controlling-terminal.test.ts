import { describe, expect, it } from 'vitest';

import { parseProcessStat } from '../../../src/terminal/output/controlling-terminal.ts';

const statOf = (name: string, group: number, device: number, foreground: number) =>
  `4711 (${name}) R 4000 ${group} 4000 ${device} ${foreground} 4194304 105 0 0`;

describe('what the system tells of the controlling terminal', () => {
  it('is its device and whether keys go to another job', () => {
    expect(parseProcessStat(statOf('node', 4711, 34816, 4711))).toEqual({
      device: 34816,
      isInBackground: false,
    });
    expect(parseProcessStat(statOf('node', 4711, 34816, 4000))).toMatchObject({ isInBackground: true });
  });

  it('does not depend on the name of the program', () => {
    expect(parseProcessStat(statOf('a) R 1 2 3 (b', 4711, 34816, 4711))).toMatchObject({ device: 34816 });
  });

  it('is nothing for a process without one, or one that nobody reads', () => {
    expect(parseProcessStat(statOf('node', 4711, 0, -1))).toBeUndefined();
    expect(parseProcessStat(statOf('node', 4711, 34816, -1))).toMatchObject({ isInBackground: false });
    expect(parseProcessStat('')).toBeUndefined();
  });
});
