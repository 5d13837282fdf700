import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { jsonText } from '../../../src/lib/json-text.ts';
import type { RecordKind } from '../../../src/lib/text-fields.ts';
import type { ListId } from '../../../src/stores/base/tab.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { findField } from '../../../src/stores/query/query-fields.ts';
import { suggest } from '../../../src/stores/query/suggest.ts';
import { nameText, quoted } from '../../../src/stores/query/value-text.ts';
import { LISTS } from '../../../src/stores/view/lists.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { fieldsOf } from '../../../src/ui/widgets/detail.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import {
  listingOf,
  NOW,
  sampleAgent,
  sampleCall,
  sampleEvent,
  sampleSession,
} from '../../helpers/sample-data.ts';

type List = Exclude<ListId, 'policy'>;

const KINDS: Readonly<Record<List, RecordKind>> = {
  events: 'event',
  agents: 'agent',
  sessions: 'session',
  llm: 'call',
};

/** What a server may send beside the specification: nested, with dots, blanks, capitals, and names that are hostile. */
const MORE = {
  score: 0.5,
  Loud: true,
  'with space': 'a b',
  'a.b': { 'c.d': 'dots' },
  'say "hi"': 'quotes',
  'back\\slash\\': 'slashes',
  'a,b:c': 'signs',
  '-minus': 'x-1',
  '\u001b[2J\u202e': 'acts',
  größe: 'letters',
  '7days': 'digits',
  '__proto__ ': { constructor: 'known' },
  nested: { Deep: { er: [1, 2] }, list: [{ of: 'one' }, { of: 'two' }] },
};

const PLACES: Readonly<Record<List, object>> = {
  events: { payload: { ...MORE, reasons: ['malware'] }, metadata: MORE, labels: MORE },
  agents: MORE,
  sessions: MORE,
  llm: MORE,
};

/** A context in whose list one row has these fields, and others have not. */
function contextWith(list: List, more: object): TestContext {
  const context = createFilledContext();
  const { stores } = context;
  stores.view.setState({ tab: list });
  switch (list) {
    case 'events':
      stores.events.apply([sampleEvent('wanted', 1, { ...more })], { at: NOW, fromHistory: false });
      break;
    case 'agents':
      receive(stores.agents, listingOf([sampleAgent('wanted', { ...more }), sampleAgent('other')]), NOW);
      break;
    case 'sessions':
      receive(
        stores.sessions,
        listingOf([sampleSession('wanted', 5, { ...more }), sampleSession('other', 9)]),
        NOW,
      );
      break;
    case 'llm':
      receive(
        stores.llmCalls,
        listingOf([sampleCall({ id: 'wanted', ...more }), sampleCall({ id: 'other' })]),
        NOW,
      );
  }
  return context;
}

/** The rows that a query lets through, as they were sent. */
function rowsOf({ stores, clock }: TestContext, list: List, text: string): readonly unknown[] {
  updatePane(stores.view, list, { text });
  const listed = LISTS[list].listed(stores, clock.now());
  return Array.from({ length: listed.visible.length }, (_, index) => listed.recordAt(index));
}

const isWanted = (record: unknown) => JSON.stringify(record).includes('"wanted"');

/** The fields that the detail shows of a record: the names one below the other, and the value. */
function shownFields(record: object, list: List): readonly (readonly [path: string, value: unknown])[] {
  const above: string[] = [];
  return fieldsOf(record as Readonly<Record<string, unknown>>, KINDS[list]).flatMap(
    ({ label, depth = 0, value, style }) => {
      above.length = depth;
      above.push(label);
      // What heads others has no value of its own; the elements of a list are numbered.
      return style === 'dim'
        ? []
        : [[above.filter((name) => !/^\d+\.$/.test(name)).join('.'), value] as const];
    },
  );
}

function expectFound(context: TestContext, list: List, path: string, value: unknown): void {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  // What is not there is asked for as nothing.
  const text = one === null ? '' : typeof one === 'string' ? one : jsonText(one);
  const term = `${nameText(path)}:${quoted(text)}`;
  const found = rowsOf(context, list, term);
  expect([term, found.some(isWanted)]).toEqual([term, true]);
  expect([term, rowsOf(context, list, `-${term}`).some(isWanted)]).toEqual([term, false]);
}

describe.each(['events', 'agents', 'sessions', 'llm'] as const)(
  'the fields that the detail shows of %s',
  (list) => {
    it('are fields of its query under the names shown, whatever they are called and however deep they lie', () => {
      const context = contextWith(list, PLACES[list]);
      const record = rowsOf(context, list, '').find(isWanted);
      const fields = shownFields(record as object, list);
      expect(fields.length).toBeGreaterThan(15);
      for (const [path, value] of fields) {
        expectFound(context, list, path, value);
      }
    });

    it('are offered by name while that is typed, as they have to be typed', () => {
      const context = contextWith(list, PLACES[list]);
      const record = rowsOf(context, list, '').find(isWanted);
      const names = shownFields(record as object, list).map(([path]) => path);
      for (const name of names) {
        const typed = nameText(name);
        const { options } = suggest(typed.slice(0, -1), LISTS[list].query, names, () => []);
        expect(options).toContain(`${typed}:`);
      }
    });
  },
);

it('any name of a field can be typed', () => {
  const context = contextWith('agents', {});
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), (name) => {
      const isKnown = findField(LISTS.agents.query, name).field.name !== name;
      fc.pre(!isKnown && !Object.hasOwn(sampleAgent('x'), name.toLowerCase()) && name !== '__proto__');
      const records = [sampleAgent('wanted', { [name]: 'sought' }), sampleAgent('other')];
      receive(context.stores.agents, listingOf(records), NOW);
      expectFound(context, 'agents', name, 'sought');
    }),
    { numRuns: 200 },
  );
});
