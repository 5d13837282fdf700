import { afterEach, expect, it } from 'vitest';

import { seededRandom } from '../../src/server/base/random.ts';
import { KEYS, type Terminal } from '../helpers/terminal.ts';
import { stopTestServices } from '../helpers/test-service.ts';
import {
  answer,
  goToAgent,
  goToAgents,
  leave,
  OVERVIEW,
  pause,
  QUESTION,
  refresh,
  startPlace,
  step,
  take,
  underCursor,
  type Place,
  type Step,
} from '../helpers/writing-console.ts';

/**
 * The keys of each dialog that ends in a write, on the built program in a real pty, against a server that takes down what is
 * written: typed slowly they write what they stand for. Before that the same keys come in a sample of pieces and speeds, held
 * down, and with a `y` that does not come alone: none of that writes anything.
 */

interface Scene {
  readonly name: string;
  /** Leads there, in whatever state earlier keys have left the console. */
  readonly before: (place: Place) => Promise<void>;
  /** The keys up to the question, which `y` answers. */
  readonly steps: readonly Step[];
  /** What is on the screen once it was written. */
  readonly done: string | RegExp;
  /** What the server is asked for. */
  readonly writes: readonly string[];
  /** What happens before the server answers what it was asked for. */
  readonly beforeAnswer?: (place: Place) => Promise<void>;
}

afterEach(stopTestServices);

/** One way in which the keys arrive that writes nothing. */
type Way = (screen: Terminal, scene: Scene, random: () => number) => Promise<void>;

/** What comes later than that on a machine that is held up, in milliseconds, may be pressed by who has read the question. */
const SOON = 200;

/** All of it in pieces that `random` chooses, the `y` right behind. */
const inPieces =
  (every: number): Way =>
  async (screen, { steps }, random) => {
    let piece = '';
    let pressedAt = 0;
    for (const key of steps.flatMap(({ keys }) => [...keys])) {
      piece += key;
      if (random() < 0.5) {
        screen.press(piece);
        pressedAt = performance.now();
        piece = '';
        await pause(every);
      }
    }
    if (piece !== '' || performance.now() - pressedAt < SOON) {
      screen.press(piece, 'y');
    }
  };

const held =
  (chosen: (lastKey: string) => string): Way =>
  async (screen, { steps }) => {
    await take(screen, steps.slice(0, -1));
    const last = steps.at(-1)?.keys ?? '';
    screen.press(last);
    for (let repeat = 0, pressedAt = performance.now(); repeat < 15; repeat++) {
      await pause(33);
      if (performance.now() - pressedAt > SOON) {
        return;
      }
      screen.press(chosen(last));
      pressedAt = performance.now();
    }
  };

const WAYS: ReadonlyMap<string, Way> = new Map([
  [
    'in one piece',
    (screen, { steps }) => {
      screen.press(`${steps.map(({ keys }) => keys).join('')}y`);
      return Promise.resolve();
    },
  ],
  ['in pieces at once', inPieces(0)],
  ['in pieces every 30 ms', inPieces(30)],
  ['in pieces every 120 ms', inPieces(120)],
  ['with y held down', held(() => 'y')],
  ['with Enter held down', held(() => KEYS.enter)],
  ['with the last key held down', held((lastKey) => lastKey)],
  [
    'with another key beside y',
    async (screen, { steps }) => {
      await take(screen, steps);
      await pause(500);
      screen.press('yj');
    },
  ],
]);

/** How many of the ways are taken with each dialog. */
const SAMPLE = 2;

const SEED = Number(process.env['VIGIL_TEST_SEED'] ?? 13);

async function play(place: Place, scenes: readonly Scene[], seed: number): Promise<void> {
  const { screen, writes } = place;
  const random = seededRandom(seed);
  const expected: string[] = [];
  await screen.waitFor(OVERVIEW);
  for (const scene of scenes) {
    const rest = [...WAYS];
    const sample = Array.from({ length: SAMPLE }, () => rest.splice(Math.floor(random() * rest.length), 1));
    for (const [name, way] of sample.flat()) {
      await scene.before(place);
      await way(screen, scene, random);
      await leave(screen);
      expect(writes, `${scene.name} ${name}`).toEqual(expected);
    }
    await scene.before(place);
    await take(screen, scene.steps);
    const { beforeAnswer } = scene;
    const letAnswer = beforeAnswer === undefined ? undefined : place.holdAnswers();
    await answer(screen);
    expected.push(...scene.writes);
    await screen.waitUntil(`${scene.name}: what became of it`, () => writes.length >= expected.length);
    await beforeAnswer?.(place);
    letAnswer?.();
    await screen.waitFor(scene.done);
    expect(writes, scene.name).toEqual(expected);
    await leave(screen);
  }
}

/** What is pressed a second time sooner passes for a key that is held down. */
const NOT_HELD = 300;

/** A dialog that opens some time after its key takes other keys only once it can have been seen. */
const ONCE_SEEN = 500;

const setStatus = (agent: number, status: string, reason?: string) =>
  `PUT /registered-agents/agent-3-${agent}/status ${JSON.stringify({ status, reason })}`;

const ONE_BY_ONE: readonly Scene[] = [
  {
    name: 'suspending',
    before: ({ screen }) => goToAgent(screen, 'host-0-0'),
    steps: [step('S', 'Suspend this agent?'), step('odd', /odd/), step(KEYS.enter, QUESTION)],
    done: 'Confirmed: host-0-0 is suspended',
    writes: [setStatus(0, 'suspended', 'odd')],
  },
  {
    name: 'undoing',
    before: ({ screen }) => goToAgent(screen, 'host-0-0'),
    steps: [step(':', 'Commands'), step('undo', /: undo\n▌ +Undo/), step(KEYS.enter, QUESTION)],
    done: 'Confirmed: host-0-0 is active again',
    writes: [setStatus(0, 'active')],
  },
  {
    name: 'reactivating',
    async before({ screen, test }) {
      await test.call('PUT', '/registered-agents/agent-3-3/status', { body: { status: 'suspended' } });
      await goToAgent(screen, 'host-1-3');
      await refresh(screen, () => underCursor(screen).includes('suspended'));
    },
    steps: [step('S', QUESTION)],
    done: /^▌ {2}● active +host-1-3/m,
    writes: [setStatus(3, 'active')],
  },
];

const SEVERAL: readonly Scene[] = [
  {
    name: 'deleting softly',
    before: ({ screen }) => goToAgent(screen, 'host-8-4'),
    steps: [
      step('D', '▌ Cancel: delete nothing'),
      step('j', /▌ Soft delete/),
      step(KEYS.enter, 'Soft delete this agent?'),
      step('x', / x/),
      step(KEYS.enter, 'To go on, type'),
      step('delete', 'goes on to the question'),
      step(KEYS.enter, QUESTION),
    ],
    done: 'Confirmed: host-8-4 is deleted',
    writes: ['DELETE /registered-agents/agent-3-4?reason=x'],
  },
  {
    name: 'suspending marked ones, and stopping behind the first',
    async before({ screen }) {
      await goToAgents(screen);
      if (!screen.text.includes('2 marked')) {
        await take(screen, [step('g', /^▌.*host-0-0/m), step(' ', '1 marked'), step(' ', '2 marked')]);
      }
    },
    steps: [
      step('S', 'Do what with which agents?'),
      step(KEYS.enter, 'Suspend 2 agents?'),
      step(KEYS.enter, QUESTION, NOT_HELD),
    ],
    beforeAnswer: ({ screen }) => take(screen, [step(KEYS.escape, ': stopping ─')]),
    done: 'r asks whether to go on',
    writes: [setStatus(0, 'suspended')],
  },
  {
    name: 'going on',
    async before({ screen }) {
      await goToAgents(screen);
      await take(screen, [
        step(':', 'Commands'),
        step('results', /: results\n▌ +Results/),
        step(KEYS.enter, '1 waiting'),
      ]);
    },
    steps: [step('r', QUESTION)],
    done: '✓ 2 confirmed',
    writes: [setStatus(3, 'suspended')],
  },
];

/** Goes to a rule whose draft is empty. */
async function goToRule(screen: Terminal): Promise<void> {
  await take(screen, [step('6', /▌ .*min_scorecard/)]);
  if (/^▌.*(was|mine)/m.test(screen.text)) {
    screen.press('u');
    await screen.waitUntil('the draft to go', () => !/^▌.*(was|mine)/m.test(screen.text));
  }
}

const REVIEW = 'Write this change?';

const DRAFTS: readonly Scene[] = [
  {
    name: 'writing the policy',
    async before({ screen }) {
      await goToRule(screen);
      await take(screen, [step('+', '5.5 (was 5)')]);
    },
    steps: [step('W', REVIEW)],
    done: 'Confirmed: the policy holds the change',
    writes: ['PUT /policy {"rules":{"min_scorecard":5.5}}'],
  },
  {
    name: 'restoring an earlier version',
    async before({ screen }) {
      await goToRule(screen);
    },
    steps: [
      step('Z', 'Versions of the policy seen on this host'),
      step('j', /▌ .* the first that was seen/),
      step('R', '1 change loosens: type 1, then y', ONCE_SEEN),
      step('1', /then y +1/),
    ],
    done: 'Confirmed: the policy holds the change',
    writes: ['PUT /policy {"rules":{"min_scorecard":5}}'],
  },
];

const THE_REST: readonly Scene[] = [
  {
    name: 'deleting for good',
    before: ({ screen }) => goToAgent(screen, 'host-4-2'),
    steps: [
      step('D', '▌ Cancel: delete nothing'),
      step('j', /▌ Soft delete/),
      step('j', /▌ Hard delete/),
      step(KEYS.enter, 'Hard delete this agent?'),
      step(KEYS.enter, 'To go on, type', NOT_HELD),
      step('host-4-2', 'goes on to the question'),
      step(KEYS.enter, QUESTION),
    ],
    done: 'Confirmed: host-4-2 is gone for good',
    writes: ['DELETE /registered-agents/agent-3-2?hard=true'],
  },
  {
    name: 'settling a conflict',
    async before({ screen, test }) {
      await test.call('PUT', '/policy', { body: { rules: { min_scorecard: 4 } } });
      await goToRule(screen);
      await refresh(screen, () => /▌ .*min_scorecard +4 /.test(screen.text));
      await take(screen, [step('+', '4.5 (was 4)')]);
      await test.call('PUT', '/policy', { body: { rules: { min_scorecard: 7 } } });
      await refresh(screen, () => screen.text.includes('mine 4.5, theirs 7'));
    },
    steps: [
      step(KEYS.enter, '▌ Keep mine: 4.5'),
      step(KEYS.enter, '4.5 (was 7)', NOT_HELD),
      step('W', '1 change loosens: type 1, then y'),
      step('1', /then y +1/),
    ],
    done: 'Confirmed: the policy holds the change',
    writes: ['PUT /policy {"rules":{"min_scorecard":4.5}}'],
  },
  {
    name: 'blocking a package',
    before: ({ screen }) => take(screen, [step('2', /^▌.*@scope/m)]),
    steps: [step('B', REVIEW)],
    done: 'Confirmed: the policy holds the change',
    writes: ['PUT /policy {"blocked_packages":["evil","@scope/x"]}'],
  },
];

it('writes what is typed slowly, and nothing that could have been meant for something else', async () => {
  await Promise.all(
    [ONE_BY_ONE, SEVERAL, DRAFTS, THE_REST].map(async (scenes, index) =>
      play(await startPlace(), scenes, SEED + index),
    ),
  );
});
