import { beforeEach, describe, expect, it } from 'vitest';

import { InputGuard } from '../../../src/terminal/input/input-guard.ts';
import { FakeTerminalInput } from '../../helpers/fake-terminal-input.ts';
import { settle, VirtualClock } from '../../helpers/virtual-clock.ts';
import { GuardedInput } from './guarded-input.ts';

const ESC = '\u001b';
let input: GuardedInput;

beforeEach(() => {
  input = new GuardedInput();
});

describe('a key', () => {
  it('is handed on in the turn in which it arrives', () => {
    input.terminal.send('j');
    expect(input.handedOn).toEqual([{ text: 'j', together: 1 }]);
    expect(input.guard.keysTogether).toBe(0);
  });

  it.each([
    ['^[A', ['[A', 'OA', '[1;1A', '[1;1:1A', '[1;129A', '[57419u']],
    ['^[B', ['[B', 'OB', '[1;1:2B']],
    ['^[C', ['[C', 'OC']],
    ['^[D', ['[D', 'OD']],
    ['^[H', ['[H', 'OH', '[1~', '[7~']],
    ['^[F', ['[F', 'OF', '[4~', '[8~']],
    ['^[5~', ['[5~', '[5;1~']],
    ['^[6~', ['[6~']],
    ['^[3~', ['[3~', '[3;1:2~', '[57426u']],
    ['^[Z', ['[Z', '[1;2Z', '\t', '[9;2u', '[9;2:1u', '[27;2;9~', '[9;194u']],
    ['^[27u', ['[27u', '[27;1u', '[27;1:1u', '[27;2;27~', '[91;5u', '[27;5;91~']],
    ['<enter>', ['[13u', '[13;2u', '[27;2;13~', '[27;5;13~', 'OM', '[57414u', '[57414;129u', '[106;5u']],
    ['\t', ['[9u', '[9;1:2u', '[27;5;9~', 'OI']],
    ['<del>', ['[127u', '[127;2u', '[27;2;127~', '[8u']],
    ['\u0008', ['[104;5u']],
    ['\u0003', ['[99;5u', '[27;5;99~', '[99;69u', '[67;5u', '[1089::99;5u', '[99;5:2u']],
    ['j', ['[106u', '[106:74;1u', '[106;;106u', '[106:74;1;106u', '[74:74;66u', '[27;1;106~']],
    ['J', ['[106;2u', '[74;2u', '[106:74;2u', '[106:74;2;74u', '[27;2;74~', '[106;65u', '[106;1;74u']],
    [':', ['[58;2u', '[59:58;2u', '[59:58;2:1;58u', '[27;2;58~', '[46:58;2u', '[59:58;66u']],
    [' ', ['[32u', '[32;2u', '[27;2;32~', '[32;;32u']],
    ['о', ['[1086u', '[1086::106u', '[27;1;1086~', '[1086;1;1086u']],
    ['О', ['[1086;2u', '[1086:1054:106;2u', '[27;2;1054~', '[1054;2u']],
    ['Ä', ['[228;2u', '[228:196:39;2;196u', '[27;2;196~', '[228;65u']],
    ['ß', ['[223u', '[27;2;223~', '[115;2;223u']],
    ['@', ['[64u', '[113;7;64u', '[113;;64u', '[27;2;64~', '[50:64;2u']],
    ['😀', ['[128512u', '[27;1;128512~', '[0;;128512u']],
    ['0', ['Op', '[57399u', '[57399;129;48u']],
    ['9', ['Oy', '[57408;129u']],
    ['*', ['Oj', '[57411u']],
    ['+', ['Ok', '[57413u', '[57413;;43u']],
    ['/', ['Oo', '[57410u']],
    ['=', ['OX', '[57415u']],
  ])('is %s in each of its forms', async (expected, forms) => {
    for (const form of forms) {
      expect(await input.result(ESC + form)).toBe(expected);
    }
    for (const form of forms.filter((text) => text.startsWith('['))) {
      expect(await input.result(`\u009b${form.slice(1)}`)).toBe(expected);
    }
  });

  it('is all that an input method makes of several, however long', async () => {
    expect(await input.result(`${ESC}[0;;26085:26412u`)).toBe('日本');
    expect(await input.result(`${ESC}[97;;101:769u`)).toBe('e\u0301');
    const points = Array.from({ length: 100 }, (_, index) => 20_000 + index);
    expect(await input.result(`${ESC}[0;;${points.join(':')}u`)).toBe(String.fromCodePoint(...points));
    expect(await input.result(`${ESC}[0;;${Array(1000).fill('48').join(':')}u`, 'j')).toBe('j');
  });

  it.each(['[106;1:3u', '[1;1:3A', '[5;1:3~', '[13;1:3u', '[57414;1:3u', '[15;2:3~', '[106:74;2:3u'])(
    'that is let go is none, and leaves the one beside it alone: ESC %s',
    async (release) => {
      await input.send(`y${ESC}${release}`, `${ESC}${release}y`, `${ESC}${release}`);
      expect(input.handedOn).toEqual(Array(2).fill({ text: 'y', together: 1 }));
    },
  );

  it.each(['[57441;2u', '[57447;2:1u', '[57358;65u', '[57444;5u', '[57453u'])(
    'that only changes others is none: ESC %s',
    async (modifier) => {
      await input.send(`${ESC}${modifier}${ESC}[106:74;2u`);
      expect(input.handedOn).toEqual([{ text: 'J', together: 1 }]);
    },
  );

  it('tells that it is still held down where the terminal says so', async () => {
    const repeats: boolean[] = [];
    input.guard.on('readable', () => repeats.push(input.guard.hasRepeats));
    await input.send(`${ESC}[106;1u`, `${ESC}[106;1:2u`, `${ESC}[1;1:2B`, 'j');
    expect(repeats).toEqual([false, true, true, false]);
  });

  it.each([
    '[1;5C',
    '[1;2A',
    '[1;3D',
    '[a',
    'Oa',
    '[3$',
    '[7$',
    '[3^',
    '[2~',
    '[15~',
    '[[A',
    '[E',
    '[[E',
    '[1;2P',
    '[1;5S',
    '[13;2~',
    '[24;8~',
    'OP',
    'O2P',
    '[27;1:3u',
    '[1;1:3A',
    '[106;3u',
    '[106;3;106u',
    '[106;9u',
    '[99;6u',
    '[59::122;5u',
    '[27;3;106~',
    '[9;3u',
    '[57399;2u',
    '[57376u',
    '[55296u',
    '[1114112u',
    '[9999999u',
    '[133u',
    '[7u',
    '[u',
    `${ESC}[A`,
    `${ESC}OB`,
  ])('that nothing is bound to is nothing: ESC %s', async (form) => {
    expect(await input.result(`${ESC}${form}`, 'j')).toBe('j');
    expect(input.handedOn).toEqual([]);
  });

  it('is Enter as LF too, as a terminal that is not in raw mode makes it of what is typed', async () => {
    expect(await input.result('\n')).toBe('<enter>');
    expect(await input.result('\n\n')).toBe('<enter> <enter>');
    expect(await input.result('\r\n')).toBe('<enter>');
    expect(await input.result('/ci\n')).toBe('/ci<enter>');
    expect(await input.result(`${ESC}[200~a\nb${ESC}[201~`)).toBe('^[200~a\nb^[201~');
  });

  it('is whole although its bytes arrive apart', async () => {
    const bytes = Buffer.from('é€😀');
    expect(await input.result(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe('é € 😀');
  });

  it('is not harmed by the beginning of a character that nothing continues', async () => {
    await input.send(Uint8Array.of(0xe2));
    await input.send('q');
    expect(input.handedOn).toEqual([{ text: 'q', together: 1 }]);
  });

  it('that is held with Alt is nothing, not its letter and not Escape', async () => {
    expect(await input.result(`${ESC}q`, `${ESC}\r`, `${ESC}\u007f`, `${ESC}é`, `${ESC}😀`)).toBe('');
    await input.wait(2000);
    expect(input.taken).toBe('');
  });

  it('Ctrl-C counts right behind an Escape too', async () => {
    expect(await input.result(`${ESC}\u0003`)).toBe('\u0003');
  });
});

describe('keys that arrive together', () => {
  it('are handed on one by one when one is held down, and tell how many they are', async () => {
    const left: number[] = [];
    input.guard.on('readable', () => left.push(input.guard.keysLeft));
    await input.send(`${ESC}[B`.repeat(3));
    expect(input.handedOn.splice(0)).toEqual(Array(3).fill({ text: `${ESC}[B`, together: 3 }));
    expect(left).toEqual([2, 1, 0]);
    expect(await input.result('jjj')).toBe('j j j');
    expect(await input.result('\u007f\u007f')).toBe('<del> <del>');
  });

  it('are one text when they are different characters, line ends included', async () => {
    await input.send('Sy\r\ntab\t1');
    expect(input.handedOn).toEqual([{ text: 'Sy\rtab\t1', together: 9 }]);
  });

  it.each([
    '[I',
    '[O',
    '[5;5R',
    '[?2026;2$y',
    '[<0;10;10M',
    '[M !!',
    '[15~',
    'OP',
    ']11;rgb:0/0/0\u0007',
    'P>|term\u001b\\',
  ])('count a report of the terminal beside them: ESC %s', async (report) => {
    await input.send(`${ESC}${report}y`);
    await input.send(`y${ESC}${report}`);
    await input.send(`${ESC}${report.slice(0, 1)}`, `${report.slice(1)}y`);
    await input.send(`y${ESC}${report.slice(0, 1)}`, report.slice(1));
    expect(input.handedOn).toEqual(Array(4).fill({ text: 'y', together: 2 }));
    input.handedOn.splice(0);
    await input.send(`${ESC}${report}`, 'y');
    expect(input.handedOn).toEqual([{ text: 'y', together: 1 }]);
  });

  it('count what is left out of them, so that what remains is not taken for a single key', async () => {
    await input.send(Buffer.from([0xff, 0x41]));
    await input.send('\u0000A');
    await input.send(`${ESC}xA`);
    expect(input.handedOn).toEqual(Array(3).fill({ text: 'A', together: 2 }));
  });

  it('are apart from a paste between them, and did not come alone', async () => {
    await input.send(`q${ESC}[200~S${ESC}[201~w`);
    expect(input.handedOn.map(({ together }) => together)).toEqual([2, 0, 2]);
    expect(input.taken).toBe('q ^[200~S^[201~ w');
  });

  it('did not come alone beside a part of a paste', async () => {
    await input.send(`q${ESC}[200~S`, `T${ESC}[201~w`, 'x', `${ESC}[200~U`);
    await input.wait(1000);
    await input.send(`V${ESC}[201~y`);
    expect(input.handedOn.map(({ text, together }) => `${text.replaceAll(ESC, '^')} ${together}`)).toEqual([
      'q 2',
      '^[200~ST^[201~ 0',
      'w 2',
      'x 1',
      '^[200~U^[201~ 0',
      'y 2',
    ]);
  });

  it('are handed on once what the one before them changed is in effect', async () => {
    const order: string[] = [];
    input.guard.on('readable', () => {
      order.push('key');
      queueMicrotask(() => order.push('effect'));
    });
    await input.send('jjj');
    expect(order).toEqual(['key', 'effect', 'key', 'effect', 'key', 'effect']);
  });
});

describe('Escape', () => {
  it('waits 25 ms for what would make it a sequence, then is one key', async () => {
    await input.send(ESC);
    await input.wait(24);
    expect(input.taken).toBe('');
    await input.wait(1);
    expect(input.taken).toBe('^[27u');
  });

  it('is one key however often it came in one piece', async () => {
    await input.send(ESC + ESC + ESC);
    await input.wait(25);
    expect(input.taken).toBe('^[27u');
  });

  it.each([['[A'], ['OA'], ['[', 'A'], ['O', 'A']])(
    'becomes an arrow when the rest arrives in time: %s %s',
    async (...rest) => {
      await input.send(ESC);
      await input.wait(20);
      expect(await input.result(...rest)).toBe('^[A');
    },
  );

  it.each([
    ['[A'],
    ['OA'],
    ['[1;5C'],
    ['[', 'A'],
    ['[', '1', ';', '5', 'C'],
    ['[<0;10;10M'],
    ['[M !!'],
    ['[?2026;2$y'],
    [']52;c;U3k=\u0007'],
    ['P1+r544e=1\u001b\\'],
  ])('swallows the rest of a sequence that arrives too late: %s %s %s %s %s', async (...rest) => {
    await input.send(ESC);
    await input.wait(400);
    expect(await input.result(...rest, 'j')).toBe('^[27u j');
  });

  it.each(['O', 'A', 'P', 'j', '/'])('leaves %s behind it alone, which is a key of its own', async (key) => {
    await input.send(ESC);
    await input.wait(400);
    await input.send(key);
    await input.wait(250);
    expect(input.taken).toBe(`^[27u ${key}`);
  });

  it.each(['A', 'D', 'S', 'F'])(
    'swallows O and %s, which ends a sequence that a slow link cut twice',
    async (end) => {
      await input.send(ESC);
      await input.wait(400);
      await input.send('O');
      await input.wait(200);
      expect(await input.result(end, end)).toBe(`^[27u ${end}`);
    },
  );

  it('leaves O and what ends no sequence, or comes later, as two keys', async () => {
    await input.send(ESC);
    await input.wait(400);
    expect(await input.result('O', 'j')).toBe('^[27u O j');
    await input.send(ESC);
    await input.wait(400);
    await input.send('O');
    await input.wait(249);
    expect(input.taken).toBe('^[27u');
    await input.wait(1);
    expect(await input.result('S')).toBe('O S');
    await input.send(ESC);
    await input.wait(400);
    await input.send('O', '\u0003');
    expect(input.taken).toBe('^[27u O \u0003');
  });

  it('swallows nothing any more a second later, nor behind another key', async () => {
    await input.send(ESC);
    await input.wait(1100);
    expect(await input.result('[')).toBe('^[27u [');
    await input.send(ESC);
    await input.wait(100);
    expect(await input.result('j', '[')).toBe('^[27u j [');
  });

  it('lets a paste begin although its ESC came early', async () => {
    await input.send(ESC);
    await input.wait(100);
    expect(await input.result('[200~Sy', `${ESC}[201~`)).toBe('^[27u ^[200~Sy^[201~');
  });

  it('counts when the machine was too busy to give it up in time', async () => {
    await input.send(ESC);
    // A data event that comes before the timer of the same moment.
    const late = new GuardedInput();
    late.clock.schedule(25, () => late.terminal.send('[A'));
    late.terminal.send(ESC);
    await late.wait(25);
    expect(late.taken).toBe('^[27u');
  });
});

describe('a paste', () => {
  it('is handed on in one piece however it is cut', async () => {
    const whole = `${ESC}[200~one\r\ntwo\tthree${ESC}[201~`;
    expect(await input.result(...whole)).toBe('^[200~one<enter>\ntwo\tthree^[201~');
  });

  it('holds no control, no ESC and no end of a paste inside', async () => {
    expect(await input.result(`${ESC}[200~a${ESC}[2Jb\u0003\u0007c\u009b31md${ESC}]52;x${ESC}[201~`)).toBe(
      '^[200~a[2Jbc[31md]52;x^[201~',
    );
  });

  it('is cut at 64 kB, and the rest of it is not typed', async () => {
    await input.send(`${ESC}[200~`, ...Array<string>(20).fill('x'.repeat(10_000)), `${ESC}[201~`, 'j');
    expect(input.handedOn.map(({ text }) => text.length)).toEqual([65_536 + 12, 1]);
  });

  it('that never ends is over after a second of silence, and what still comes of it is not typed', async () => {
    await input.send(`${ESC}[200~ab`);
    await input.wait(900);
    await input.send('cd');
    await input.wait(900);
    expect(input.taken).toBe('');
    await input.wait(100);
    expect(input.taken).toBe('^[200~abcd^[201~');
    await input.send('S');
    await input.wait(100);
    await input.send('y\r');
    expect(input.taken).toBe('');
    await input.wait(150);
    expect(await input.result('j')).toBe('j');
  });

  it('that never ends does not keep somebody out who presses one key after the other', async () => {
    await input.send(`${ESC}[200~ab`);
    await input.wait(1000);
    for (let key = 0; key < 4; key++) {
      await input.send('j');
      await input.wait(50);
    }
    expect(input.taken).toBe('^[200~ab^[201~ j');
  });

  it('that was given up ends at its end marker all the same', async () => {
    await input.send(`${ESC}[200~ab`);
    await input.wait(1000);
    expect(await input.result(`late${ESC}[201~`, 'j')).toBe('^[200~ab^[201~ j');
  });

  it('whose beginning was lost is left out up to its end marker', async () => {
    expect(await input.result(`S\ry${ESC}[201~`)).toBe('^[200~^[201~');
    expect(await input.result('j')).toBe('j');
  });
});

describe('what a terminal sends by itself', () => {
  const replies = [
    ['a clipboard (OSC 52)', `${ESC}]52;c;U3lxCg==${ESC}\\`],
    ['a colour (OSC 11)', `${ESC}]11;rgb:0000/0000/0000\u0007`],
    ['a DCS', `${ESC}P1+r544e=787465726d${ESC}\\`],
    ['a version (XTVERSION)', `${ESC}P>|XTerm(390)${ESC}\\`],
    ['an APC', `${ESC}_Gi=1;OK${ESC}\\`],
    ['a PM', `${ESC}^S\ry${ESC}\\`],
    ['an SOS', `${ESC}XS\ry${ESC}\\`],
    ['an OSC in 8 bits', '\u009d52;c;S3k=\u009c'],
    ['a DCS in 8 bits', '\u0090Sy\u009c'],
    ['an APC in 8 bits', '\u009fSy\u009c'],
    ['a mouse report of X10', `${ESC}[M SY`],
    ['a mouse report of SGR', `${ESC}[<0;83;121M${ESC}[<0;83;121m`],
    ['a mouse report of urxvt', `${ESC}[32;83;121M`],
    ['focus', `${ESC}[I${ESC}[O`],
    ['device attributes', `${ESC}[?64;1;2c${ESC}[>41;390;0c${ESC}[=S`],
    ['the place of the cursor', `${ESC}[12;83R${ESC}[?1;1R`],
    ['a mode (DECRPM)', `${ESC}[?2026;2$y`],
    ['a status', `${ESC}[0n`],
    ['kitty flags', `${ESC}[?1u`],
    ['a size', `${ESC}[8;24;80t${ESC}[4;600;800t`],
    ['a string that another sequence ends', `${ESC}]0;title${ESC}[I`],
  ] as const;

  it.each(replies)('is nothing: %s', async (_name, reply) => {
    expect(await input.result(`${reply}j`)).toBe('j');
    await input.send(...reply, 'j');
    expect(input.handedOn).toEqual([{ text: 'j', together: 1 }]);
  });

  it('and never ends is over after a second', async () => {
    await input.send(`${ESC}]52;c;`);
    await input.wait(999);
    expect(await input.result('S')).toBe('');
    await input.wait(1);
    expect(await input.result('j')).toBe('j');
  });

  it('and is a sequence without its end is over after a second', async () => {
    await input.send(`${ESC}[1;`);
    await input.wait(1000);
    expect(await input.result('j')).toBe('j');
    await input.send(`${ESC}[${'1'.repeat(100)}`);
    expect(input.taken).not.toContain('^');
  });
});

describe('a flood', () => {
  it('is cut at 256 keys a chunk', async () => {
    await input.send('j'.repeat(60_000));
    expect(input.handedOn).toHaveLength(256);
    expect(input.handedOn[0]?.together).toBe(60_000);
  });

  it('of text and other keys by turns is cut too', async () => {
    await input.send('ab\u0001'.repeat(80));
    expect(input.handedOn).toHaveLength(32);
    expect(input.handedOn[0]).toEqual({ text: 'ab', together: 240 });
  });

  it('of pastes is cut too, and keys work behind it', async () => {
    await input.send(`${ESC}[200~x${ESC}[201~`.repeat(5000));
    expect(input.handedOn.splice(0)).toHaveLength(256);
    expect(await input.result('j')).toBe('j');
  });

  it('of what is nothing is nothing', async () => {
    expect(await input.result(new Uint8Array(60_000), Buffer.alloc(60_000, 0xff), 'j')).toBe('j');
  });
});

describe('the stream', () => {
  it('keeps what arrives before somebody listens, up to a bound', async () => {
    const terminal = new FakeTerminalInput();
    const guard = new InputGuard(() => terminal.stream, new VirtualClock()).setRawMode(true);
    for (let count = 0; count < 1000; count++) {
      terminal.send('j');
    }
    const taken: (string | null)[] = [];
    guard.on('readable', () => taken.push(guard.read(), guard.read()));
    expect(taken).toEqual([]);
    for (let turn = 0; turn < 50; turn++) {
      await settle();
    }
    expect(taken).toEqual(Array.from({ length: 512 }, (_, index) => (index % 2 === 0 ? 'j' : null)));
  });

  it('is not opened before raw mode', () => {
    const terminal = new FakeTerminalInput();
    const guard = new InputGuard(() => terminal.stream, new VirtualClock());
    guard.setRawMode(false);
    expect(terminal.asked).toEqual([]);
    guard.setRawMode(true);
    expect(terminal.asked).toEqual(['pause', 'raw', 'resume']);
  });

  it('passes raw mode on, and stands still and forgets what was begun while somebody else has the keyboard', async () => {
    expect(input.terminal.asked).toEqual(['pause', 'raw', 'resume']);
    await input.send(`${ESC}[200~half`);
    input.guard.setRawMode(false);
    expect(input.terminal.asked).toEqual(['pause', 'raw', 'resume', 'cooked', 'pause']);
    input.guard.setRawMode(true);
    await input.wait(2000);
    expect(await input.result('j')).toBe('j');
  });

  it('tells once that the terminal is gone', () => {
    let ends = 0;
    input.guard.on('end', () => ends++);
    input.terminal.emit('error', new Error('EIO'));
    input.terminal.emit('close');
    expect(ends).toBe(1);
  });

  it('lets go of the terminal', () => {
    input.guard.close();
    input.terminal.send('j');
    expect(input.handedOn).toEqual([]);
    expect(input.terminal.listenerCount('data')).toBe(0);
    expect(input.terminal.asked.at(-1)).toBe('pause');
  });
});
