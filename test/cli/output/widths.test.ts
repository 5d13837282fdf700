import { describe, expect, it } from 'vitest';

import { agentsText, agentText } from '../../../src/cli/agents/agent-format.ts';
import { columnsFor, resultText } from '../../../src/cli/agents/agent-result.ts';
import { textFormat } from '../../../src/cli/output/event-format.ts';
import { journalText } from '../../../src/cli/output/journal-text.ts';
import type { TextStyle } from '../../../src/cli/output/styled-text.ts';
import { differencesText, policyText } from '../../../src/cli/policy/policy-text.ts';
import { journalRowOf } from '../../../src/commands/journal/journal-rows.ts';
import { agentSchema, type Agent } from '../../../src/contract/agent.ts';
import { eventSchema, type SecurityEvent } from '../../../src/contract/event.ts';
import { policySchema } from '../../../src/contract/policy.ts';
import { columnsOf } from '../../../src/lib/cell-text.ts';
import { createSyntheticOrganization } from '../../../src/server/synth/organization.ts';
import { differencesFrom } from '../../../src/stores/policy/select-differences.ts';
import { contrastBetween } from '../../../src/terminal/colours/terminal-colours.ts';
import { AGENT } from '../../fixtures/agent.ts';
import { EVENT } from '../../fixtures/event.ts';
import { POLICY } from '../../fixtures/policy.ts';
import { TERMINAL_PALETTES } from '../../fixtures/terminal-palettes.ts';
import { operationsFrom } from '../../helpers/journal-entries.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');

/** Names and sentences that are long, that take two columns a character, and of which much must be escaped. */
const LONG = [
  `begin-${'x'.repeat(989)}-end`,
  'long words '.repeat(90),
  '名前'.repeat(400),
  'a\n\u202e'.repeat(300),
];

const demo = createSyntheticOrganization({
  seed: 7,
  agents: 60,
  events: 60,
  sessions: 2,
  eventsPerSecond: 0,
  policySyncSeconds: 8,
  until: NOW,
});
const iso = (time: number) => new Date(time).toISOString();
const agents: readonly Agent[] = [
  ...demo.agents.map((agent) =>
    agentSchema.parse({
      ...agent,
      registered_at: iso(agent.registered_at),
      last_seen_at: iso(agent.last_seen_at),
    }),
  ),
  ...LONG.map((text) =>
    agentSchema.parse({
      ...AGENT,
      hostname: text,
      username: text,
      version: text,
      status: text,
      clone_reason: text,
      clone_detected: true,
    }),
  ),
];
const events: readonly SecurityEvent[] = [
  ...[...demo.history()]
    .flatMap((happenings) => happenings.events)
    .map((event) => eventSchema.parse({ ...event, timestamp: iso(event.timestamp) })),
  ...LONG.map((text) =>
    eventSchema.parse({
      ...EVENT,
      timestamp: text,
      outcome: text,
      type: text,
      client_id: text,
      subject: { ecosystem: text, package: text, version: text },
      payload: { reasons: [text, text] },
    }),
  ),
];
const policies = [
  policySchema.parse({ ...demo.policy, updated_at: iso(demo.policy.updated_at) }),
  ...LONG.map((text) =>
    policySchema.parse({
      ...POLICY,
      name: text,
      version: text,
      rules: { [text]: text },
      blocked_packages: [text],
    }),
  ),
];
const SENTENCE =
  'Not confirmed: the server answered 204, and a minute later it still shows the agent as active. It may be carried out yet; vigil journal has it.';

/** All that commands print for people, by the command. */
function printed(style: TextStyle): Readonly<Record<string, readonly string[]>> {
  const sizes = columnsFor(agents, style);
  return {
    'agents list': agentsText(agents, style, NOW),
    'agents show': agents.slice(-8).flatMap((agent) => agentText(agent, style)),
    events: events.map((event) =>
      textFormat(style).line({
        event,
        time: event.timestamp?.startsWith('2') === true ? NOW : undefined,
        kind: 'late',
      }),
    ),
    journal: ['mining', ...LONG].flatMap((text) =>
      operationsFrom(
        { reason: text, target: { id: 'agent-1', hostname: text } },
        { step: 'verdict', verdict: 'contradicted', sentence: `${SENTENCE} ${text}` },
      ).flatMap((operation) => journalText(journalRowOf(operation), style)),
    ),
    'policy show': policies.flatMap((policy) => policyText(policy, style)),
    'policy diff': LONG.flatMap((text) =>
      differencesText(
        differencesFrom(policySchema.parse(POLICY), {
          min_scorecard: 4,
          blocked_packages: [text],
          allowed_licenses: ['MIT', text],
        }),
        { style, folded: true, indent: '  ' },
      ),
    ),
    verdicts: agents.slice(-8).flatMap((agent) =>
      resultText(
        {
          id: agent.id,
          hostname: agent.hostname,
          action: 'suspend',
          ending: 'contradicted',
          sentence: SENTENCE,
          status: 204,
          operation: 'op-1',
        },
        style,
        sizes,
      ),
    ),
  };
}

const shown = (line: string) => line.replaceAll(/\u001b\[[\d;]*m/g, '');

describe.each([60, 80, 160])('on a terminal of %i columns', (columns) => {
  it.each([false, true])('every line fits, with colours: %s', (colour) => {
    const style: TextStyle = { ascii: false, colour, layout: { kind: 'terminal', columns }, thisYear: 2026 };
    for (const [command, lines] of Object.entries(printed(style))) {
      const tooWide = lines.filter((line) => columnsOf(shown(line)) > columns);
      expect([command, tooWide]).toEqual([command, []]);
    }
  });

  it('a verdict is said whole, and what times, outcomes and states are is not cut', () => {
    const style: TextStyle = {
      ascii: false,
      colour: false,
      layout: { kind: 'terminal', columns },
      thisYear: 2026,
    };
    const { verdicts = [], events: eventLines = [], journal = [] } = printed(style);
    const words = (lines: readonly string[]) => lines.join(' ').replaceAll(/\s+/g, ' ');
    expect(words(verdicts).split(SENTENCE)).toHaveLength(9);
    expect(words(journal).split(SENTENCE)).toHaveLength(6);
    expect(
      eventLines
        .slice(0, 60)
        .filter((line) => !/^(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\dZ? +(?:allow|REVIEW|BLOCK) +/.test(line)),
    ).toEqual([]);
  });
});

/** The letters and the backgrounds of lines, as numbers of the palette, or those that the terminal has by itself. */
function drawnPairs(lines: readonly string[]): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const line of lines) {
    let [letters, behind] = ['own', 'own'];
    for (const [, codes, text] of `\u001b[m${line}`.matchAll(/\u001b\[([\d;]*)m([^\u001b]*)/g)) {
      for (const code of (codes ?? '').split(';').map(Number)) {
        const colour = (code % 10) + (code >= 90 ? 8 : 0);
        const isColour = colour % 8 === code % 10 && (code >= 30 || code >= 90);
        if (isColour && [3, 9].includes(Math.floor(code / 10))) {
          letters = String(colour);
        } else if (isColour) {
          behind = String(colour);
        } else {
          letters = code === 0 || code === 39 ? 'own' : letters;
          behind = code === 0 || code === 49 ? 'own' : behind;
        }
        // Faint letters are as pale as a terminal likes.
        letters = code === 2 ? 'faint' : letters;
      }
      pairs.add(text === '' ? 'own own' : `${letters} ${behind}`);
    }
  }
  return pairs;
}

it('what stands out can be read on every background, of which nothing is known', () => {
  const style: TextStyle = {
    ascii: false,
    colour: true,
    layout: { kind: 'terminal', columns: 160 },
    thisYear: 2026,
  };
  const pairs = drawnPairs(Object.values(printed(style)).flat());
  expect([...pairs].toSorted()).toEqual(['15 1', '15 5', 'own own']);
  const colourPairs = [...pairs]
    .filter((pair) => !pair.includes('own'))
    .map((pair) => pair.split(' ').map(Number));
  const poor = TERMINAL_PALETTES.flatMap(({ name, colours }) => {
    // Nothing has to be read more easily than the palest of what such a terminal shows by itself.
    const ownContrasts = TERMINAL_PALETTES.filter(
      (other) => other.name.split(',')[0] === name.split(',')[0],
    ).map(({ colours: { foreground, background } }) => contrastBetween(foreground!, background));
    const enough = Math.min(4.5, ...ownContrasts);
    return colourPairs
      .filter(
        ([letters, behind]) =>
          contrastBetween(colours.palette.get(letters!)!, colours.palette.get(behind!)!) < enough,
      )
      .map((pair) => [name, pair]);
  });
  expect(poor).toEqual([]);
});
