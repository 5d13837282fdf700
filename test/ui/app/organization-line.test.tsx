import { beforeEach, describe, expect, it } from 'vitest';

import { openDialog } from '../../../src/commands/base/command.ts';
import { organizationText } from '../../../src/stores/base/organization.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';

const ORGANIZATION = {
  name: 'Acme Europe',
  server: 'security.acme.example/europe/api/v1',
  key: '0123456789ab',
};

let context: TestContext;

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ organization: ORGANIZATION });
});

const agents = () => context.stores.agents.getState().data?.rows.slice(0, 1) ?? [];
const plan = (action: 'suspend' | 'delete' | 'hard-delete') => ({
  action,
  agents: agents(),
  skipped: [],
  filteredOut: [],
  offScreen: [],
  undoes: undefined,
});

function draft(): void {
  const { policy, policyDraft } = context.stores;
  const { data } = policy.getState();
  if (data !== undefined) {
    policyDraft.change(data, 'min_scorecard', 7);
  }
}

const QUESTIONS: Readonly<Record<string, () => void>> = {
  'suspending an agent': () =>
    openDialog(context, {
      kind: 'agent-action',
      plan: plan('suspend'),
      step: 'reason',
      reason: '',
    }),
  'deleting an agent': () =>
    openDialog(context, { kind: 'agent-action', plan: plan('delete'), step: 'confirmation', reason: '' }),
  'deleting an agent for good': () =>
    openDialog(context, {
      kind: 'agent-action',
      plan: plan('hard-delete'),
      step: 'confirmation',
      reason: '',
    }),
  'acting on an agent by y': () =>
    openDialog(context, { kind: 'agent-question', plan: plan('suspend'), reason: '', isResend: false }),
  'writing the policy': () => {
    draft();
    run(context, 'policy.review');
  },
  'taking a draft back': () => {
    draft();
    run(context, 'policy.revert-all');
  },
  'anything else that y answers': () =>
    openDialog(context, {
      kind: 'confirm',
      title: 'Go on?',
      lines: [],
      yesDoes: 'goes on',
      confirm: () => undefined,
    }),
};

describe('a question names the organization', () => {
  for (const [what, ask] of Object.entries(QUESTIONS)) {
    it.each([
      [160, 45],
      [80, 24],
    ])(`${what}, at %i columns and %i rows`, async (columns, rows) => {
      run(context, what.includes('policy') || what.includes('draft') ? 'tab.policy' : 'tab.agents');
      ask();
      const screen = await renderConsole(context, { columns, rows });
      expect(screen.text).toContain(
        ' in Acme Europe at security.acme.example/europe/api/v1, key 0123456789ab',
      );
    });
  }

  it('keeps both ends of what is too long, and the key', async () => {
    const organization = { ...ORGANIZATION, name: 'N'.repeat(200), server: `${'h'.repeat(200)}/api/v1` };
    context.stores.view.setState({ organization });
    QUESTIONS['anything else that y answers']?.();
    const screen = await renderConsole(context, { columns: 80, rows: 24 });
    expect(screen.text).toMatch(/ in N+…N+ at h+…h+\/api\/v1, key 0123456789ab/);
  });

  it('shows what acts on a terminal as tokens', async () => {
    context.stores.view.setState({ organization: { ...ORGANIZATION, name: 'Ac\u202eme\u001b[2J' } });
    QUESTIONS['anything else that y answers']?.();
    const screen = await renderConsole(context, { columns: 120, rows: 24 });
    expect(screen.text).toContain('<U+202E>');
    expect(screen.text).toContain('␛');
  });
});

describe('the organization as a text', () => {
  it('says what there is of it', () => {
    expect(organizationText(ORGANIZATION)).toBe(
      'Acme Europe at security.acme.example/europe/api/v1, key 0123456789ab',
    );
    expect(organizationText({ ...ORGANIZATION, name: undefined })).toBe(
      'security.acme.example/europe/api/v1, key 0123456789ab',
    );
    expect(organizationText({ name: 'demo organization', server: undefined, key: undefined })).toBe(
      'demo organization',
    );
  });
});
