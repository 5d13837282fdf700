import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { TerminalGoneError } from '../../../src/terminal/output/terminal-output.ts';
import { settle } from '../../helpers/virtual-clock.ts';
import { FakeSession } from './fake-session.ts';

const LEFT = ['stop', 'leave', 'cooked'];
const TAKEN = ['cooked', 'raw', 'hold'];

async function entered(): Promise<FakeSession> {
  const fake = new FakeSession();
  await fake.enter();
  return fake;
}

describe('taking the terminal', () => {
  it('lets the screen draw at once, and sets raw mode when the watchdog has seen the settings from before', async () => {
    const fake = new FakeSession();
    fake.session.enter(fake.screen);
    expect(fake.happened).toEqual(['enter', 'start']);
    await fake.clock.advance(10);
    expect(fake.happened).toEqual(['enter', 'start']);
    fake.startWatchdog();
    await fake.clock.advance(1);
    expect(fake.happened.slice(2)).toEqual(TAKEN);
  });

  it('says when keys are taken: with raw mode, or when the end came before', async () => {
    for (const comesFirst of ['watchdog', 'end'] as const) {
      const fake = new FakeSession();
      fake.session.enter(fake.screen);
      void fake.session.keysTaken.then(() => fake.happened.push('taken'));
      await fake.clock.advance(10);
      expect(fake.happened).toEqual(['enter', 'start']);
      if (comesFirst === 'end') {
        fake.session.end(0);
      }
      fake.happened.length = 0;
      fake.startWatchdog();
      await fake.clock.advance(1);
      expect(fake.happened).toEqual(comesFirst === 'end' ? ['taken'] : [...TAKEN, 'taken']);
    }
  });

  it('draws anew when something was typed, and shown by the terminal, before raw mode', async () => {
    const fake = new FakeSession();
    fake.session.enter(fake.screen);
    await fake.clock.advance(1);
    fake.startWatchdog();
    await settle();
    fake.input.send('jjj');
    fake.input.send('j');
    expect(fake.happened.filter((what) => what === 'redraw')).toHaveLength(1);

    const later = await entered();
    later.input.send('j');
    expect(later.happened).toEqual([]);
  });

  it('does not take for typed what the terminal answers as soon as keys are taken', async () => {
    const fake = new FakeSession();
    fake.session.enter(fake.screen);
    await fake.clock.advance(1);
    fake.happened.length = 0;
    void fake.session.keysTaken.then(() => fake.input.send('\u001b[0n'));
    fake.startWatchdog();
    await fake.clock.advance(1);
    expect(fake.happened).toEqual(TAKEN);
  });

  it('waits in the background until the shell gives it the terminal', async () => {
    const fake = new FakeSession();
    fake.isInBackground = true;
    fake.session.enter(fake.screen);
    await fake.clock.advance(1);
    expect(fake.happened).toEqual(['SIGTTIN']);
    fake.process.emit('SIGCONT');
    await fake.clock.advance(1);
    expect(fake.happened).toEqual(['SIGTTIN', 'SIGTTIN']);
    fake.isInBackground = false;
    fake.process.emit('SIGCONT');
    await fake.clock.advance(1);
    expect(fake.happened.slice(2)).toEqual(['enter', 'start']);
  });

  it('asks a full terminal again without waiting for it', async () => {
    const fake = new FakeSession();
    fake.output.room = 2;
    fake.session.enter(fake.screen);
    await fake.clock.advance(500);
    expect(fake.happened).toEqual(['en']);
    expect(fake.paused).toBe(0);
    fake.output.room = Number.POSITIVE_INFINITY;
    await fake.clock.advance(100);
    expect(fake.happened.slice(1)).toEqual(['enter', 'start']);
  });

  it('tells of a new size, the screen first, and of nothing else', async () => {
    const fake = await entered();
    fake.session.onResize(({ columns, rows }) => fake.happened.push(`told ${columns}x${rows}`));
    fake.process.emit('SIGWINCH');
    fake.size = { columns: 1, rows: 1 };
    fake.process.emit('SIGWINCH');
    fake.size = undefined;
    fake.process.emit('SIGWINCH');
    expect(fake.happened).toEqual(['resize 1x1', 'told 1x1']);
    expect(fake.session.size).toEqual({ columns: 1, rows: 1 });
  });
});

describe('the end', () => {
  it('stops the screen, gives the terminal back, dismisses the watchdog and exits, once', async () => {
    const fake = await entered();
    fake.session.onEnd(() => fake.happened.push('told'));
    fake.session.end(0);
    fake.session.end(1, new Error('too late'));
    expect(fake.happened).toEqual([...LEFT, 'dismiss', 'told', 'exit 0']);
    expect(fake.ends).toEqual([{ status: 0, wasLeft: true, complaints: [] }]);
    expect(await fake.session.ended).toBe(0);
  });

  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGQUIT', 131],
    ['SIGTERM', 143],
  ])('by %s has status %i, and a second signal is not held back', async (signal, status) => {
    const fake = await entered();
    fake.process.emit(signal);
    expect(fake.happened).toEqual([...LEFT, 'dismiss', `exit ${status}`]);
    expect(fake.process.listenerCount(signal)).toBe(0);
  });

  it.each([
    ['uncaughtException', new Error('It broke.'), 'vigil: It broke.'],
    ['unhandledRejection', new TypeError(), 'vigil: TypeError'],
    ['uncaughtException', 'words', "vigil: 'words'"],
    ['unhandledRejection', undefined, 'vigil: Something failed without saying what.'],
  ])(
    'by an %s of %o is a failure with its sentence, after what was meant for standard error',
    async (event, problem, sentence) => {
      const fake = await entered();
      fake.stderr.write('heard before\n');
      fake.process.emit(event, problem);
      expect(fake.ends).toEqual([{ status: 1, wasLeft: true, complaints: ['heard before', sentence] }]);
    },
  );

  it('is a hangup when the terminal is gone, whoever finds it out', async () => {
    const finders: readonly ((fake: FakeSession) => void)[] = [
      ({ input }) => input.emit('end'),
      ({ input }) => input.emit('error', new Error('EIO')),
      ({ process }) => process.emit('uncaughtException', new TerminalGoneError('gone')),
      ({ session }) => session.hangUp(),
    ];
    for (const find of finders) {
      const fake = await entered();
      fake.output.isGone = true;
      find(fake);
      expect(fake.ends).toEqual([{ status: 129, wasLeft: true, complaints: [] }]);
    }
  });

  it('has its own status when the terminal turns out to be gone only then', async () => {
    const fake = await entered();
    fake.output.isGone = true;
    fake.process.emit('SIGTERM');
    expect(fake.ends.map(({ status }) => status)).toEqual([143]);
  });

  it.each(['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGTSTP'])(
    'by %s comes when the terminal has answered, since the shell would take the answer for keys',
    async (signal) => {
      const fake = await entered();
      const waiting: (() => void)[] = [];
      fake.session.leaveThrough((leave) => waiting.push(leave));
      fake.process.emit(signal);
      expect(fake.happened).toEqual([]);
      waiting.forEach((leave) => leave());
      expect(fake.happened.slice(0, LEFT.length)).toEqual(LEFT);
    },
  );

  it('waits for no answer at a second signal, nor where the terminal is gone', async () => {
    for (const signals of [['SIGTERM', 'SIGINT'], ['SIGHUP']]) {
      const fake = await entered();
      fake.session.leaveThrough(() => undefined);
      signals.forEach((signal) => fake.process.emit(signal));
      expect(fake.ends).toHaveLength(1);
    }
  });

  it('tells the watchdog when the terminal is about to answer', async () => {
    const fake = await entered();
    fake.session.expectAnswer(true);
    fake.session.expectAnswer(false);
    expect(fake.happened).toEqual(['asked', 'heard']);
  });

  it('does not wait long for a full terminal, which it leaves to the watchdog', async () => {
    const fake = await entered();
    fake.output.room = 3;
    fake.process.emit('SIGTERM');
    expect(fake.happened).toEqual(['stop', 'lea', 'cooked', 'exit 143']);
    expect(fake.ends[0]?.wasLeft).toBe(false);
    expect(fake.paused).toBe(100);
  });

  it('comes whatever fails on the way', async () => {
    const fake = await entered();
    fake.session.onEnd(() => {
      throw new Error('in the way');
    });
    fake.process.emit('SIGTERM');
    fake.process.emit('uncaughtException', new Error('from an exit listener'));
    expect(fake.ends.map(({ status }) => status)).toEqual([143, 143]);
  });

  it('by somebody else gives the terminal back, too', async () => {
    const fake = await entered();
    fake.process.emit('exit');
    expect(fake.happened).toEqual([...LEFT, 'dismiss']);
  });
});

describe('a stop', () => {
  it('gives the terminal back, and takes it again at its new size', async () => {
    const fake = await entered();
    const stopped = fake.session.suspendToShell();
    expect(fake.happened).toEqual([...LEFT, 'rest', 'SIGTSTP']);
    fake.happened.length = 0;
    fake.size = { columns: 100, rows: 30 };
    fake.process.emit('SIGCONT');
    expect(await stopped).toBe(true);
    expect(fake.happened).toEqual([...TAKEN, 'resize 100x30', 'enter', 'start']);
  });

  it('asked for by the shell is the same', async () => {
    const fake = await entered();
    fake.process.emit('SIGTSTP');
    expect(fake.happened).toEqual([...LEFT, 'rest', 'SIGTSTP']);
  });

  it('that never happens, for want of a shell, is told of', async () => {
    const fake = await entered();
    const stopped = fake.session.suspendToShell();
    await fake.clock.advance(1000);
    expect(await stopped).toBe(false);
    expect(fake.happened.slice(-2)).toEqual(['enter', 'start']);
  });

  it('does not leave a shell with a terminal that is too full to be given back', async () => {
    const fake = await entered();
    fake.output.room = 0;
    expect(await fake.session.suspendToShell()).toBe(false);
    expect(fake.happened).not.toContain('SIGTSTP');
    fake.output.room = Number.POSITIVE_INFINITY;
    await fake.clock.advance(100);
    expect(fake.happened.slice(-2)).toEqual(['enter', 'start']);
  });

  it('that nobody announced is mended as soon as the job goes on', async () => {
    const fake = await entered();
    fake.process.emit('SIGCONT');
    expect(fake.happened).toEqual(['stop', ...TAKEN, 'enter', 'start']);
  });

  it('leaves it to the system to end the job by a signal, and hears of signals again afterwards', async () => {
    const fake = await entered();
    void fake.session.suspendToShell();
    expect(fake.process.listenerCount('SIGTERM')).toBe(0);
    fake.process.emit('SIGCONT');
    await fake.clock.advance(1000);
    fake.happened.length = 0;
    fake.process.emit('SIGTERM');
    await fake.clock.advance(1000);
    expect(fake.happened.at(-1)).toBe('exit 143');
  });
});

it('whatever happens in whatever order, the screen is on only between enter and leave, and the end is the end', async () => {
  const events: Readonly<Record<string, (fake: FakeSession) => unknown>> = {
    stop: ({ process }) => process.emit('SIGTSTP'),
    continue: ({ process }) => process.emit('SIGCONT'),
    resize: ({ process }) => process.emit('SIGWINCH'),
    grow: (fake) => (fake.size = { columns: (fake.size?.columns ?? 0) + 1, rows: 24 }),
    background: (fake) => (fake.isInBackground = true),
    foreground: (fake) => (fake.isInBackground = false),
    fill: ({ output }) => (output.room = 3),
    drain: ({ output }) => (output.room = Number.POSITIVE_INFINITY),
    redraw: ({ session }) => session.redraw(),
    type: ({ input }) => input.send('j'),
    wait: ({ clock }) => clock.advance(60),
    watch: ({ startWatchdog }) => startWatchdog(),
    terminate: ({ process }) => process.emit('SIGTERM'),
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(events))), async (names) => {
      const fake = new FakeSession();
      fake.session.enter(fake.screen);
      for (const name of [...names, 'foreground', 'drain', 'wait', 'wait', 'wait', 'terminate']) {
        await events[name]?.(fake);
      }
      let isOurs = false;
      let isDrawn = false;
      for (const what of fake.happened) {
        isOurs = what === 'enter' || (isOurs && what !== 'leave');
        isDrawn = what === 'start' || (isDrawn && what !== 'stop');
        if (['start', 'redraw'].includes(what)) {
          expect(isOurs).toBe(true);
        }
        if (['leave', 'SIGTSTP'].includes(what)) {
          expect(isDrawn).toBe(false);
        }
      }
      expect(fake.happened.filter((what) => what.startsWith('exit'))).toEqual(['exit 143']);
      expect(isDrawn).toBe(false);
    }),
  );
});
