import { createHash } from 'node:crypto';

import type { BundledPackage } from './bundled-packages.ts';
import type { NodePart } from './node-parts.ts';

/** A build of Node in an executable. */
export interface ContainedNode {
  readonly package: string;
  readonly version: string;
  readonly parts: readonly NodePart[];
}

export interface SbomContents {
  readonly name: string;
  readonly version: string;
  /** When it was made, in seconds: the time of the commit. */
  readonly time: number;
  readonly packages: readonly BundledPackage[];
  readonly nodes: readonly ContainedNode[];
}

/** All that is in the program and its executables, as CycloneDX 1.6 in JSON. The same contents make the same text. */
export function sbom({ name, version, time, packages, nodes }: SbomContents): string {
  const self = purlOf(name, version);
  const components = [...packages.map(libraryOf), ...nodes.map(platformOf)];
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([name, version, time, components]))}`,
    version: 1,
    metadata: {
      timestamp: new Date(time * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': self,
        ...namesOf(name),
        version,
        purl: self,
        licenses: licensesOf('MIT'),
      },
    },
    components,
    dependencies: [{ ref: self, dependsOn: components.map((component) => component['bom-ref']) }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function libraryOf({ name, version, license, isPackage }: BundledPackage) {
  const purl = version !== undefined && isPackage ? purlOf(name, version) : undefined;
  return {
    type: 'library',
    'bom-ref': purl ?? name,
    ...namesOf(name),
    ...(version === undefined ? {} : { version }),
    ...(purl === undefined ? {} : { purl }),
    licenses: licensesOf(license),
  };
}

function platformOf({ package: name, version, parts }: ContainedNode) {
  const purl = purlOf(name, version);
  return {
    type: 'platform',
    'bom-ref': purl,
    ...namesOf(name),
    version,
    purl,
    description: 'Node.js, in a single executable only',
    licenses: licensesOf('MIT'),
    components: parts.map((part) => ({ type: 'library', 'bom-ref': `${purl}#${part.name}`, ...part })),
  };
}

function namesOf(name: string) {
  const [, group, rest = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return group === undefined ? { name } : { group, name: rest };
}

const purlOf = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

/** An expression names several. */
const licensesOf = (license: string) =>
  /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

/** A name-based UUID: of the same text always the same. */
function uuidOf(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(digest[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}
