import { beforeEach, describe, expect, it } from 'vitest';

import { updatePane } from '../../../src/stores/view/view-store.ts';
import { BEFORE_ALL_TIMES } from '../../../src/lib/format-time.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleAgent } from '../../helpers/sample-data.ts';
import { speakConsole } from '../../helpers/spoken-console.ts';

let context: TestContext;

const WHY = 'The key is not permitted to do this (403).';

/** The server refuses the list of agents, or fails to give it. */
function fail(status: number, isKnown = false): void {
  context.stores.agents.setState({
    ...(isKnown ? {} : { data: undefined, receivedAt: undefined }),
    failure: { message: WHY, at: NOW, status },
  });
}

const filterBy = (text: string) => updatePane(context.stores.view, 'events', { text });
const countBy = (by: string) => openPage(context, { kind: 'count', of: 'events', by, within: [] });

async function shown(columns = 160): Promise<string> {
  const screen = await renderConsole(context, { columns, rows: 40 });
  return screen.text.replaceAll(/\s+/g, ' ');
}

beforeEach(() => {
  context = createFilledContext();
  context.stores.events.setState({ coveredSince: BEFORE_ALL_TIMES });
  context.stores.view.setState({ tab: 'events' });
});

describe('a filter for names of machines while the server refuses the list of agents', () => {
  it.each([160, 120, 80])(
    'is said on %i columns to compare ids, beside the rows that pass',
    async (columns) => {
      filterBy('-host:build-*');
      fail(403);
      const text = await shown(columns);
      expect(text).toMatch(/names of machines (are not known)?.*\(403\)/);
      expect(text).toContain('package-0');
    },
  );

  it.each([160, 100, 80])('leaves room for what was typed on %i columns', async (columns) => {
    filterBy('-host:build-* "metadata.agent version":3.0.1');
    fail(403);
    expect(await shown(columns)).toMatch(/\/ -h.*….*\.1/);
  });

  it('says why, what it does, and which key tries again', async () => {
    filterBy('-host:build-*');
    fail(403);
    expect(await shown(200)).toContain(
      'names of machines are not known: the server refuses the list of agents (403), r tries again; host: compares ids',
    );
  });

  it('is never said to let nothing through', async () => {
    filterBy('user:alice');
    fail(403);
    const text = await shown();
    expect(text).toContain(
      'Names of machines are not known: the server refuses the list of agents (403); user: finds none; r tries again.',
    );
    expect(text).not.toContain('passes the filters');
  });

  it('is said by ear, too', async () => {
    fail(403);
    const spoken = await speakConsole(context);
    const said = await spoken.hear(() => filterBy('user:alice'), 3000);
    expect(said.join(' ')).toContain(
      'Names of machines are not known: the server refuses the list of agents (403)',
    );
  });

  it('says nothing where no name is asked for, or all are known', async () => {
    filterBy('host:build-01');
    expect(await shown()).not.toContain('names of machines');
    fail(403);
    filterBy('outcome:block');
    expect(await shown()).not.toContain('names of machines');
  });
});

describe('names of machines that are known in part, or not yet, or are old', () => {
  it('are those so far', async () => {
    receive(
      context.stores.agents,
      { ...listingOf([sampleAgent('agent-1')]), total: 20_000, reading: { read: 1, of: 20_000 } },
      NOW,
    );
    filterBy('host:build-01');
    expect(await shown()).toContain('names of machines are known of 1 of 20,000 agents so far');
  });

  it('are not known yet before the list is read', async () => {
    context.stores.agents.setState({ data: undefined, receivedAt: undefined });
    filterBy('host:build-01');
    expect(await shown()).toContain('names of machines are not known yet');
  });

  it('are as old as the list that cannot be read anew', async () => {
    fail(503, true);
    context.stores.agents.setState({ receivedAt: NOW - 600_000 });
    filterBy('host:build-01');
    expect(await shown(200)).toContain(
      'names of machines are 10m old: the server does not give the list of agents (503), r tries again',
    );
  });
});

describe('counts by names of machines', () => {
  it.each([
    ['host', 'they are counted by ids'],
    ['user', 'no user is counted'],
  ])('by %s say that %s', async (by, what) => {
    fail(403);
    countBy(by);
    const text = await shown(220);
    expect(text).toContain(`(403), r tries again; ${what}`);
    expect(text).not.toContain('None of these events has a value');
    expect(await shown(80)).toMatch(/names of machines.*\(403\)/);
  });

  it('of what a filter by names lets through are no plain none', async () => {
    fail(403);
    filterBy('user:alice');
    countBy('package');
    const text = await shown(220);
    expect(text).toContain('names of machines are not known');
    expect(text).toContain('None of the events passes the filters by the names that are known.');
  });

  it('are said by ear with what they are', async () => {
    fail(403);
    const spoken = await speakConsole(context);
    const said = await spoken.hear(() => countBy('host'), 3000);
    expect(said.join(' ')).toContain('names of machines');
  });

  it('of agents, or by another field, ask for none', async () => {
    fail(403, true);
    openPage(context, { kind: 'count', of: 'agents', by: 'host', within: [] });
    expect(await shown()).not.toContain('names of machines');
    countBy('package');
    expect(await shown()).not.toContain('names of machines');
  });
});

it('a page of events says the same of its filter', async () => {
  fail(403);
  openPage(context, { kind: 'package', ecosystem: asUntrusted('npm'), name: asUntrusted('package-1') });
  updatePageText('host:build-01');
  expect(await shown(200)).toContain('names of machines are not known');
});

function updatePageText(text: string): void {
  context.stores.view.setState(({ pages }) => ({
    pages: { ...pages, events: pages.events.map((page) => ({ ...page, text })) },
  }));
}
