import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { DEMO } from '../../../src/cli/demo/demo-settings.ts';
import { readListFile } from '../../../src/cli/hunt/read-list-file.ts';
import { eventSchema } from '../../../src/contract/event.ts';
import { parseTime } from '../../../src/lib/format-time.ts';
import { DEFAULT_CHOICES } from '../../../src/server/base/choices.ts';
import { showEvent } from '../../../src/server/routes/present.ts';
import { createSyntheticOrganization } from '../../../src/server/synth/organization.ts';
import { huntedMachines } from '../../../src/stores/hunt/hunt-answer.ts';
import { HuntFindings } from '../../../src/stores/hunt/hunt-findings.ts';
import { ListMatcher } from '../../../src/stores/hunt/list-matcher.ts';

const LIST = fileURLToPath(new URL('../../../docs/examples/hunt.csv', import.meta.url));
const DAY = 86_400_000;

describe('the list of the demo', () => {
  it.each([0, 9, 18, 27, 36, 45, 171, 402])(
    'hits three machines of it, when it is started %i days later, too',
    async (days) => {
      const { entries } = await readListFile(LIST, undefined, Readable.from([]));
      const matcher = new ListMatcher({ entries });
      const findings = new HuntFindings();
      const organization = createSyntheticOrganization({
        ...DEMO,
        eventsPerSecond: DEMO.rate,
        policySyncSeconds: DEMO.policySync,
        until: Date.parse('2026-03-02T09:00:00Z') + days * 1.03 * DAY,
      });
      for (const { events } of organization.history()) {
        for (const record of events) {
          const event = eventSchema.parse(showEvent(record, DEFAULT_CHOICES));
          const match = matcher.match(event);
          if (match !== undefined) {
            findings.add(event, parseTime(event.timestamp), match);
          }
        }
      }
      const found = huntedMachines(
        findings.sorted(new Map()),
        new Set(organization.agents.map(({ client_id: client }) => client)),
      );
      expect(found).toMatchObject({ installed: 3, reviewed: 0, blocked: 0, audited: 0 });
    },
  );
});
