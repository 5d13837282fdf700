import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { CHOICE_NAMES, CHOICES } from '../../src/server/base/choices.ts';
import { FAULTS } from '../../src/server/base/faults.ts';

const README = readFileSync(new URL('../../src/server/README.md', import.meta.url), 'utf8');

/** The lines of the lists in one section. */
function listIn(heading: string): readonly string[] {
  const section = README.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return section.split('\n').filter((line) => /^ *- /.test(line));
}

describe('the README of the service', () => {
  it('has every choice with every variant, and no others', () => {
    const expected = CHOICE_NAMES.flatMap((name) => [
      `- \`${name}\`: ${CHOICES[name].meaning}`,
      ...Object.entries(CHOICES[name].variants).map(
        ([variant, meaning], index) => `  - \`${variant}\`${index === 0 ? ' (default)' : ''}: ${meaning}`,
      ),
    ]);
    expect(listIn('Choices')).toEqual(expected);
  });

  it('has every fault', () => {
    expect(listIn('Faults')).toEqual(
      Object.entries(FAULTS).map(([name, meaning]) => `- \`${name}\`: ${meaning}`),
    );
  });

  it('has every endpoint', () => {
    for (const { method, path } of Object.values(ENDPOINTS)) {
      expect(README).toContain(`| \`${method} ${path}\``);
    }
  });
});
