import { describe, expect, it } from 'vitest';

import { flatEntries } from '../../../src/lib/flat-record.ts';
import { profileOf, type RecordKind } from '../../../src/lib/text-fields.ts';
import { NO_CONTEXT } from '../../../src/stores/agents/agent-index.ts';
import { BY_HOST } from '../../../src/stores/agents/agent-order.ts';
import { createEventsStore } from '../../../src/stores/events/events-store.ts';
import { Faults } from '../../../src/stores/connection/faults.ts';
import { agentColumns, agentNeeds } from '../../../src/ui/panes/agents/columns.ts';
import { pageEventColumns, pageSessionColumns } from '../../../src/ui/panes/entity/columns.ts';
import { eventColumns } from '../../../src/ui/panes/events/columns.ts';
import { sessionColumns } from '../../../src/ui/panes/sessions/columns.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import type { Column } from '../../../src/ui/widgets/table.ts';
import { AGENT } from '../../fixtures/agent.ts';
import { EVENT } from '../../fixtures/event.ts';
import { SESSION } from '../../fixtures/session.ts';
import { NOW, sampleAgent, sampleEvent, sampleSession } from '../../helpers/sample-data.ts';

const looks = {
  theme: createTheme({ colour: false, ascii: false }),
  now: NOW,
  timeStyle: 'utc',
  clockRoom: 12,
  clockRooms: { seen: 12, registered: 12 },
  hostByClient: new Map<string, string>(),
  idsOfTwins: new Map<string, never>(),
} as const;

/** Each text is the name of its own field, with a letter behind it that is a look-alike in a name and a letter in prose. */
const LETTER = '\u0430';

function lookalikes(record: object): Record<string, unknown> {
  const named = (value: unknown, path: string): unknown =>
    typeof value === 'string'
      ? `/${path}${LETTER}`
      : Array.isArray(value)
        ? value.map((each) => named(each, path))
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value).map(([name, each]) => [
                name,
                named(each, path === '' ? name : `${path}.${name}`),
              ]),
            )
          : value;
  return named(record, '') as Record<string, unknown>;
}

function eventRow() {
  const store = createEventsStore();
  const { timestamp } = EVENT;
  const event = sampleEvent('event', 30, { ...lookalikes(EVENT), timestamp });
  store.apply([event], { at: NOW, fromHistory: false });
  return store.getState().rows.at(0)!;
}

/** What the cells of a row show, and what is said of it. */
function textsOf<Row>(columns: readonly Column<Row>[], row: Row): string {
  return columns
    .flatMap((column) => [...column.cell(row, 200), ...(column.said?.(row) ?? [])])
    .map(({ text }) => text)
    .join('');
}

/** The fields that a list shows, all as the table of fields says. */
function shownAsSaid(kind: RecordKind, record: object, text: string): readonly string[] {
  const paths = [...new Set(flatEntries(lookalikes(record)).map(([path]) => path.replace(/\.\d+$/, '')))];
  const shown = paths.filter(
    (path) => text.includes(`/${path}${LETTER}`) || text.includes(`/${path}\\u{430}`),
  );
  for (const path of shown) {
    expect([path, text.includes(`/${path}${LETTER}`)]).toEqual([path, profileOf(kind, path) !== 'ident']);
  }
  return shown;
}

describe('the cells of lists take from the table of fields which text names something', () => {
  it('agents', () => {
    const agent = sampleAgent('agent-1', lookalikes(AGENT));
    const columns = agentColumns({
      ...looks,
      context: NO_CONTEXT,
      sorting: BY_HOST,
      needs: agentNeeds([agent], new Map(), new Faults()),
    });
    expect(shownAsSaid('agent', AGENT, textsOf(columns, agent))).toEqual([
      ...['status', 'hostname', 'os', 'arch', 'version', 'username', 'registered_at', 'last_seen_at'],
    ]);
  });

  const ofEvents = [
    ...['client_id', 'type', 'outcome', 'subject.ecosystem', 'subject.package', 'subject.version'],
    'payload.reasons',
  ];

  it('events', () => {
    const newest = eventRow();
    const columns = eventColumns({ ...looks, gone: new Set(), changed: new Set() });
    const row = { newest, id: newest.id, oldest: newest.time, count: 1, attention: undefined };
    expect(shownAsSaid('event', EVENT, textsOf(columns, row))).toEqual(ofEvents);
  });

  it('events of a page', () => {
    expect(shownAsSaid('event', EVENT, textsOf(pageEventColumns(looks, 'reason'), eventRow()))).toEqual(
      ofEvents.filter((path) => path !== 'type'),
    );
  });

  const session = sampleSession('session', 60, lookalikes(SESSION));

  it('sessions', () => {
    const columns = sessionColumns({ ...looks, parents: new Map(), sort: undefined });
    expect(shownAsSaid('session', SESSION, textsOf(columns, session))).toEqual([
      ...['agent_hostname', 'project_path', 'first_prompt', 'git_branch', 'modified_at'],
    ]);
  });

  it('sessions of a page', () => {
    expect(shownAsSaid('session', SESSION, textsOf(pageSessionColumns(looks), session))).toEqual([
      ...['project_path', 'first_prompt', 'created_at', 'modified_at'],
    ]);
  });
});
