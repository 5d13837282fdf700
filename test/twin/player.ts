import { readSteps, type Script, type Step } from './script.ts';
import { Network, type Interference } from './virtual-network.ts';
import { World } from './virtual-world.ts';

/**
 * Plays one script on one program, in a process of its own, and writes down all that comes out of it: `player.ts JOB OUT`.
 * The program is the built one as it is; only what Node offers it is replaced.
 */

const fs = process.getBuiltinModule('node:fs');
const path = process.getBuiltinModule('node:path');
const { Readable, Writable } = process.getBuiltinModule('node:stream');
// As they were before this world took their place.
const real = { ...fs };

export interface Job {
  readonly program: string;
  readonly service: string;
  readonly home: string;
  readonly script: Script;
  /** Plays what comes before the script. */
  readonly isEarlier: boolean;
}

/** What happened, when, in milliseconds: what was written to a descriptor, what was asked of the server, what was done. */
export type Happening = readonly [
  at: number,
  kind: 'step' | 'out' | 'error' | 'request' | 'end' | 'file',
  text: string,
];

/** Milliseconds that pass after each key. */
const PAUSE = 60;
/** Milliseconds between the session before and the one of the script. */
const HOUR = 3_600_000;
/** Milliseconds after which a command that has not ended is left. */
const LONGEST = 900_000;

/** What the terminal answers to what it is asked. */
const ANSWERS = [
  ['\u001b[5n', '\u001b[0n'],
  ['\u001b[c', '\u001b[?62;22c'],
] as const;

const [, , jobFile = '', outFile = ''] = process.argv;
const { program, service, home, script, isEarlier } = JSON.parse(real.readFileSync(jobFile, 'utf8')) as Job;
const exit = process.exit.bind(process);
const reallyExit: (status: number) => never = (status) => exit(status);
const record = real.openSync(outFile, 'w');
const world = new World();
const network = new Network(world, (request) => note('request', JSON.stringify(request)));
let isOver = false;
let keys = { api_key: '', read_only_api_key: '', base_url: '' };

world.install(7);
network.install();
try {
  await startService();
  await play();
} catch (error) {
  note('end', `the player failed: ${error instanceof Error ? error.stack : String(error)}`);
  real.writeSync(2, `${String(error)}\n`);
  reallyExit(70);
}

function note(...[kind, text]: [Happening[1], string]): void {
  world.stir();
  if (!isOver || kind === 'file' || kind === 'end') {
    real.writeSync(
      record,
      `${JSON.stringify([Math.round(world.now * 1000) / 1000, kind, text] satisfies Happening)}\n`,
    );
  }
}

/** Runs `vigil serve` of its own copy of the program in this process. */
async function startService(): Promise<void> {
  let said = '';
  takeOutput((text) => (said += text), { columns: 80, rows: 24, isTTY: false });
  process.env = { PATH: '/usr/bin:/bin', HOME: path.join(home, 'service'), TZ: 'UTC' };
  const amounts = '--agents 24 --events 400 --sessions 14 --rate 0 --quota 6000 --json';
  const more = script.serve === undefined ? [] : script.serve.split(' ');
  const kept = script.earlier === undefined ? [] : ['--db', `${home}.db`];
  process.argv = ['node', 'vigil', 'serve', ...amounts.split(' '), ...more, ...kept];
  void import(path.join(service, 'dist/vigil.js'));
  for (let tries = 0; !said.includes('base_url') && tries < 100; tries++) {
    await world.advance(10);
  }
  keys = JSON.parse(said.split('\n').find((line) => line.startsWith('{')) ?? '{}') as typeof keys;
  if (isEarlier) {
    fs.writeFileSync(`${home}.keys`, JSON.stringify(keys));
  } else if (script.earlier !== undefined) {
    keys = JSON.parse(real.readFileSync(`${home}.keys`, 'utf8')) as typeof keys;
    await world.advance(HOUR);
  }
  for (const name of ['uncaughtException', 'unhandledRejection', 'SIGTERM', 'SIGINT']) {
    process.removeAllListeners(name);
  }
}

async function play(): Promise<void> {
  const [columns, rows] = script.size?.split('x').map(Number) ?? [];
  const isTTY = columns !== undefined && rows !== undefined;
  const size = { columns: columns ?? 80, rows: rows ?? 24, isTTY };
  const stdin = takeInput(isTTY, await filledLines(script.stdin ?? ''));
  takeOutput((text, descriptor) => {
    note(descriptor === 1 ? 'out' : 'error', text);
    for (const [, answer] of ANSWERS.filter(([question]) => isTTY && text.includes(question))) {
      setImmediate(() => stdin.push(Buffer.from(answer)));
    }
  }, size);
  for (const [name, text] of Object.entries(script.files ?? {})) {
    fs.mkdirSync(path.join(home, name, '..'), { recursive: true, mode: 0o700 });
    fs.writeFileSync(path.join(home, name), filled(text), { mode: 0o600 });
  }
  process.chdir(home);
  process.env = {
    ...{ PATH: '/usr/bin:/bin', HOME: home, TZ: 'UTC', LANG: 'C.UTF-8', TERM: 'xterm-256color' },
    ...{ NODE_ENV: 'production', XDG_RUNTIME_DIR: home, TMPDIR: home },
    ...{
      VIGIL_BASE_URL: keys.base_url,
      VIGIL_API_KEY: script.isReader === true ? keys.read_only_api_key : keys.api_key,
    },
    ...script.environment,
  };
  const { args, earlierArgs = args } = script;
  const given = await Promise.all((isEarlier ? earlierArgs : args).map(withAgents));
  process.argv = ['node', 'vigil', ...given.map(filled)];
  process.exitCode = 0;
  process.exit = (status = process.exitCode) => finish(`status ${String(status)}`);
  world.onFailure((error) => process.emit('uncaughtException', error as Error));
  world.slowness = script.slowness ?? 0;
  const first = readSteps(isEarlier ? (script.earlier ?? '') : script.steps);
  // What happens before the first key may befall the very first request.
  const early = first.findIndex(({ step }) => step.kind !== 'happen');
  const before = early === -1 ? first.length : early;
  for (const { step } of first.slice(0, before)) {
    await take(step, stdin);
  }
  void import(path.join(program, 'dist/vigil.js')).then(
    () => finish(`status ${String(process.exitCode)}`),
    (error: unknown) => finish(`rejected ${String(error)}`),
  );
  await world.settle();
  if (isTTY) {
    await world.advance(2000);
  }
  for (const { token, step } of first.slice(before)) {
    note('step', token);
    await take(step, stdin);
  }
  if (isTTY) {
    note('step', 'the end');
    await take({ kind: 'send', bytes: '\u0003' }, stdin);
    await world.advance(6000);
  }
  const end = world.now + LONGEST;
  while (world.now < end && (await world.skip())) {
    continue;
  }
  finish('still running');
}

async function take(step: Step, stdin: { push(bytes: Buffer): unknown }): Promise<void> {
  switch (step.kind) {
    case 'send':
      stdin.push(Buffer.from(step.bytes));
      return world.advance(PAUSE);
    case 'wait':
      return world.advance(step.milliseconds);
    case 'resize':
      Object.assign(process.stdout, { columns: step.columns, rows: step.rows });
      process.stdout.emit('resize');
      process.emit('SIGWINCH');
      return world.advance(PAUSE);
    case 'happen':
      await happen(step.what, step.about);
      return world.settle();
  }
}

/** What befalls the server, or what somebody else does on it. */
async function happen(what: string, about: string): Promise<void> {
  const put = (interference: Interference) =>
    network.interferences.set(about.replace('_', ' '), interference);
  switch (what) {
    case 'down':
    case 'up':
      network.isDown = what === 'down';
      return;
    case 'hang':
    case 'reset':
      put(what);
      return;
    case 'well':
      network.interferences.clear();
      return;
    case 'late': {
      const [start = '', after = '0'] = about.split('=');
      network.interferences.set(start.replace('_', ' '), { after: Number(after), key: keys.api_key });
      return;
    }
    case 'total': {
      const [start = '', added = '0'] = about.split('=');
      network.interferences.set(start.replace('_', ' '), (document) => withTotal(document, Number(added)));
      return;
    }
    case 'sigint':
      process.emit('SIGINT');
      return;
    case 'gone':
    case 'suspend':
    case 'activate': {
      const path = `/registered-agents/${await agentAt(Number(about))}`;
      await (what === 'gone'
        ? ask('DELETE', `${path}?hard=true`)
        : ask('PUT', `${path}/status`, { status: what === 'suspend' ? 'suspended' : 'active' }));
      return;
    }
    case 'policy': {
      const [name = '', value = 'null'] = about.split('=');
      await ask('PUT', '/policy', { rules: { [name]: JSON.parse(value) as unknown } });
      return;
    }
    case 'blocked': {
      const element: unknown = about.startsWith('{') ? JSON.parse(about) : about;
      const { blocked_packages: blocked } = (await ask('GET', '/policy')) as { blocked_packages: unknown[] };
      const others = blocked.filter((each) => nameOf(each) !== nameOf(element));
      await ask('PUT', '/policy', { blocked_packages: [...others, element] });
      return;
    }
    default:
      if (!/^\d+$/.test(what)) {
        throw new Error(`Nothing is called ${what}.`);
      }
      put(Number(what));
  }
}

function nameOf(element: unknown): unknown {
  return typeof element === 'string' ? element : (element as { readonly name?: unknown }).name;
}

/** The server says that there are so many more rows than there are. */
function withTotal(document: Record<string, unknown>, added: number): unknown {
  const pagination = document['pagination'] as Record<string, unknown> | undefined;
  return typeof pagination?.['total'] === 'number'
    ? { ...document, pagination: { ...pagination, total: Math.max(0, pagination['total'] + added) } }
    : document;
}

/** The agent that stands there by hostname. */
async function agentAt(place: number): Promise<string> {
  const { agents = [] } = (await ask('GET', '/registered-agents?limit=100')) as {
    agents?: { id?: string; hostname: string }[];
  };
  return agents.toSorted((one, other) => one.hostname.localeCompare(other.hostname)).at(place)?.id ?? '';
}

/** Asks until there is an answer: the faults of the service befall everybody. */
async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  for (let tries = 0; tries < 20; tries++) {
    let answer: { readonly document: unknown } | undefined;
    network.ask(method, path, keys.api_key, body).then(
      (document) => (answer = { document }),
      () => undefined,
    );
    for (let waits = 0; answer === undefined && waits < 25; waits++) {
      await (waits === 0 ? world.settle() : world.advance(100));
    }
    if (answer !== undefined) {
      return answer.document;
    }
  }
  throw new Error(`The service never answered ${method} ${path}.`);
}

/** The id of an agent for its place. */
async function withAgents(text: string): Promise<string> {
  const [, place] = /^\{agent:(\d+)\}$/.exec(text) ?? [];
  return place === undefined ? text : agentAt(Number(place));
}

async function filledLines(text: string): Promise<string> {
  return (await Promise.all(text.split('\n').map(withAgents))).join('\n');
}

/** What a script cannot know beforehand. */
function filled(text: string): string {
  return text.replaceAll('{home}', home).replaceAll('{url}', keys.base_url);
}

function takeOutput(
  take: (text: string, descriptor: 1 | 2) => void,
  { isTTY, ...size }: { readonly columns: number; readonly rows: number; readonly isTTY: boolean },
): void {
  for (const [name, descriptor] of [['stdout', 1] as const, ['stderr', 2] as const]) {
    const stream = new Writable({
      decodeStrings: false,
      write(piece: string | Buffer, _encoding, done) {
        take(piece.toString(), descriptor);
        done();
      },
    });
    Object.assign(stream, { fd: descriptor, ...(isTTY && { isTTY, ...size, hasColors: () => true }) });
    Object.defineProperty(process, name, { value: stream, configurable: true });
  }
  const decoders = [1, 2].map(() => new TextDecoder());
  fs.writeSync = ((descriptor: number, bytes: Uint8Array | string, ...more: []) => {
    if (descriptor !== 1 && descriptor !== 2) {
      return real.writeSync(descriptor, bytes as Uint8Array, ...more);
    }
    const decoder = decoders[descriptor - 1];
    const text = typeof bytes === 'string' ? bytes : (decoder?.decode(bytes, { stream: true }) ?? '');
    take(text, descriptor);
    return typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.byteLength;
  }) as typeof fs.writeSync;
  process.getBuiltinModule('node:tty').isatty = (descriptor) => isTTY && descriptor < 3;
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

function takeInput(isTTY: boolean, given: string): { push(bytes: Buffer): unknown } {
  const stdin = new Readable({ read() {} });
  const self = () => stdin;
  Object.assign(stdin, { fd: 0, ref: self, unref: self, ...(isTTY && { isTTY, setRawMode: self }) });
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  stdin.push(given);
  if (!isTTY) {
    stdin.push(null);
  }
  return stdin;
}

/** Writes down what is left behind, and ends. */
function finish(how: string): never {
  if (!isOver) {
    isOver = true;
    note('end', how);
    process.emit('exit', 0);
    for (const name of filesIn(home).toSorted()) {
      note('file', JSON.stringify([name, real.readFileSync(path.join(home, name), 'utf8')]));
    }
    fs.closeSync(record);
  }
  reallyExit(0);
}

function filesIn(folder: string): readonly string[] {
  return real
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => real.statSync(path.join(folder, name)).isFile());
}
