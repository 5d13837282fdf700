import type { LlmCallRecord, MessageRecord } from '../base/records.ts';
import { type Random, timeOrderedId } from './random.ts';
import { weighted } from './weighted.ts';

interface Model {
  readonly provider: string;
  readonly model: string;
  readonly share: number;
  /** Dollars for a million tokens. */
  readonly inputPrice: number;
  readonly outputPrice: number;
  /** Milliseconds until it begins to answer, and tokens a second from then on. */
  readonly firstToken: number;
  readonly speed: number;
}

const MODELS: readonly Model[] = [
  {
    provider: 'anthropic',
    model: 'large-2',
    share: 34,
    inputPrice: 3,
    outputPrice: 15,
    firstToken: 900,
    speed: 75,
  },
  {
    provider: 'anthropic',
    model: 'small-2',
    share: 20,
    inputPrice: 0.8,
    outputPrice: 4,
    firstToken: 420,
    speed: 150,
  },
  {
    provider: 'openai',
    model: 'general-5',
    share: 22,
    inputPrice: 2.5,
    outputPrice: 10,
    firstToken: 750,
    speed: 90,
  },
  {
    provider: 'openai',
    model: 'general-5-mini',
    share: 10,
    inputPrice: 0.25,
    outputPrice: 2,
    firstToken: 380,
    speed: 170,
  },
  {
    provider: 'google',
    model: 'wide-3',
    share: 10,
    inputPrice: 1.25,
    outputPrice: 10,
    firstToken: 800,
    speed: 110,
  },
  {
    provider: 'local',
    model: 'coder-30b',
    share: 4,
    inputPrice: 0,
    outputPrice: 0,
    firstToken: 1500,
    speed: 28,
  },
];
const models = weighted(MODELS, ({ share }) => share);

const LARGEST_INPUT = 180_000;
const TIMEOUT_MILLISECONDS = 120_000;

/** One call out of the blue: an editor's completion or a review bot. `at` is in milliseconds since the epoch. */
export function drawCall(random: Random, clientId: string, at: number): LlmCallRecord {
  const input = Math.round(Math.min(LARGEST_INPUT, random.logNormal(3500, 0.9)));
  return makeCall(random, models.draw(random), clientId, at, input, Math.round(random.logNormal(220, 0.8)));
}

/**
 * Follows a session: the function returned takes its next messages and gives the calls behind them, one for each
 * message of the assistant, at its time and with its length, the input growing with what was said before. One session
 * keeps to one model.
 */
export function followCalls(
  random: Random,
  clientId: string,
): (messages: readonly MessageRecord[]) => readonly LlmCallRecord[] {
  const model = models.draw(random);
  let context = random.integer(6000, 14_000);
  return (messages) => {
    const calls: LlmCallRecord[] = [];
    for (const message of messages) {
      const tokens = Math.round((message.content?.length ?? 400) / 3.6);
      if (message.type === 'assistant') {
        const output = tokens + random.integer(20, 260);
        calls.push(makeCall(random, model, clientId, Date.parse(message.timestamp), context, output));
      }
      context += tokens + 40;
      if (context > LARGEST_INPUT) {
        context = random.integer(18_000, 40_000);
      }
    }
    return calls;
  };
}

function makeCall(
  random: Random,
  model: Model,
  clientId: string,
  at: number,
  input: number,
  wantedOutput: number,
): LlmCallRecord {
  const drawn = random.fraction();
  const status = drawn < 0.978 ? 'ok' : drawn < 0.993 ? 'error' : 'timeout';
  const output = status === 'ok' ? Math.max(1, wantedOutput) : 0;
  const answering = model.firstToken + (output / model.speed) * 1000 + input * 0.004;
  const latency =
    status === 'timeout'
      ? TIMEOUT_MILLISECONDS
      : answering * random.logNormal(1, 0.25) * (output === 0 ? 0.3 : 1);
  const cost = status === 'ok' ? (input * model.inputPrice + output * model.outputPrice) / 1e6 : 0;
  return {
    id: timeOrderedId('llm_', at, random),
    client_id: clientId,
    timestamp: at,
    provider: model.provider,
    model: model.model,
    input_tokens: input,
    output_tokens: output,
    latency_ms: Math.round(latency),
    cost_usd: Math.round(cost * 1e6) / 1e6,
    status,
  };
}
