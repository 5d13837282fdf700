import { describe, expect, it } from 'vitest';

import { openDialogOf, run } from '../../helpers/command-context.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';
import { changesOf, choose, createPolicyContext, noticeOf, select, typeInto } from './policy-context.ts';

/** Time for what is loaded when it is first needed. */
const loaded = () => import('../../../src/commands/policy/spdx-licences.ts').then(settle);

describe('importing', () => {
  it('makes what the file says the draft, and shows it', async () => {
    const context = createPolicyContext();
    context.written.set(
      'policy.json',
      JSON.stringify({ rules: { min_scorecard: 7 }, blocked_packages: ['b'] }),
    );
    run(context, 'policy.import');
    typeInto(context, ' policy.json ');
    await loaded();
    expect(changesOf(context)).toEqual({ min_scorecard: 7, blocked_packages: ['b'] });
    openDialogOf(context, 'policy-review');
  });

  it('asks before it takes the place of a draft', async () => {
    const context = createPolicyContext();
    context.written.set('policy.json', '{"rules": {"min_scorecard": 7}}');
    select(context, 'review_scorecard');
    run(context, 'policy.increase');
    run(context, 'policy.import');
    typeInto(context, 'policy.json');
    await loaded();
    expect(changesOf(context)).toEqual({ review_scorecard: 6.5 });
    expect(openDialogOf(context, 'confirm').lines).toEqual([
      { label: 'by', value: 'the file' },
      { label: 'lost', value: 'review_scorecard' },
    ]);
    run(context, 'confirm.yes');
    expect(changesOf(context)).toEqual({ min_scorecard: 7 });
  });

  it('lists all that is wrong with the file, and takes nothing of it', async () => {
    const context = createPolicyContext();
    const file = {
      rules: { min_scorecard: 11, allowed_licenses: ['MIT', 'MITT'], future: true },
      blocked_packages: [{}],
      extra: 1,
    };
    context.written.set('policy.json', JSON.stringify(file));
    run(context, 'policy.import');
    typeInto(context, 'policy.json');
    await loaded();
    expect(openDialogOf(context, 'plain').text.split('\n')).toEqual([
      'line 1, column 27: rules.min_scorecard must be a number from 0 to 10',
      expect.stringMatching(
        /^line 1, column 56: rules\.allowed_licenses\[1\] cannot be listed: MITT is no SPDX/,
      ),
      'line 1, column 73: rules.future is no rule of the specification',
      'line 1, column 99: blocked_packages[0] must be text, or an object with a name',
      'line 1, column 111: extra is no part of a policy',
    ]);
    expect(changesOf(context)).toEqual({});
  });

  it.each([
    ['nothing.json', undefined, 'nothing.json is not there.'],
    ['same.json', '{"rules": {"min_scorecard": 5}}', 'there is nothing to change'],
  ])('says when %s changes nothing', async (path, text, notice) => {
    const context = createPolicyContext();
    if (text !== undefined) {
      context.written.set(path, text);
    }
    run(context, 'policy.import');
    typeInto(context, path);
    await loaded();
    expect(noticeOf(context)).toContain(notice);
  });
});

describe('exporting', () => {
  it('writes what is stored, which can be read again and changes nothing', async () => {
    const context = createPolicyContext(samplePolicy({ quarantine_hours: 3 }));
    run(context, 'policy.export');
    typeInto(context, 'out.json');
    await settle();
    expect(JSON.parse(context.written.get('out.json') ?? '')).toMatchObject({
      version: '7',
      rules: { min_scorecard: 5, quarantine_hours: 3 },
    });
    run(context, 'policy.import');
    typeInto(context, 'out.json');
    await loaded();
    expect(noticeOf(context)).toContain('nothing to change');
  });

  it('writes the draft when that is chosen', async () => {
    const context = createPolicyContext();
    select(context, 'min_scorecard');
    run(context, 'policy.increase');
    run(context, 'policy.export');
    choose(context, 'draft');
    typeInto(context, 'out.json');
    await settle();
    expect(JSON.parse(context.written.get('out.json') ?? '')).toMatchObject({
      rules: { min_scorecard: 5.5 },
    });
  });
});
