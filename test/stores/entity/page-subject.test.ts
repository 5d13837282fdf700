import { expect, it } from 'vitest';

import { reasonTemplate } from '../../../src/stores/events/reason-template.ts';

it.each([
  ['scorecard 3.7 is below the policy minimum 4.0', 'scorecard # is below the policy minimum #'],
  ['5 known vulnerabilities, the policy maximum is 3', '# known vulnerabilities, the policy maximum is #'],
  ['1 critical vulnerability: GHSA-84eb-khn4-7bm8', '# critical vulnerability: GHSA-84eb-khn4-7bm8'],
  ['maintainer x9-mirror is on the list', 'maintainer x9-mirror is on the list'],
])('leaves the numbers of “%s” open, and those within names as they are', (reason, template) => {
  expect(reasonTemplate(reason)).toBe(template);
});
