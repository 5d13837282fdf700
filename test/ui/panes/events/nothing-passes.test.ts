import { beforeEach, describe, expect, it } from 'vitest';

import { BEFORE_ALL_TIMES } from '../../../../src/lib/format-time.ts';
import { freezeFeed } from '../../../../src/commands/base/feed-position.ts';
import { createStores, type Stores } from '../../../../src/stores/stores.ts';
import { updatePane } from '../../../../src/stores/view/view-store.ts';
import { nothingPasses } from '../../../../src/ui/panes/events/nothing-passes.ts';
import { run, createTestContext } from '../../../helpers/command-context.ts';
import { NOW, sampleEvent } from '../../../helpers/sample-data.ts';
import { wholeSlices } from '../../../helpers/whole-slices.ts';

const WIDTH = 76;

let stores: Stores;
const told = () => nothingPasses(stores, NOW);
const show = (change: Parameters<typeof updatePane<'events'>>[2]) =>
  updatePane(stores.view, 'events', change);
const arrive = (...ids: readonly string[]) =>
  stores.events.apply(
    ids.map((id) => sampleEvent(id, 0)),
    { at: NOW, fromHistory: false },
  );

beforeEach(() => {
  stores = createStores({ slices: wholeSlices });
  stores.events.apply([sampleEvent('old', 3600)], { at: NOW, fromHistory: false });
  stores.events.setState({ receivedAt: NOW - 60_000, coveredSince: BEFORE_ALL_TIMES, completeThrough: NOW });
});

describe('why no event is shown', () => {
  it('is that none of the filters lets one through', () => {
    show({ text: 'nothing-like-that' });
    expect(told()).toMatch(/^No event passes the filters\. A shows all outcomes/);
    expect(told().length).toBeLessThanOrEqual(WIDTH);
  });

  it('is that the view stands still, where newer ones pass', () => {
    freezeFeed(stores);
    show({ text: 'since:5m' });
    stores.view.setState({ minute: NOW });
    const at = new Date(NOW - 60_000).toISOString().slice(11, 19);
    arrive('new-1');
    expect(told()).toBe(`None passes of what was here by ${at}Z; 1 new one passes: F shows it.`);
    arrive(...Array.from({ length: 1707 }, (_, index) => `more-${index}`));
    expect(told()).toBe(`None passes of what was here by ${at}Z; 1,708 new pass: F shows them.`);
    expect(told().length).toBeLessThanOrEqual(WIDTH);
    show({ outcomes: [] });
    expect(told()).toBe('All outcomes are off, so no event is shown. A shows them all.');
  });

  it('names the key that counts while a filter is typed', () => {
    const context = createTestContext();
    ({ stores } = context);
    stores.view.setState({ tab: 'events' });
    arrive('old');
    run(context, 'list.filter');
    show({ text: 'package:package-new' });
    stores.events.apply([sampleEvent('new', 0, { subject: { package: 'package-new' } })], {
      at: NOW,
      fromHistory: false,
    });
    expect(told()).toContain('1 new one passes: Enter shows it.');
  });

  it.each([
    ['reading', 'older ones are being read.'],
    ['given-up', 'reading older ones was stopped, r reads on.'],
    ['full', 'older ones are not kept.'],
    ['idle', 'A shows all outcomes, / edits, Esc clears one.'],
  ] as const)('says how far back that is known while the server is asked (%s)', (older, end) => {
    stores.events.setState({ coveredSince: NOW - 7_200_000, older });
    show({ text: 'nothing-like-that' });
    const at = new Date(NOW - 7_200_000).toISOString().slice(11, 19);
    expect(told()).toMatch(new RegExp(`^No event back to ${at}Z passes the filters[;.] ${end}$`));
    show({ text: 'nothing-like-that since:1h' });
    stores.view.setState({ minute: NOW });
    expect(told()).toMatch(/^No event passes the filters\./);
  });

  it('says that what is older could not be read', () => {
    const olderFailure = { message: 'no', at: NOW, status: 403 };
    stores.events.setState({ coveredSince: NOW - 7_200_000, olderFailure });
    show({ text: 'nothing-like-that' });
    expect(told()).toMatch(
      /^No event back to .* passes the filters; older ones could not be read \(403\), r tries again\.$/,
    );
  });

  it('is another one where only blocks are shown that wait', () => {
    stores.events.setState({ coveredSince: NOW - 7_200_000, older: 'reading' });
    show({ unacknowledged: true });
    stores.acknowledged.setState({ since: NOW - 3_600_000 });
    expect(told()).toBe(
      'No block that passes the filters waits to be acknowledged. E shows other events again.',
    );
  });
});
