import { agentSchema } from '../../../src/contract/agent.ts';
import { llmCallSchema } from '../../../src/contract/llm-call.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createAgentsPane } from '../../../src/ui/panes/agents/agents-pane.ts';
import { createLlmPane } from '../../../src/ui/panes/llm/llm-pane.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { inMilliseconds, say, timed, timesAsMuch } from './measure.ts';
import { TimedSlices } from './timed-slices.ts';

const SIZE = { columns: 160, rows: 41 };
const NOW = Date.parse('2026-03-02T09:00:00Z');
const FEW = 500;
const AGENTS = 20_000;
const CALLS = 5000;
const TYPED = ['b', 'bu', 'bui', 'build', 'build-1', 'build', ''];

/** The best time of so many rounds is reported: what else runs on the machine can only make them longer. */
const ROUNDS = 7;

const LISTS = {
  agents: { noun: 'agents', many: AGENTS, fill: fillAgents, createPane: createAgentsPane },
  llm: { noun: 'LLM calls', many: CALLS, fill: fillCalls, createPane: createLlmPane },
} as const;

function secondsBefore(seconds: number): string {
  return new Date(NOW - seconds * 1000).toISOString();
}

function fillAgents(stores: Stores, count: number): void {
  const rows = Array.from({ length: count }, (_, index) =>
    agentSchema.parse({
      id: `agent-${index}`,
      client_id: `client-${index}`,
      hostname: `${index % 3 === 0 ? 'build' : 'desk'}-${index}`,
      os: index % 2 === 0 ? 'Debian 12' : 'macOS 15.6',
      arch: 'arm64',
      version: `2.14.${index % 4}`,
      username: `user-${index % 700}`,
      machine_id: `machine-${index}`,
      status: 'active',
      last_seen_at: secondsBefore(index % 900),
      created_at: secondsBefore(index * 60),
    }),
  );
  stores.agents.setState({ data: { rows, total: count, damaged: [] }, receivedAt: NOW });
}

function fillCalls(stores: Stores, count: number): void {
  const rows = Array.from({ length: count }, (_, index) =>
    llmCallSchema.parse({
      id: `call-${index}`,
      timestamp: secondsBefore(index * 7),
      model: ['large', 'small', 'build-1'][index % 3],
      provider: ['one', 'two'][index % 2],
      hostname: `build-${index % 90}`,
      input_tokens: (index * 37) % 9000,
      output_tokens: (index * 13) % 700,
      cost_usd: ((index * 37) % 9000) / 1e5,
    }),
  );
  stores.llmCalls.setState({ data: { rows, total: count, damaged: [] }, receivedAt: NOW });
}

/** What each letter of a filter costs over long lists beside short ones, with its frame, and the longest piece that it leaves to be done. */
export function measureLists(): void {
  say('typing a filter, the worst letter', 'key and frame', `of ${FEW}`, 'longest piece', 'frame between');
  for (const [tab, { noun, many, fill, createPane }] of Object.entries(LISTS)) {
    const measure = (count: number) => {
      const slices = new TimedSlices();
      const stores = createStores({ slices });
      fill(stores, count);
      stores.view.setState({ tab: tab as keyof typeof LISTS, ...SIZE, pageSize: 30, minute: NOW });
      const theme = createTheme({ colour: true, ascii: false });
      const paint = createPane({ stores, clock: systemClock, theme });
      const frame = () => void paint(SIZE, NOW);
      frame();
      slices.runAll(frame);
      const best = TYPED.map(() => [Infinity, Infinity, Infinity]);
      for (let round = 0; round < ROUNDS; round++) {
        for (const [index, text] of TYPED.entries()) {
          slices.times.length = 0;
          slices.frames.length = 0;
          const key = timed(() => {
            updatePane(stores.view, tab as keyof typeof LISTS, { text });
            frame();
          });
          slices.runAll(frame);
          const most = [[key], slices.times, slices.frames].map((times) => Math.max(0, ...times));
          best[index] = most.map((time, place) => Math.min(time, best[index]?.[place] ?? time));
        }
      }
      return [0, 1, 2].map((place) => Math.max(...best.map((times) => times[place] ?? 0))) as [
        number,
        number,
        number,
      ];
    };
    const [few] = measure(FEW);
    const [key, piece, between] = measure(many);
    say(
      `  over ${many} ${noun}`,
      inMilliseconds(key),
      timesAsMuch(key, few),
      inMilliseconds(piece),
      inMilliseconds(between),
    );
  }
}
