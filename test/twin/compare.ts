import xterm from '@xterm/headless';

import type { Happening } from './player.ts';
import type { Script } from './script.ts';

/** Words that were changed on purpose, old and new. */
export type Words = readonly (readonly [old: string, now: string])[];

/** What differs, told as lines; empty when nothing does. */
export type Difference = readonly string[];

/** What came out of a program between two steps. */
interface Stage {
  readonly step: string;
  /** Every screen, or all that was printed. */
  readonly screens: Screen[];
  readonly others: string[];
  /** What was shown before. */
  readonly before: Screen | undefined;
}

interface Screen {
  readonly at: number;
  readonly rows: readonly Row[];
}

interface Row {
  readonly text: string;
  /** One look for each cell. */
  readonly looks: string;
}

/** What the two did otherwise when the same script was played, by the first few places. */
export async function compare(
  script: Script,
  before: readonly Happening[],
  after: readonly Happening[],
  { words, most }: { readonly words: Words; readonly most: number },
): Promise<Difference> {
  if (JSON.stringify(before) === JSON.stringify(after)) {
    return [];
  }
  const [old, now] = [await stagesOf(script, before), await stagesOf(script, after)];
  const told: string[] = [];
  for (let index = 0; index < Math.max(old.length, now.length) && told.length < most; index++) {
    const lines = compareStages(old[index], now[index], words);
    if (lines.length > 0) {
      told.push(`step ${index} ${old[index]?.step ?? now[index]?.step}`, ...lines.map((line) => `  ${line}`));
    }
  }
  return told.slice(0, most);
}

/** What came of a script, for who writes one: all that was done, and the last screen of each step. */
export async function told(script: Script, happenings: readonly Happening[]): Promise<readonly string[]> {
  return (await stagesOf(script, happenings)).flatMap(({ step, others, screens }, index) => [
    `════ ${script.name}, step ${index} ${step}: ${screens.length} screens`,
    ...others.map((other) => other.replace(/"headers":\{.*?\},/, '').slice(0, 400)),
    ...(screens.at(-1)?.rows.map(({ text }) => text) ?? []),
  ]);
}

function compareStages(old: Stage | undefined, now: Stage | undefined, words: Words): Difference {
  if (old === undefined || now === undefined) {
    return [old === undefined ? 'only now' : 'only before'];
  }
  const lines: string[] = [];
  for (let index = 0; index < Math.max(old.others.length, now.others.length); index++) {
    const [was, is] = [old.others[index], now.others[index]];
    if (was !== is && (was === undefined || is === undefined || translated(was, words) !== unspaced(is))) {
      lines.push(...around(was, is));
      break;
    }
  }
  for (let index = 0; index < Math.max(old.screens.length, now.screens.length); index++) {
    const difference = compareScreens(old.screens[index], now.screens[index], words);
    if (difference.length > 0) {
      const isPassing = shownAtEnd(old) === shownAtEnd(now);
      const ends = isPassing ? ', the last one is the same' : '';
      lines.push(
        `screen ${index + 1} of ${old.screens.length}, now ${now.screens.length}${ends}`,
        ...difference,
      );
      break;
    }
  }
  return lines;
}

/** What the terminal shows behind a step. */
const shownAtEnd = ({ screens, before }: Stage) => JSON.stringify((screens.at(-1) ?? before)?.rows);

function compareScreens(old: Screen | undefined, now: Screen | undefined, words: Words): Difference {
  if (old === undefined || now === undefined) {
    return [`${old === undefined ? 'one more' : 'one fewer'} at ${(old ?? now)?.at}`];
  }
  const lines = old.at === now.at ? [] : [`at ${now.at}, before at ${old.at}`];
  if (words.length > 0 && translated(textOf(old), words) === unspaced(textOf(now))) {
    return lines;
  }
  for (let index = 0; index < Math.max(old.rows.length, now.rows.length); index++) {
    const [was, is] = [old.rows[index], now.rows[index]];
    if (was?.text !== is?.text) {
      lines.push(`${index + 1} - ${was?.text ?? ''}`, `${index + 1} + ${is?.text ?? ''}`);
    } else if (was?.looks !== is?.looks) {
      const column = [...(was?.looks ?? '')].findIndex((look, place) => look !== is?.looks[place]);
      lines.push(
        `${index + 1} = ${was?.text ?? ''}`,
        `${index + 1}   looks otherwise from column ${column + 1} on`,
      );
    }
  }
  return lines;
}

const textOf = ({ rows }: Screen) => rows.map(({ text }) => text).join('\n');
const unspaced = (text: string) => text.replace(/[\s─]+/g, '');

function translated(text: string, words: Words): string {
  return words.reduce((done, [old, now]) => done.replaceAll(unspaced(old), unspaced(now)), unspaced(text));
}

/** The two where they part. */
function around(was = '(nothing)', is = '(nothing)'): Difference {
  const length = Math.min(was.length, is.length);
  let at = 0;
  while (at < length && was[at] === is[at]) {
    at++;
  }
  const part = (text: string) =>
    `${text.slice(0, 40)} … ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 100))}`;
  return [`- ${part(was)}`, `+ ${part(is)}`];
}

async function stagesOf(script: Script, happenings: readonly Happening[]): Promise<readonly Stage[]> {
  const [columns = 80, rows = 24] = script.size?.split('x').map(Number) ?? [];
  const isScreen = script.size !== undefined && !script.args.includes('--accessible');
  const emulator = new Emulator(columns, rows);
  let last: Screen | undefined;
  let stage: Stage = { step: 'the beginning', screens: [], others: [], before: last };
  const stages = [stage];
  for (const [at, kind, text] of happenings) {
    if (kind === 'step') {
      stage = { step: text, screens: [], others: [], before: last };
      stages.push(stage);
      const [, wide, high] = /^@(\d+)x(\d+)$/.exec(text) ?? [];
      emulator.resize(Number(wide ?? 0), Number(high ?? 0));
    } else if (kind === 'out' && isScreen) {
      const { screen, sounds } = await emulator.write(text);
      stage.others.push(...sounds.map((sound) => `${at} ${sound}`));
      if (screen !== undefined && JSON.stringify(last?.rows) !== JSON.stringify(screen)) {
        last = { at, rows: screen };
        stage.screens.push(last);
      }
    } else {
      appendOutput(stage.others, `${at} ${kind} ${kind === 'file' ? withoutPlaces(text) : text}`, kind);
    }
  }
  return stages;
}

/** What is printed in the same moment is one, however many pieces it came in. */
function appendOutput(others: string[], line: string, kind: string): void {
  const start = /^\S+ (out|error) /.exec(line)?.[0];
  if (start !== undefined && others.at(-1)?.startsWith(start) === true) {
    others.push(`${others.pop()}${line.slice(start.length)}`);
  } else {
    others.push(kind === 'request' ? line.replace(/"user-agent":"[^"]*"/, '') : line);
  }
}

/** A report of a fault names places in the sources. */
function withoutPlaces(text: string): string {
  return text.replaceAll(/\\n +at .*?(?=\\n)/g, '');
}

class Emulator {
  readonly #terminal: xterm.Terminal;
  readonly #sounds: string[] = [];
  #isUpdating = false;

  constructor(columns: number, rows: number) {
    this.#terminal = new xterm.Terminal({
      cols: columns,
      rows,
      scrollback: 0,
      allowProposedApi: true,
      convertEol: true,
    });
    const { parser } = this.#terminal;
    this.#terminal.onBell(() => this.#sounds.push('bell'));
    this.#terminal.onTitleChange((title) => this.#sounds.push(`title ${title}`));
    for (const code of [4, 9, 10, 11, 52, 777]) {
      parser.registerOscHandler(code, (text) => this.#sounds.push(`sequence ${code} ${text}`) > 0);
    }
    const setUpdating = (isUpdating: boolean) => (parameters: (number | number[])[]) => {
      this.#isUpdating = parameters.includes(2026) ? isUpdating : this.#isUpdating;
      this.#sounds.push(...(parameters.includes(2026) ? [] : [`mode ${parameters.join()} ${isUpdating}`]));
      return false;
    };
    parser.registerCsiHandler({ prefix: '?', final: 'h' }, setUpdating(true));
    parser.registerCsiHandler({ prefix: '?', final: 'l' }, setUpdating(false));
  }

  resize(columns: number, rows: number): void {
    if (columns > 0 && rows > 0) {
      this.#terminal.resize(columns, rows);
    }
  }

  /** What is shown once a piece has been taken, unless more is announced, and what was told beside. */
  async write(text: string): Promise<{ screen: readonly Row[] | undefined; sounds: readonly string[] }> {
    await new Promise<void>((resolve) => this.#terminal.write(text, resolve));
    return { screen: this.#isUpdating ? undefined : this.#read(), sounds: this.#sounds.splice(0) };
  }

  #read(): readonly Row[] {
    const { active: buffer } = this.#terminal.buffer;
    const cell = buffer.getNullCell();
    return Array.from({ length: this.#terminal.rows }, (_row, index) => {
      const line = buffer.getLine(buffer.baseY + index);
      let text = '';
      let looks = '';
      for (let column = 0; column < this.#terminal.cols; column++) {
        line?.getCell(column, cell);
        text += cell.getWidth() === 0 ? '' : cell.getChars() || ' ';
        const lines = [cell.isUnderline(), cell.isInverse(), cell.isStrikethrough()];
        const letters = [
          cell.getFgColorMode(),
          cell.getFgColor(),
          cell.isBold(),
          cell.isDim(),
          cell.isItalic(),
        ];
        // What there is of a blank is its background.
        const isBlank = cell.getChars().trim() === '' && !lines.some((flag) => flag !== 0);
        const look = [cell.getBgColorMode(), cell.getBgColor(), ...lines, ...(isBlank ? [] : letters)].join(
          ' ',
        );
        looks += String.fromCharCode(numberOf(look));
      }
      return { text: text.trimEnd(), looks };
    });
  }
}

const numbers = new Map<string, number>();

function numberOf(look: string): number {
  const number = numbers.get(look) ?? numbers.size;
  numbers.set(look, number);
  return number;
}
