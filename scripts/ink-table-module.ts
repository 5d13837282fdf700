/** The file of ink-table that is made into a module. */
export const INK_TABLE_FILE = /ink-table[\\/]dist[\\/]index\.js$/;

/**
 * ink-table is CommonJS and requires Ink, which has a top-level await and so cannot be required. The source given back
 * is a module that imports what ink-table requires; the bundle and the tests use it in the place of the original.
 */
export function inkTableAsModule(source: string): string {
  return `import * as inkModule from 'ink';
import * as reactModule from 'react';
import hash from 'object-hash';
const exports = {};
const loaded = { ink: inkModule, react: reactModule.default, 'object-hash': hash };
const load = (name) => loaded[name];
${source.replace('"use strict";', '').replaceAll('require(', 'load(')}
export default exports.default;
`;
}
