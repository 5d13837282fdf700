import { STATUS } from '../../contract/status.ts';
import type { Failure } from '../../stores/base/resource-store.ts';

/** What the server itself said when it did not permit a read, where it said anything: it may have other causes than the key. */
export function wordsOfRefusal({ status, message }: Failure): string | undefined {
  const mark = `(${STATUS.forbidden}): `;
  const place = message.indexOf(mark);
  return status === STATUS.forbidden && place !== -1 ? message.slice(place + mark.length) : undefined;
}
