import { delay } from '../../../src/lib/clock.ts';
import { ForwardPosition } from '../../../src/sync/forward/forward-position.ts';
import {
  forwardEvents,
  type ForwardFigures,
  type ForwardOptions,
} from '../../../src/sync/forward/forward-events.ts';
import { PauseError, type OutgoingRecord, type RefusedRecord } from '../../../src/sync/forward/receiver.ts';
import { createFakeClient } from '../../helpers/fake-client.ts';
import type { ModelEventServer } from '../../helpers/model-event-server.ts';
import type { VirtualClock } from '../../helpers/virtual-clock.ts';

export const SCOPE = { server: 'https://one.example/api/v1', filter: {} };

/** What the receiver does with a batch. */
export type ReceiverMood = 'takes' | 'is slow' | 'fails' | 'takes and fails' | 'asks for a pause' | 'is gone';

/** A receiver that notes what it took, and answers by its mood. */
export class ModelReceiver {
  readonly records: OutgoingRecord[] = [];
  readonly ids = new Set<string>();
  mood: () => ReceiverMood = () => 'takes';
  refuses: (id: string) => boolean = () => false;
  batches = 0;

  take(records: readonly OutgoingRecord[]): void {
    this.batches++;
    for (const record of records) {
      this.records.push(record);
      if (record.id !== undefined && !this.refuses(record.id)) {
        this.ids.add(record.id);
      }
    }
  }
}

/** A file of which a crash leaves what was flushed, and any part of what was being written. */
export class ModelDisk {
  text = '';
  #beingWritten = '';

  async write(text: string, flush: () => Promise<void>): Promise<void> {
    this.#beingWritten = text;
    await flush();
    this.text += text;
    this.#beingWritten = '';
  }

  crash(random: () => number): void {
    this.text += this.#beingWritten.slice(0, Math.floor(random() * (this.#beingWritten.length + 1)));
    this.#beingWritten = '';
  }
}

export interface World {
  readonly clock: VirtualClock;
  readonly server: ModelEventServer;
  readonly receiver: ModelReceiver;
  readonly disk: ModelDisk;
  readonly random: () => number;
  readonly refused: RefusedRecord[];
}

/** One life of a forwarder: it goes on where the disk says, until it is killed or stopped. */
export class Life {
  readonly outcome: Promise<unknown>;
  figures: ForwardFigures | undefined;
  troubles = 0;
  readonly #world: World;
  readonly #stopping = new AbortController();
  #isDead = false;

  constructor(world: World, begin: number, options: Partial<ForwardOptions> = {}) {
    this.#world = world;
    const { clock, server, receiver, disk, random, refused } = world;
    const never = () => new Promise<never>(() => undefined);
    const alive = async (milliseconds: number) => {
      await delay(clock, milliseconds);
      return this.#isDead ? never() : undefined;
    };
    let position: ForwardPosition;
    if (disk.text.includes('\n')) {
      position = ForwardPosition.read(disk.text);
      // As the store does: half a line that a crash left is cut off before the next one is written.
      disk.text = disk.text.slice(0, disk.text.lastIndexOf('\n') + 1);
    } else {
      position = new ForwardPosition(SCOPE, begin);
      disk.text = [...position.lines()].map((line) => `${line}\n`).join('');
    }
    const client = createFakeClient(clock, (call) => ({
      takes: 5 + Math.floor(random() * 40),
      ...server.answer(call),
    }));
    const { signal } = this.#stopping;
    this.outcome = forwardEvents({
      client,
      clock,
      random,
      now: () => clock.now(),
      position,
      signal,
      sendingSignal: signal,
      report: () => undefined,
      onTrouble: (trouble) => (this.troubles += trouble === undefined ? 0 : 1),
      onFigures: (figures) => (this.figures = figures),
      remember: { milliseconds: 7 * 86_400_000, events: 500_000 },
      format: {
        event: ({ id }) => JSON.stringify({ id }),
        note: (note) => JSON.stringify({ vigil: note }),
      },
      store: {
        append: (line) => disk.write(`${line}\n`, () => alive(random() * 20)),
        replace: async (lines) => {
          const text = [...lines].map((line) => `${line}\n`).join('');
          await alive(random() * 20);
          disk.text = text;
        },
      },
      keepRefused: async (records) => {
        await alive(1);
        refused.push(...records);
      },
      receiver: {
        most: { records: 20, characters: 10_000 },
        send: async (records) => {
          const mood = receiver.mood();
          await delay(clock, mood === 'is slow' ? 3000 : random() * 30);
          if (mood === 'is gone' || mood === 'fails') {
            await alive(0);
            throw new Error('The receiver is gone.');
          }
          if (mood === 'asks for a pause') {
            await alive(0);
            throw new PauseError('The receiver asks for a pause.', 2000);
          }
          // What is on its way arrives, be its sender dead or not.
          receiver.take(records);
          await alive(random() * 30);
          if (mood === 'takes and fails') {
            throw new Error('The answer was lost.');
          }
          return records
            .filter(({ id }) => id !== undefined && receiver.refuses(id))
            .map((record) => ({ record, reason: 'It is refused.' }));
        },
      },
      ...options,
    }).catch((error: unknown) => error);
  }

  /** As kill -9 does: nothing that it does from now on reaches anything. */
  kill(): void {
    this.#isDead = true;
    this.#world.disk.crash(this.#world.random);
    this.#stopping.abort();
  }

  stop(): void {
    this.#stopping.abort();
  }
}
