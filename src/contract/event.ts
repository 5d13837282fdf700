import type { z } from 'zod';

import { asUntrusted, type Untrusted } from '../lib/untrusted.ts';
import { canIdentify } from './size-gate.ts';
import { identifier, part, row, text, textList, type JsonObject } from './tolerant.ts';

const shape = {
  id: identifier,
  client_id: text,
  timestamp: text,
  type: text,
  outcome: text,
  actor: part({ command: text, args: textList, version: text }),
  subject: part({ ecosystem: text, package: text, version: text }),
  payload: part({ reasons: textList }),
};

/**
 * "Event": an install or an audit that an agent reported. `payload.reasons` says why something was blocked; what else
 * `payload` and `metadata` hold is not shown and is kept in `raw`.
 */
export const eventSchema = row(shape, { readUsual: readUsualEvent });
export type SecurityEvent = z.output<typeof eventSchema>;

/** What the shape makes of an event whose id is text; undefined for any other. */
function readUsualEvent(
  raw: JsonObject,
): (z.output<z.ZodObject<typeof shape>> & { raw: JsonObject }) | undefined {
  const { id, client_id, timestamp, type, outcome, actor, subject, payload } = raw;
  return !canIdentify(id)
    ? undefined
    : {
        id: asUntrusted(id),
        client_id: textIn(client_id),
        timestamp: textIn(timestamp),
        type: textIn(type),
        outcome: textIn(outcome),
        actor: isPart(actor)
          ? {
              command: textIn(actor['command']),
              args: textsIn(actor['args']),
              version: textIn(actor['version']),
            }
          : undefined,
        subject: isPart(subject)
          ? {
              ecosystem: textIn(subject['ecosystem']),
              package: textIn(subject['package']),
              version: textIn(subject['version']),
            }
          : undefined,
        payload: isPart(payload) ? { reasons: textsIn(payload['reasons']) } : undefined,
        raw,
      };
}

function isPart(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is Untrusted {
  return typeof value === 'string';
}

function textIn(value: unknown): Untrusted | undefined {
  return isText(value) ? value : undefined;
}

function textsIn(value: unknown): Untrusted[] | undefined {
  return Array.isArray(value) ? value.filter(isText) : undefined;
}
