import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { loadLicences } from '../../../src/commands/policy/licence-checks.ts';
import { openList } from '../../../src/commands/policy/open-list.ts';
import { openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';
import { changesOf, createPolicyContext, noticeOf, select, typeInto } from './policy-context.ts';

let context: TestContext;
const changes = () => changesOf(context);
const rows = () => openList(context)?.rows.map(({ text, state }) => `${state} ${text}`);

function open(field: string, policy = samplePolicy()): void {
  context = createPolicyContext(policy);
  select(context, field);
  run(context, 'policy.edit');
}

function add(...texts: readonly string[]): string | undefined {
  run(context, 'list-editor.add');
  const problems = texts.map((text) => typeInto(context, text));
  return problems.find((problem) => problem !== undefined);
}

beforeAll(async () => {
  await loadLicences();
});

describe('licences', () => {
  beforeEach(() => open('allowed_licenses'));

  it('are added, and the one under the cursor is taken away but still seen', () => {
    expect(add(' BSD-3-Clause ')).toBeUndefined();
    expect(changes()).toEqual({ allowed_licenses: ['MIT', 'Apache-2.0', 'BSD-3-Clause'] });
    expect(openList(context)?.cursor).toBe(2);
    run(context, 'list-editor.up');
    run(context, 'list-editor.remove');
    expect(changes()).toEqual({ allowed_licenses: ['MIT', 'BSD-3-Clause'] });
    expect(rows()).toEqual(['stored MIT', 'removed Apache-2.0', 'added BSD-3-Clause']);
  });

  it.each([
    ['Apache2', /^Apache2 is no SPDX licence identifier\. Near it: .*Apache-2\.0/],
    ['mit', /Near it: MIT/],
    ['BSD-3-Clase', /Near it: BSD-3-Clause,/],
    ['MIT OR Apache-2.0', /^An expression cannot be listed/],
    ['(MIT)', /^An expression/],
    ['zzzzqqqq', /^zzzzqqqq is no SPDX licence identifier: spdx\.org\/licenses has them all\.$/],
    ['MIT', /in the list already/],
    ['Apache 2.0', /Near it: Apache-2\.0/],
    ['x'.repeat(10_000), /^x{40}… is no SPDX licence identifier/],
  ])('are no text such as %s', (text, problem) => {
    expect(add(text)).toMatch(problem);
    expect(changes()).toEqual({});
  });

  it('may be deprecated ones, which is told, or references of the organization', async () => {
    await settle();
    run(context, 'list-editor.add');
    const { remark } = openDialogOf(context, 'text');
    expect(remark?.('GPL-3.0')).toMatch(
      /^SPDX has deprecated GPL-3\.0: it is now GPL-3\.0-only or GPL-3\.0-or-later/,
    );
    expect(remark?.('ISC')).toBeUndefined();
    expect(typeInto(context, 'GPL-3.0, LicenseRef-Acme-1')).toBeUndefined();
    expect(openDialogOf(context, 'list-editor').remarkOf?.('GPL-3.0')).toBe('deprecated by SPDX');
  });

  it('keep the one that is being edited in its place', () => {
    run(context, 'list-editor.edit');
    expect(typeInto(context, 'Apache-2.0')).toMatch(/already/);
    expect(typeInto(context, 'ISC')).toBeUndefined();
    expect(changes()).toEqual({ allowed_licenses: ['ISC', 'Apache-2.0'] });
  });
});

it('takes an edit back with the element that was edited, and never has both', () => {
  const [old, edited] = [
    { name: 'evil', reason: 'old' },
    { name: 'evil', reason: 'mine' },
  ];
  open('blocked_packages', samplePolicy({}, { blocked_packages: [old, { name: 'worse' }] }));
  run(context, 'list-editor.edit');
  typeInto(context, JSON.stringify(edited));
  expect(rows()).toEqual(['removed evil, reason old', 'stored worse', 'added evil, reason mine']);
  expect(openList(context)?.cursor).toBe(2);
  run(context, 'list-editor.first');
  run(context, 'list-editor.restore');
  expect(changes()).toEqual({});
});

it('takes a removal back without another stored element about the same thing', () => {
  const twice = [
    { name: 'evil', reason: 'one' },
    { name: 'evil', reason: 'other' },
  ];
  open('blocked_packages', samplePolicy({}, { blocked_packages: twice }));
  run(context, 'list-editor.remove');
  run(context, 'list-editor.first');
  run(context, 'list-editor.restore');
  expect(changes()).toEqual({});
});

describe('blocked packages and maintainers', () => {
  it('take the shape of those that are there, and are asked for its fields', () => {
    open('blocked_maintainers');
    expect(add('eve', 'bought access')).toBeUndefined();
    expect(changes()).toEqual({
      blocked_maintainers: [
        { name: 'mallory', reason: 'stolen key' },
        { name: 'eve', reason: 'bought access' },
      ],
    });
  });

  it('leave out a field that is left empty', () => {
    open('blocked_maintainers');
    run(context, 'list-editor.add');
    typeInto(context, 'eve, trudy');
    expect(openDialogOf(context, 'text').initial).toBe('stolen key');
    typeInto(context, '');
    expect(changes()).toEqual({
      blocked_maintainers: [{ name: 'mallory', reason: 'stolen key' }, { name: 'eve' }, { name: 'trudy' }],
    });
  });

  it('refuse nothing and what is there already', () => {
    open('blocked_maintainers');
    expect(add('  ')).toBe(
      'Type what is to be added, or paste it: commas or line ends stand between several.',
    );
    expect(add('mallory')).toBe('It is in the list already.');
    expect(changes()).toEqual({});
  });

  it('keep what else an element holds when it is edited', () => {
    const element = { name: 'evil', ecosystem: 'npm', ticket: { id: 7 } };
    open('blocked_packages', samplePolicy({}, { blocked_packages: [element, 'worse'] }));
    run(context, 'list-editor.edit');
    const { initial } = openDialogOf(context, 'text');
    expect(JSON.parse(initial)).toEqual(element);
    expect(typeInto(context, '[1]')).toMatch(/must be an object/);
    expect(typeInto(context, '{"name": "worse"}')).toMatch(/about the same/);
    expect(typeInto(context, initial.replace('npm', 'pip'))).toBeUndefined();
    expect(changes()).toEqual({ blocked_packages: [{ ...element, ecosystem: 'pip' }, 'worse'] });
  });

  it('can all be taken away, and put back into no change', () => {
    open('blocked_packages');
    run(context, 'list-editor.remove');
    expect(changes()).toEqual({ blocked_packages: [] });
    run(context, 'list-editor.remove');
    expect(noticeOf(context)).toContain('removes it already');
    run(context, 'list-editor.restore');
    expect(changes()).toEqual({});
  });

  it('forget one that was only added when that is taken back', () => {
    open('blocked_packages');
    add('worse');
    run(context, 'list-editor.restore');
    expect(changes()).toEqual({});
  });

  it('warn before a removal that this server is known to pass over', () => {
    open('blocked_packages');
    context.stores.connection.learn(
      'Policy lists',
      'are merged with what is written: nothing can be taken out of them',
    );
    run(context, 'list-editor.remove');
    expect(noticeOf(context)).toContain('takes nothing out of them');
  });
});

describe('a long list', () => {
  const many = Array.from({ length: 5000 }, (_, index) => `package-${index}`);

  beforeEach(() => open('blocked_packages', samplePolicy({}, { blocked_packages: many })));

  it('is gone through by pages and from end to end', () => {
    run(context, 'list-editor.page-down');
    expect(openList(context)?.cursor).toBeGreaterThan(1);
    run(context, 'list-editor.last');
    run(context, 'list-editor.down');
    expect(openList(context)?.cursor).toBe(4999);
    run(context, 'list-editor.first');
    run(context, 'list-editor.up');
    expect(openList(context)?.cursor).toBe(0);
  });

  it('shows what holds a text, of which one can be taken away', () => {
    run(context, 'list-editor.search');
    openDialogOf(context, 'text').onChange?.('-4321');
    typeInto(context, '-4321');
    expect(rows()).toEqual(['stored package-4321']);
    run(context, 'list-editor.remove');
    expect(changes()['blocked_packages']).toHaveLength(4999);
    expect(rows()).toEqual(['removed package-4321']);
  });

  it('is shown whole again when the search is left', () => {
    run(context, 'list-editor.search');
    openDialogOf(context, 'text').onChange?.('nothing-has-this');
    expect(openList(context)?.rows).toEqual([]);
    run(context, 'text.close');
    expect(openList(context)?.rows).toHaveLength(5000);
  });
});

it('opens text that holds what a field leaves out as JSON, so that nothing of it is lost unseen', () => {
  const hidden = 'p\u202ey\u0430pal';
  open('blocked_packages', samplePolicy({}, { blocked_packages: [hidden, { name: hidden }] }));
  run(context, 'list-editor.edit');
  expect(openDialogOf(context, 'text').initial).toBe('"p\\u202ey\\u0430pal"');
  expect(typeInto(context, '"p\\u202eypal"')).toContain('a character that cannot be seen');
  expect(typeInto(context, '5')).toContain('must be an object');
  expect(typeInto(context, '"paypal"')).toBeUndefined();
  expect(changes()).toEqual({ blocked_packages: ['paypal', { name: hidden }] });
  run(context, 'list-editor.first');
  run(context, 'list-editor.down');
  run(context, 'list-editor.edit');
  expect(openDialogOf(context, 'text').initial).toBe('{"name":"p\\u202ey\\u0430pal"}');
});

describe('prose of which letters need a joiner', () => {
  const persian = 'می\u200cخواهم کتاب\u200cها';
  const stored = { name: 'evil', reason: persian, extra: { said: [`für ${persian}`], user: '\u0430nn' } };
  beforeEach(() => open('blocked_packages', samplePolicy({}, { blocked_packages: [stored] })));

  it('is edited in its letters, nested or not, while names stay in ASCII', () => {
    run(context, 'list-editor.edit');
    const { initial } = openDialogOf(context, 'text');
    expect(initial).toBe(
      `{"name":"evil","reason":"${persian}","extra":{"said":["für ${persian}"],"user":"\\u0430nn"}}`,
    );
    expect(typeInto(context, initial.replace('evil', 'worse'))).toBeUndefined();
    expect(changes()).toEqual({ blocked_packages: [{ ...stored, name: 'worse' }] });
  });

  it.each([
    ['{"name":"evil","reason":"ad\u200cmin"}'],
    ['{"name":"evil","reason":"p\u202ey"}'],
    [`{"name":"${persian}","reason":"x"}`],
    [`{"name":"evil","ecosystem":"${persian}"}`],
  ])('leaves everything else refused that cannot be seen, as in %j', (text) => {
    run(context, 'list-editor.edit');
    expect(typeInto(context, text)).toContain('a character that cannot be seen');
    expect(changes()).toEqual({});
  });

  it('is taken for a new element, and what is refused stays in the field', () => {
    run(context, 'list-editor.add');
    expect(typeInto(context, 'other')).toBeUndefined();
    expect(typeInto(context, 'p\u202ey')).toBe('It holds a character that cannot be seen.');
    expect(typeInto(context, persian)).toBeUndefined();
    expect(changes()).toEqual({ blocked_packages: [stored, { name: 'other', reason: persian }] });
  });
});

it('shows letters that pass for others by their numbers where a name is typed, and warns of them', () => {
  open('blocked_maintainers', samplePolicy({}, { blocked_maintainers: ['b\u0430d'] }));
  run(context, 'list-editor.edit');
  const edit = openDialogOf(context, 'text');
  expect([edit.isName?.('b\u0430d'), edit.remark?.('b\u0430d')]).toEqual([
    true,
    expect.stringContaining('b\\u{430}d'),
  ]);
  run(context, 'text.close');
  run(context, 'list-editor.add');
  const add = openDialogOf(context, 'text');
  expect([add.isName?.('l\u043edash'), add.isName?.('{"name":"x"}')]).toEqual([true, false]);
});
