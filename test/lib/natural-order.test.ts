import { describe, expect, it } from 'vitest';

import { naturalKey, versionKey } from '../../src/lib/natural-order.ts';

function sorted(texts: readonly string[], keyOf: (text: string) => string): readonly string[] {
  return texts.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

describe('natural order', () => {
  it('counts where names count, whatever the case and leading zeros', () => {
    const hosts = ['ci-1', 'CI-2', 'ci-002b', 'ci-10', 'dev', 'dev-9'];
    expect(sorted(hosts.toReversed(), naturalKey)).toEqual(hosts);
  });

  it('is that of semantic versioning for versions', () => {
    const versions = [
      '0.9',
      '1.2.0-rc.1',
      '1.2.0-rc.10',
      '1.2.0',
      'v1.2.1',
      '1.10.0',
      '2.0.0+build.7',
      'edge',
    ];
    expect(sorted(versions.toReversed(), versionKey)).toEqual(versions);
  });
});
