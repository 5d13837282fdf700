import { describe, expect, it } from 'vitest';

import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { sampleEvent, samplePolicy } from '../../helpers/sample-data.ts';
import { changesOf, createPolicyContext, noticeOf, typeInto } from './policy-context.ts';

/** The feed with the cursor on an install of one package. */
function feedWith(
  blocked: readonly unknown[],
  { maintainers = [] }: { readonly maintainers?: readonly unknown[] } = {},
  subject = { ecosystem: 'npm', package: 'evil', version: '1.0.0' },
): TestContext {
  const context = createPolicyContext(
    samplePolicy({}, { blocked_packages: blocked, blocked_maintainers: maintainers }),
  );
  context.stores.events.apply([sampleEvent('e1', 10, { subject })], { at: 0, fromHistory: false });
  context.stores.view.setState({ tab: 'events' });
  return context;
}

it.each([' ', 'two words', 'ev\u202eil', ''])('refuses a package that an event calls %j', (name) => {
  const context = feedWith([{ name: 'worse' }], {}, { ecosystem: 'npm', package: name, version: '1.0.0' });
  run(context, 'events.block-package');
  expect(changesOf(context)).toEqual({});
  expect(noticeOf(context)).toMatch(/^It cannot be listed: the name of this package /);
});

it.each([
  ['nothing yet', [], 'evil'],
  ['text', ['worse'], 'evil'],
  ['text with ecosystems', ['npm:worse', 'pip:bad'], 'npm:evil'],
  ['text with ecosystems before a slash', ['npm/worse'], 'npm/evil'],
  ['objects with a name alone', [{ package: 'worse' }], { package: 'evil' }],
  [
    'objects with what an event knows',
    [{ name: 'worse', ecosystem: 'pip', version: '2' }],
    { name: 'evil', ecosystem: 'npm', version: '1.0.0' },
  ],
])('puts a package into a list that holds %s, and opens the review', (_what, blocked, expected) => {
  const context = feedWith(blocked);
  run(context, 'events.block-package');
  expect(changesOf(context)).toEqual({ blocked_packages: [...blocked, expected] });
  expect(openDialogOf(context, 'policy-review').changes).toEqual(changesOf(context));
});

it('asks for what the event does not know', () => {
  const blocked = [{ name: 'worse', ecosystem: 'npm', reason: 'malware' }];
  const context = feedWith(blocked);
  run(context, 'events.block-package');
  typeInto(context, 'steals tokens');
  expect(changesOf(context)).toEqual({
    blocked_packages: [...blocked, { name: 'evil', ecosystem: 'npm', reason: 'steals tokens' }],
  });
  openDialogOf(context, 'policy-review');
});

it('names a package in an empty list as the other list names maintainers', () => {
  const context = feedWith([], { maintainers: [{ name: 'mallory' }] });
  run(context, 'events.block-package');
  expect(changesOf(context)).toEqual({ blocked_packages: [{ name: 'evil' }] });
});

describe('a package that is listed', () => {
  it.each([
    ['by name', 'evil'],
    ['in another case', 'Evil'],
    ['with its ecosystem', 'npm:evil'],
    ['with its version', 'evil@1.0.0'],
    ['as an object', { name: 'evil', reason: 'malware' }],
  ])('%s is said to be blocked already', (_what, element) => {
    const context = feedWith([element]);
    run(context, 'events.block-package');
    expect(changesOf(context)).toEqual({});
    expect(noticeOf(context)).toMatch(/^evil is blocked already: /);
  });

  it.each([
    ['in another ecosystem', 'pip:evil'],
    ['in another version', { name: 'evil', version: '0.9.0' }],
  ])('%s is not this one', (_what, element) => {
    const context = feedWith([element]);
    run(context, 'events.block-package');
    expect(changesOf(context)['blocked_packages']).toHaveLength(2);
  });

  it('in the draft alone is reviewed', () => {
    const context = feedWith([]);
    run(context, 'events.block-package');
    run(context, 'policy-review.close');
    run(context, 'events.block-package');
    openDialogOf(context, 'policy-review');
    expect(changesOf(context)).toEqual({ blocked_packages: ['evil'] });
  });
});

it('is done from the page of a package too', () => {
  const context = feedWith([]);
  openPage(context, { kind: 'package', ecosystem: asUntrusted('npm'), name: asUntrusted('left-pad') });
  run(context, 'page.block-package');
  expect(changesOf(context)).toEqual({ blocked_packages: ['left-pad'] });
});

it('lists nothing of which a part cannot be seen', () => {
  const subject = { ecosystem: 'npm', package: 'evil', version: '1.0\u200b.0' };
  const context = feedWith([{ name: 'worse', version: '2' }], {}, subject);
  run(context, 'events.block-package');
  expect(changesOf(context)).toEqual({});
  expect(noticeOf(context)).toBe('It cannot be listed: it holds a character that cannot be seen.');
});

it('says what lacks', () => {
  const context = feedWith([]);
  context.stores.policy.setState({ data: undefined });
  run(context, 'events.block-package');
  expect(noticeOf(context)).toContain('not here yet');
  const without = createPolicyContext();
  without.stores.view.setState({ tab: 'events' });
  run(without, 'events.block-package');
  expect(noticeOf(without)).toBe('There is no package under the cursor.');
});
