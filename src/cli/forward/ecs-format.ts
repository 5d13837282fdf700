import { asSent } from '../../contract/size-gate.ts';
import type { SecurityEvent } from '../../contract/event.ts';
import { parseTime } from '../../lib/format-time.ts';
import { ownValue } from '../../lib/own-value.ts';
import { packageUrl } from '../../lib/package-url.ts';
import { joinUntrusted } from '../../lib/untrusted.ts';

/** The version of the schema that is written. */
const ECS_VERSION = '9.4.0';

const OUTCOMES: Readonly<Record<string, 'success' | 'failure'>> = { allow: 'success', block: 'failure' };
const SEVERITIES: Readonly<Record<string, number>> = { allow: 1, review: 3, block: 4 };
const EVENT_TYPES: Readonly<Record<string, 'installation'>> = { install: 'installation' };

/**
 * An event by the Elastic Common Schema. All that the server sent is under `vigil.event`, a name that the schema leaves to
 * programs, with the package URL beside it. `now`, in milliseconds, stands for a time that cannot be read.
 */
export function ecsEvent(event: SecurityEvent, now: number): object {
  const { id, client_id: client, timestamp, type, outcome, subject, payload, actor } = event;
  const time = timestamp === undefined ? undefined : parseTime(timestamp);
  const reasons = payload?.reasons ?? [];
  const purl = packageUrl(subject?.ecosystem, subject?.package, subject?.version);
  const severity = ownValue(SEVERITIES, outcome ?? '');
  const command = actor?.command;
  return {
    '@timestamp': new Date(time ?? now).toISOString(),
    ecs: { version: ECS_VERSION },
    event: {
      id,
      kind: outcome === 'allow' ? 'event' : 'alert',
      category: ['package'],
      type: [ownValue(EVENT_TYPES, type ?? '') ?? 'info'],
      outcome: ownValue(OUTCOMES, outcome ?? '') ?? 'unknown',
      module: 'vigil',
      dataset: 'vigil.events',
      ...(type === undefined ? {} : { action: type }),
      ...(severity === undefined ? {} : { severity }),
      ...(reasons.length === 0 ? {} : { reason: joinUntrusted(reasons, '; ') }),
    },
    ...(reasons.length === 0 ? {} : { message: joinUntrusted(reasons, '; ') }),
    ...(client === undefined ? {} : { host: { id: client } }),
    ...(subject === undefined
      ? {}
      : {
          package: withoutUndefined({
            name: subject.package,
            version: subject.version,
            type: subject.ecosystem,
          }),
        }),
    ...(command === undefined
      ? {}
      : {
          process: {
            command_line: joinUntrusted([command, ...(actor?.args ?? [])], ' '),
            args: [command, ...(actor?.args ?? [])],
          },
        }),
    vigil: withoutUndefined({ event: asSent(event.raw), purl }),
  };
}

function withoutUndefined(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
