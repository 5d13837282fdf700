import { fullPath } from '../../host/files/export-file.ts';
import { readNamedFile, utf8Text, type FileLimit } from '../../host/files/read-text-file.ts';
import { readJsonDocument, type JsonReading } from '../../lib/json-document.ts';

/** No policy is larger. */
export const POLICY_LIMIT: FileLimit = { mostBytes: 16 * 1024 * 1024, purpose: 'a policy' };

/**
 * A file that a person named, as the console and the command line read it; `~/` is their home. Rejects with a sentence that
 * says what to do.
 */
export async function readPolicyFile(path: string): Promise<JsonReading> {
  return readPolicyText(await readNamedFile(path, POLICY_LIMIT), fullPath(path));
}

/**
 * Bytes as JSON; a byte order mark before it is none of it (RFC 8259, section 8.1). Throws a sentence about what `name` is
 * when they are no UTF-8: what cannot be read would become another name.
 */
export function readPolicyText(bytes: Uint8Array, name: string): JsonReading {
  return readJsonDocument(utf8Text(bytes, name));
}
