import { beforeEach, describe, expect, it } from 'vitest';

import { policySchema } from '../../../src/contract/policy.ts';
import { createTestContext, type TestContext } from '../../helpers/command-context.ts';
import { KEYS, renderConsole, type RenderedConsole } from '../../helpers/rendered-console.tsx';
import { sampleEvent, samplePolicy } from '../../helpers/sample-data.ts';

let context: TestContext;
let screen: RenderedConsole;

const text = () => screen.lines.join('\n');

async function show(columns = 120, rows = 40): Promise<void> {
  context = createTestContext();
  context.stores.view.setState({ tab: 'policy' });
  context.stores.policy.setState({ data: samplePolicy() });
  screen = await renderConsole(context, { columns, rows });
  await context.clock.advance(1000);
}

/** A dialog takes no key before somebody can have read it. */
async function open(...keys: readonly string[]): Promise<void> {
  await screen.press(...keys);
  await context.clock.advance(1000);
}

beforeEach(() => show());

describe('the policy pane', () => {
  it('shows what the draft makes of a rule and which way that goes', async () => {
    await screen.press('+');
    expect(text()).toMatch(/min_scorecard +5\.5 \(was 5\) +● tightens/);
    expect(text()).toContain('1 change not written: W reviews');
  });

  it('says of a list that the server does not show that it is not shown, and not that it is empty', async () => {
    context.stores.policy.setState({
      data: policySchema.parse({ version: '7', rules: { min_scorecard: 5 } }),
    });
    await screen.draw();
    expect(text()).toMatch(/blocked_packages +not shown /);
    context.stores.policy.setState({ data: policySchema.parse({ version: '8', blocked_packages: [] }) });
    await screen.draw();
    expect(text()).toMatch(/blocked_packages +none/);
  });

  it('counts the elements of a list that go each way, in signs where there is no room', async () => {
    const added = Array.from({ length: 300 }, (_, index) => `package-${index}`);
    const replaced = { blocked_packages: added };
    await show(160, 45);
    context.stores.policyDraft.replace(samplePolicy(), replaced);
    await screen.draw();
    expect(text()).toMatch(/blocked_packages .*● 1 loosens, 300 tighten/);
    await show(60, 24);
    context.stores.policyDraft.replace(samplePolicy(), replaced);
    await screen.draw();
    expect(text()).toMatch(/blocked_packages .*▼1 ▲300/);
  });

  it('marks a conflict by a word and a sign, with both values', async () => {
    await screen.press('+');
    context.stores.policy.setState({ data: samplePolicy({ min_scorecard: 7 }) });
    await screen.draw();
    expect(text()).toMatch(/min_scorecard +mine 5\.5, theirs 7 +✖ conflict/);
    expect(text()).toContain('1 conflict: Enter on it settles it');
    await open(KEYS.enter);
    expect(text()).toContain('Keep mine: 5.5');
    expect(text()).toContain('Take theirs: 7');
  });

  it('marks what others changed since the draft began', async () => {
    await screen.press('+');
    context.stores.policy.setState({ data: samplePolicy({ review_scorecard: 7 }) });
    await screen.draw();
    expect(text()).toMatch(/review_scorecard +7 +by others/);
  });

  it('says the range, unit and step of a rule beside it', async () => {
    await screen.press('p');
    expect(text()).toContain('0 to 10 points');
    expect(text()).toMatch(/step +0\.5/);
  });
});

describe('the review', () => {
  it('shows each change before and after, what it estimates, and by when agents have it', async () => {
    context.stores.events.apply(
      [sampleEvent('e1', 1, { payload: { scorecard: 5.2 } }), sampleEvent('e2', 2)],
      { at: 0, fromHistory: false },
    );
    await screen.press('+');
    await open('W');
    expect(text()).toMatch(/▲ tightens +min_scorecard +5 → 5\.5/);
    expect(text()).toContain('1 tightens. Estimate: agents that run have it by 09:16Z if');
    expect(text().replaceAll(/\s+/g, ' ')).toContain(
      'FIELD BLOCKED MORE LESS REVIEWED MORE LESS JUDGED min_scorecard 1 0 0 0 1 of 2 allowed or reviewed left-pad 1',
    );
  });

  it('names what others changed, and stays writable on a small screen', async () => {
    await show(80, 24);
    await screen.press('+');
    context.stores.policy.setState({ data: samplePolicy({ review_scorecard: 7 }) });
    await open('W');
    expect(text().replaceAll(/\s+/g, ' ')).toContain(
      'Others changed since the draft began, and it stays so: review_scorecard (6, now 7).',
    );
    expect(text()).toContain('y writes the policy');
    await screen.press('y');
    expect(context.sync.policyRequests).toHaveLength(1);
  });

  it('says when the policy moved under it', async () => {
    await screen.press('+');
    await open('W');
    context.stores.policy.setState({ data: samplePolicy({ review_scorecard: 7 }) });
    await screen.draw();
    expect(text()).toContain('The policy has changed just now.');
  });

  it('has what loosens in front, 300 that tighten in one row, and no line between rows', async () => {
    await show(80, 24);
    const added = Array.from({ length: 300 }, (_, index) => `package-${index}`);
    const changes = { blocked_packages: added, min_scorecard: 4, review_scorecard: 4 };
    context.stores.policyDraft.replace(samplePolicy(), changes);
    await open('W');
    expect(text()).toContain('3 loosen, 300 tighten.');
    expect(text()).toMatch(
      /▌ ▼ loosens +min_scorecard +5 → 4\n {2}▼ loosens +review_scorecard +6 → 4\n {2}▼ loosens +blocked_packages +- evil\n {2}▲ tightens +blocked_packages +\+ 300 packages blocked ▸ Enter/,
    );
    expect(text()).toContain('3 changes loosen: type 3, then y');
    await screen.press('G', KEYS.enter, 'G');
    expect(text()).toContain('package-299');
    expect(text()).toContain('304 of 304 rows');
    await screen.press('f');
    expect(text()).not.toContain('tightens ');
    expect(text()).toContain('300 of 303 changes are hidden: y writes all of them');
    await screen.press('y');
    expect(context.sync.policyRequests).toHaveLength(0);
    await screen.press('3');
    await context.clock.advance(400);
    await screen.press('y');
    expect(context.sync.policyRequests).toHaveLength(1);
  });

  it('has what loosens and what tightens of one list in a row each, with the first names, which → unfolds and ← folds', async () => {
    await show(100, 30);
    const many = Array.from({ length: 12 }, (_, index) => `old-${index}`);
    const policy = samplePolicy({}, { blocked_packages: many });
    context.stores.policy.setState({ data: policy });
    context.stores.policyDraft.replace(policy, { blocked_packages: ['a', 'b', 'c', 'd'] });
    await open('W');
    const folded =
      /▌ ▼ loosens +- 12 packages no longer blocked ▸ Enter shows each {3}old-0, old-1, .*…\n {2}▲ tightens +\+ 4 packages blocked ▸ Enter shows each {3}a, b, c, d *\n/;
    expect(text()).toMatch(folded);
    expect(text()).toContain('12 changes loosen: type 12, then y');
    await screen.press('\u001b[C');
    expect(text()).toMatch(/▾ Enter folds *\n {2}▼ loosens +- old-0 *\n/);
    await screen.press('\u001b[D');
    expect(text()).toMatch(folded);
  });

  it('says how many of the loaded events were looked at while it estimates', async () => {
    const events = Array.from({ length: 2000 }, (_, index) =>
      sampleEvent(`e${index}`, index % 50, { payload: { scorecard: 5.2 } }),
    );
    context.stores.events.apply(events, { at: 0, fromHistory: false });
    await screen.press('+');
    const seen = new Set<string>();
    await screen.press('W');
    for (let turn = 0; turn < 20; turn++) {
      seen.add(/looked at [\d,]+ of 2,000 loaded events|2,000 of 2,000 allowed/.exec(text())?.[0] ?? '');
      await screen.draw();
    }
    expect([...seen].at(0)).toMatch(/^looked at \d+ of 2,000/);
    expect([...seen].at(-1)).toBe('2,000 of 2,000 allowed');
  });

  it('lists 130,000 changes', async () => {
    const added = Array.from({ length: 130_000 }, (_, index) => `package-${index}`);
    context.stores.policyDraft.replace(samplePolicy(), { blocked_packages: added });
    await open('W');
    expect(text()).toContain('1 loosens, 130,000 tighten.');
    await screen.press('G', KEYS.enter, 'G');
    expect(text()).toContain('+ package-129999');
    expect(text()).toContain('130,002 of 130,002 rows');
  });

  it('says how to go on when the time for changes ends while it is open, and takes no key too early', async () => {
    const access = { openMode: 'write', forbiddenBy: undefined, until: context.clock.now() + 5000 } as const;
    context.stores.view.setState({ access });
    await screen.press('+', 'W', 'y');
    await context.clock.advance(5000);
    await screen.draw();
    await screen.draw();
    expect(text().replaceAll(/\s+/g, ' ')).toContain(
      'From here: Esc, :unlock, and W once more; the draft stays.',
    );
    await context.clock.advance(400);
    await screen.press('y');
    expect(text()).toContain('Nothing was sent: read-only. Esc, :unlock, then W');
    expect(text()).toContain('y writes the policy');
    expect(context.sync.policyRequests).toEqual([]);
  });

  it('says when the policy cannot be read at the moment', async () => {
    await screen.press('+');
    const failure = { message: 'Nobody answers.', at: 0, status: undefined };
    context.stores.policy.setState({ failure });
    await open('W');
    expect(text().replaceAll(/\s+/g, ' ')).toContain('sends nothing without that.');
  });

  it('is read-only where the console is', async () => {
    context.stores.view.setState({ mode: 'read-only' });
    await screen.press('+');
    await open('W');
    expect(text()).toContain('read-only');
    await screen.press('y');
    expect(context.sync.policyRequests).toEqual([]);
  });
});

describe('a change that does not fit into its row', () => {
  const hostile = `\u001b[31mred\u202e${'-and-on'.repeat(40)}-to-the-end`;
  const words = () => text().replaceAll(/\s+/g, '');

  async function review(columns: number, rows: number): Promise<void> {
    await show(columns, rows);
    const policy = samplePolicy({}, { blocked_packages: [hostile, 'plain'] });
    context.stores.policy.setState({ data: policy });
    context.stores.policyDraft.replace(policy, { blocked_packages: [], min_scorecard: 6 });
    await open('W');
  }

  it('is flagged, and whole with tokens for what acts or hides, as are the facts, on the smallest screen', async () => {
    await review(60, 15);
    const failure = { message: 'Nobody answers.', at: 0, status: undefined };
    context.stores.policy.setState({ failure });
    await screen.draw();
    expect(text()).toMatch(/▌ ▼ loosens +blocked_packages +- ⚑ ␛\[31m/);
    expect(text()).toContain('more lines to be known: Enter shows all');
    expect(text()).toContain('y writes');
    await screen.press(KEYS.enter);
    let seen = words();
    for (let line = 0; line < 20; line++) {
      await screen.press('j');
      seen += words();
    }
    expect(text()).toContain('y writes');
    expect(seen).toContain('before⚑␛[31mred<U+202E>-and-on');
    expect(seen).toContain('-to-the-end');
    expect(seen).toContain('Estimate:none,sincenoeventisloaded.');
  });

  it('is spelled out under the table where there is room', async () => {
    await review(120, 40);
    expect(words()).toContain('before⚑␛[31mred<U+202E>-and-on-and-on');
    expect(words()).toContain('-to-the-endafterremoved');
  });

  it('can be written while it is shown whole, and Esc leads back to the list first', async () => {
    await review(80, 24);
    await screen.press('v', KEYS.escape);
    expect(text()).toMatch(/▲ tightens +min_scorecard +5 → 6/);
    await screen.press('v', '2');
    await context.clock.advance(400);
    await screen.press('y');
    expect(context.sync.policyRequests).toHaveLength(1);
  });

  it('stays where it is when the terminal is made too small and large again', async () => {
    await review(80, 24);
    await screen.press('j', 'j');
    await screen.resize(50, 10);
    await screen.press('y');
    expect(context.sync.policyRequests).toEqual([]);
    await screen.resize(80, 24);
    await screen.draw();
    expect(text()).toMatch(/▌ ▲ tightens +min_scorecard +5 → 6/);
  });
});

describe('a conflict in a list', () => {
  const listed = (reason: string) => ({ name: 'evil', ecosystem: 'npm', reason });

  it('shows what each side made of an element right where it is settled, on the smallest screen too', async () => {
    await show(60, 15);
    const policy = (...blocked: readonly unknown[]) => samplePolicy({}, { blocked_packages: blocked });
    context.stores.policy.setState({ data: policy(listed('old'), 'plain') });
    context.stores.policyDraft.replace(policy(listed('old'), 'plain'), {
      blocked_packages: [listed('m\u0430in')],
    });
    context.stores.policy.setState({ data: policy(listed('theirs'), { name: 'plain' }) });
    context.stores.view.setState(({ policy: pane }) => ({ policy: { ...pane, cursor: 'blocked_packages' } }));
    await open(KEYS.enter);
    expect(text()).toContain('blocked_packages: 2 in conflict, 0 settled');
    expect(text()).toMatch(/before +evil, ecosystem npm, reason old/);
    expect(text()).toMatch(/mine +evil, ecosystem npm, reason mаin/u);
    expect(text()).toMatch(/theirs +evil, ecosystem npm, reason theirs/);
    await screen.press('m');
    expect(text()).toMatch(/keeps mine +evil/);
    expect(text()).toMatch(/before +"plain"\n mine +removed\n theirs +\{"name":"plain"\}/);
    await screen.press('t', KEYS.enter);
    expect(context.stores.policyDraft.getState().changes).toEqual({
      blocked_packages: [listed('m\u0430in'), { name: 'plain' }],
    });
  });
});

describe('the versions', () => {
  it('tell what each changed to the one before', async () => {
    await show(160);
    context.versions.push(
      {
        id: 'b',
        seenAt: 2000,
        policy: samplePolicy({}, { blocked_packages: ['evil', 'worse'], version: '8' }),
      },
      { id: 'a', seenAt: 1000, policy: samplePolicy({ min_scorecard: 4 }, { version: '7' }) },
    );
    await open('Z');
    await screen.draw();
    expect(text()).toContain('min_scorecard 4 to 5, blocked_packages +1 -0');
    expect(text()).toContain('the first that was seen');
  });
});

it('leaves the name of a rule whole in a narrow review where the values are short', async () => {
  await show(60, 24);
  await screen.press('+');
  await open('W');
  expect(text()).toMatch(/▌ ▲ tightens +min_scorecard +5 → 5\.5/);
});

it('tells elements apart in a narrow review that differ only at their ends', async () => {
  await show(60, 24);
  const [first, second] = ['1', '2'].map(
    (end) => `@harborline/react-scheduler-of-the-whole-large-team-${end}`,
  );
  const policy = samplePolicy({}, { blocked_packages: [first, second] });
  context.stores.policy.setState({ data: policy });
  context.stores.policyDraft.change(policy, 'blocked_packages', []);
  await open('W');
  expect(text()).toMatch(/- @[^ ]*…[^ ]*1$/m);
  expect(text()).toMatch(/- @[^ ]*…[^ ]*2$/m);
});
