import { formatCount } from '../../lib/format-number.ts';
import { formatAge } from '../../lib/format-time.ts';
import { STATUS } from '../../contract/status.ts';
import { keyNameOf } from '../../commands/keys/key-name.ts';
import { selectMachineNames, type MachineNames } from '../../stores/agents/machine-names.ts';
import { selectAskedNames, type AskedNames } from '../../stores/entity/asked-names.ts';
import type { Stores } from '../../stores/stores.ts';
import { part, shorter, type Part } from '../widgets/fitted-parts.ts';
import { trusted } from '../widgets/line.ts';

/** That a result goes by names of machines that are not known, the longest form first; the others say less of why. */
export interface MachineNamesWords {
  readonly forms: readonly [string, ...string[]];
  /** As it is said: the same for as long as only figures move on. */
  readonly said: string;
}

/** What is lacking where the pane or the page over it asks for names of machines or users; undefined where nothing is. */
export function machineNamesWords(stores: Stores, now: number): MachineNamesWords | undefined {
  const asked = selectAskedNames(stores.view.getState());
  const names = asked === undefined ? undefined : selectMachineNames(stores);
  return asked === undefined || names === undefined || names.kind === 'known'
    ? undefined
    : sameWords(wordsOf(names, asked, `${keyNameOf(stores, 'data.refresh')} tries again`, now));
}

let last: { readonly key: string; readonly words: MachineNamesWords } | undefined;

/** The same object for as long as it says the same. */
function sameWords(words: MachineNamesWords): MachineNamesWords {
  const key = JSON.stringify(words);
  last = last?.key === key ? last : { key, words };
  return last.words;
}

function wordsOf(
  names: Exclude<MachineNames, { kind: 'known' }>,
  asked: AskedNames,
  again: string,
  now: number,
): MachineNamesWords {
  const so = consequences(asked);
  switch (names.kind) {
    case 'unread': {
      const what = 'names of machines are not known yet: the list of agents is not read';
      return { forms: [`${what}; ${so}`, what, 'names of machines not read yet'], said: `${what}; ${so}` };
    }
    case 'part': {
      const end = names.isOver ? '' : ' so far';
      const what = `names of machines are known of ${readOf(names.part)} agents${end}`;
      return {
        forms: [`${what}; of others ${so}`, what, names.isOver ? 'names in part' : 'names so far'],
        said: `names of machines are known in part${end}; of others ${so}`,
      };
    }
    case 'failed': {
      const { failure, receivedAt, part: read } = names;
      const status = failure.status === undefined ? '' : ` (${failure.status})`;
      const why = `the server ${failure.status === STATUS.forbidden ? 'refuses' : 'does not give'} the list of agents${status}`;
      if (read !== undefined) {
        const part = `names of machines are known of ${readOf(read)} agents`;
        const said = `names of machines are known in part: ${why}; of others ${so}; ${again}`;
        return {
          forms: [`${part}: ${why}, ${again}`, `${part}${status}, ${again}`, `names in part${status}`],
          said,
        };
      }
      if (receivedAt !== undefined) {
        const old = `names of machines are ${formatAge(Math.max(0, now - receivedAt))} old`;
        const said = `names of machines are old: ${why}; ${again}`;
        return {
          forms: [`${old}: ${why}, ${again}`, `${old}${status}, ${again}`, `names old${status}`],
          said,
        };
      }
      const what = 'names of machines are not known';
      return {
        forms: [
          `${what}: ${why}, ${again}; ${so}`,
          `${what}${status}, ${again}; ${so}`,
          `${what}${status}, ${again}`,
          `no names of machines${status}`,
          `names unknown${status}`,
        ],
        said: `${what}: ${why}; ${so}; ${again}`,
      };
    }
  }
}

function readOf({ read, of }: { readonly read: number; readonly of: number | undefined }): string {
  return of === undefined ? formatCount(read) : `${formatCount(read)} of ${formatCount(of)}`;
}

function consequences({ host, user, words, counted }: AskedNames): string {
  return [
    ...(host ? ['host: compares ids'] : []),
    ...(user ? ['user: finds none'] : []),
    ...(words && !host ? ['words are not looked for in them'] : []),
    ...(counted === 'host' ? ['they are counted by ids'] : counted === 'user' ? ['no user is counted'] : []),
  ].join(', ');
}

/** The same in a line, where it is shortened and never left out. */
export function machineNamesPart(words: MachineNamesWords | undefined): Part {
  const [first, ...others] = words?.forms ?? [''];
  return first === ''
    ? part([])
    : part(
        [trusted(first, 'warn')],
        ...others.map((form, index) => shorter(RANKS[index] ?? 1, [trusted(form, 'warn')])),
      );
}

/** Before the query loses letters it says less of why. */
const RANKS = [48, 46, 16, 9] as const;

/** The same as a sentence that stands alone. */
export function machineNamesSentence({ said }: MachineNamesWords): string {
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
