import { asSent } from '../../contract/size-gate.ts';
import type { SecurityEvent } from '../../contract/event.ts';
import { parseTime } from '../../lib/format-time.ts';
import { ownValue } from '../../lib/own-value.ts';
import { packageUrl } from '../../lib/package-url.ts';
import { joinUntrusted, untrustedText } from '../../lib/untrusted.ts';

/** The version of the schema that is written. */
const OCSF_VERSION = '1.8.0';

const SEVERITIES: Readonly<Record<string, readonly [number, string]>> = {
  allow: [1, 'Informational'],
  review: [3, 'Medium'],
  block: [4, 'High'],
};
const UNKNOWN_SEVERITY = [0, 'Unknown'] as const;

/** What was done, and what became of it: the profile Security Control. */
const ACTIONS: Readonly<Record<string, readonly [number, string, number, string]>> = {
  allow: [1, 'Allowed', 1, 'Allowed'],
  review: [3, 'Observed', 19, 'Alert'],
  block: [2, 'Denied', 2, 'Blocked'],
};
const UNKNOWN_ACTION = [0, 'Unknown', 0, 'Unknown'] as const;

/** The fields of an event that have a place in the schema; `actor` and `payload` have only parts of theirs. */
const PLACED = new Set(['id', 'client_id', 'timestamp', 'type', 'outcome', 'subject']);

/**
 * An event as a Detection Finding (2004) of the Open Cybersecurity Schema Framework, with the profiles Security Control and
 * Host: the package is a resource whose uid is its package URL. What has no place there is under `unmapped`. `now`, in
 * milliseconds, stands for a time that cannot be read.
 */
export function ocsfFinding(event: SecurityEvent, productVersion: string, now: number): object {
  const { id, client_id: client, timestamp, type, outcome, subject, payload } = event;
  const [severityId, severity] = ownValue(SEVERITIES, outcome ?? '') ?? UNKNOWN_SEVERITY;
  const [actionId, action, dispositionId, disposition] = ownValue(ACTIONS, outcome ?? '') ?? UNKNOWN_ACTION;
  const time = timestamp === undefined ? undefined : parseTime(timestamp);
  const { ecosystem, package: name, version } = subject ?? {};
  const purl = packageUrl(ecosystem, name, version);
  const reasons = payload?.reasons ?? [];
  return {
    activity_id: 1,
    activity_name: 'Create',
    category_uid: 2,
    category_name: 'Findings',
    class_uid: 2004,
    class_name: 'Detection Finding',
    type_uid: 200_401,
    type_name: 'Detection Finding: Create',
    time: Math.trunc(time ?? now),
    severity_id: severityId,
    severity,
    status_id: 1,
    status: 'New',
    is_alert: outcome !== 'allow',
    action_id: actionId,
    action,
    disposition_id: dispositionId,
    disposition,
    ...(reasons.length === 0 ? {} : { message: joinUntrusted(reasons, '; ') }),
    metadata: {
      version: OCSF_VERSION,
      profiles: ['security_control', 'host'],
      product: { name: 'vigil', vendor_name: 'vigil', version: productVersion },
      uid: id,
      ...(timestamp === undefined ? {} : { original_time: timestamp }),
    },
    finding_info: {
      uid: id,
      title: joinUntrusted([type ?? 'event', 'of', name ?? 'an unnamed package', version], ' '),
      ...(type === undefined ? {} : { types: [type] }),
      ...(reasons.length === 0 ? {} : { desc: joinUntrusted(reasons, '; ') }),
    },
    ...(client === undefined ? {} : { device: { type_id: 0, type: 'Unknown', uid: client } }),
    ...(name === undefined
      ? {}
      : {
          resources: [
            {
              ...(purl === undefined ? {} : { uid: purl }),
              name,
              type: ecosystem === undefined ? 'package' : untrustedText`${ecosystem} package`,
              ...(version === undefined ? {} : { version }),
            },
          ],
        }),
    ...unmapped(event),
  };
}

function unmapped({ raw, outcome, subject }: SecurityEvent): object {
  const entries = Object.entries(asSent(raw)).filter(([name]) => !PLACED.has(name));
  const rest = {
    ...Object.fromEntries(entries),
    // What stands for it above are words of the schema.
    ...(outcome === undefined ? {} : { outcome }),
    ...(subject === undefined ? {} : { subject: asSent(raw)['subject'] }),
  };
  return Object.keys(rest).length === 0 ? {} : { unmapped: rest };
}
