import { describe, expect, it } from 'vitest';

import { ECOSYSTEMS } from '../../../src/contract/values.ts';
import { makeCatalog } from '../../../src/server/synth/catalog.ts';
import { PACKAGE_NAMES } from '../../../src/server/synth/package-names.ts';
import { similarity } from '../../../src/server/synth/typosquats.ts';
import { DAY, UNTIL } from './sample.ts';

const catalog = makeCatalog(3, UNTIL);
const all = ECOSYSTEMS.flatMap((ecosystem) => Object.values(catalog[ecosystem]).flat());

describe('makeCatalog', () => {
  it('makes several hundred packages, each name once in its ecosystem', () => {
    expect(all.length).toBeGreaterThan(400);
    expect(new Set(all.map((item) => `${item.ecosystem} ${item.name}`)).size).toBe(all.length);
  });

  it('dates versions in order, after the first publication and not after now', () => {
    for (const { name, versions } of all) {
      expect(versions.length, name).toBeGreaterThan(0);
      for (const [index, version] of versions.entries()) {
        expect(version.firstPublishedAt, name).toBeLessThanOrEqual(version.publishedAt);
        expect(version.publishedAt, name).toBeLessThanOrEqual(UNTIL);
        expect(version.publishedAt, name).toBeGreaterThanOrEqual(versions[index - 1]?.publishedAt ?? 0);
      }
      expect(new Set(versions.map(({ version }) => version)).size, name).toBe(versions.length);
    }
  });

  it('numbers Go modules without a suffix below version 2', () => {
    for (const { name, versions } of Object.values(catalog.go).flat()) {
      const suffix = /\/v(\d+)$/.exec(name)?.[1];
      for (const { version } of versions) {
        expect(version, name).toMatch(suffix === undefined ? /^v[01]\./ : new RegExp(`^v${suffix}\\.`));
      }
    }
  });

  it('makes typosquats whose similarity is the real one', () => {
    for (const { ecosystem, name, versions } of ECOSYSTEMS.flatMap((known) => catalog[known].typosquat)) {
      const lookalike = versions[0]?.lookalike;
      const bare = (text: string) => (ecosystem === 'go' ? text.slice(text.indexOf('/') + 1) : text);
      expect(lookalike?.similarity, name).toBeGreaterThanOrEqual(0.8);
      expect(lookalike?.similarity).toBe(similarity(bare(name), bare(lookalike?.name ?? '')));
      expect(PACKAGE_NAMES[ecosystem].popular.map((item) => item.name)).toContain(lookalike?.name);
    }
  });

  it('lets no popular package and no composed one look like a popular one', () => {
    const others = all.filter((item) => item.kind !== 'typosquat');
    expect(others.filter(({ versions }) => (versions[0]?.lookalike?.similarity ?? 0) >= 0.75)).toEqual([]);
  });

  it('has some of everything that a rule can object to', () => {
    const versions = all.flatMap((item) => item.versions);
    expect(versions.some((version) => version.criticalVulnerabilities > 0)).toBe(true);
    expect(versions.some((version) => version.vulnerabilities.length > 3)).toBe(true);
    expect(versions.some((version) => version.licence === 'SSPL-1.0')).toBe(true);
    expect(versions.some((version) => version.licence === null)).toBe(true);
    expect(versions.some((version) => version.firstPublishedAt > UNTIL - 7 * DAY)).toBe(true);
    expect(new Set(versions.map((version) => version.provenance)).size).toBe(3);
    expect(versions.some((version) => (version.scorecard ?? 10) < 4)).toBe(true);
  });

  it('never leaves the newest version of an established package dangerous', () => {
    for (const { name, versions } of ECOSYSTEMS.flatMap((ecosystem) => catalog[ecosystem].established)) {
      const newest = versions.at(-1);
      expect(newest?.criticalVulnerabilities, name).toBe(0);
      expect(newest?.vulnerabilities.length, name).toBeLessThanOrEqual(3);
    }
  });

  it('depends on the seed', () => {
    expect(makeCatalog(3, UNTIL)).toEqual(catalog);
    expect(makeCatalog(4, UNTIL)).not.toEqual(catalog);
  });
});
