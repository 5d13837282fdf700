import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { BUNDLE_OPTIONS, WORKER_OPTIONS } from './bundle-options.ts';

rmSync(fileURLToPath(new URL('../dist', import.meta.url)), { recursive: true, force: true });
await build(BUNDLE_OPTIONS);
await build(WORKER_OPTIONS);
