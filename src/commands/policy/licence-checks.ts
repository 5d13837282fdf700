import type * as spdx from './spdx-licences.ts';
import { lazyImport } from '../../lib/lazy-import.ts';

type Licences = typeof spdx;

const load = lazyImport(() => import('./spdx-licences.ts'));

let licences: Licences | undefined;

/** Loads the list of SPDX licences, which only the editors of licences need. */
export async function loadLicences(): Promise<Licences> {
  licences = await load();
  return licences;
}

/** Why a text cannot be added to the allowed licences, as a sentence; nothing can before the list of licences is loaded. */
export function findLicenceProblem(text: string): string | undefined {
  return licences === undefined
    ? 'The list of SPDX licences is still being loaded: one moment.'
    : licences.findLicenceProblem(text);
}

/** Whether a name is a licence that can be added, without the sentence that says why not; none is before the list is loaded. */
export function licenceTest(): (id: string) => boolean {
  return licences?.isListable ?? isNone;
}

function isNone(): boolean {
  return false;
}

/** What is to be known of licences that may be added all the same. */
export function licenceRemark(text: string): string | undefined {
  return licences?.licenceRemark(text);
}
