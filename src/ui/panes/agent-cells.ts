import type { Agent } from '../../contract/agent.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import { oddFlagsOf } from '../../stores/agents/agent-flags.ts';
import type { FlagContext } from '../../stores/agents/agent-index.ts';
import type { AgentFlag } from '../../stores/agents/agents-view.ts';
import type { PartOfId } from '../../stores/agents/distinguishing-ids.ts';
import type { Glyph, Style, Theme } from '../theme.ts';
import { untrusted, identifier, joined, lineColumns, trusted, type Line } from '../widgets/line.ts';

const STATUS_LOOKS: ReadonlyMap<string | undefined, { readonly shape: Glyph; readonly style: Style }> =
  new Map([
    ['active', { shape: 'live', style: 'good' }],
    ['suspended', { shape: 'frozen', style: 'warn' }],
    ['deleted', { shape: 'block', style: 'dim' }],
  ]);
const UNKNOWN_STATUS = { shape: 'unknown', style: 'warn' } as const;

/** Every shape of a status has room in so many columns. */
const SHAPE_COLUMNS = 2;

/**
 * The status of an agent as a shape, a word and a colour. In a table the words stand below each other, and a narrow shape away
 * from the sign of a marked row.
 */
export function statusCell(
  status: Untrusted | undefined,
  theme: Theme,
  { inTable = false }: { readonly inTable?: boolean } = {},
): Line {
  const { shape, style } = STATUS_LOOKS.get(status) ?? UNKNOWN_STATUS;
  return [
    trusted(`${theme.glyph(shape).padStart(inTable ? SHAPE_COLUMNS : 0)} `, style),
    ...untrusted(status ?? 'none', { profile: 'ident', style, ascii: theme.ascii }),
  ];
}

/** The longest part of an id that stands beside a name. */
const ID_COLUMNS = 40;

/** The part of an id that stands behind a name that several have. */
export function partOfIdLine(id: PartOfId | undefined, theme: Theme): Line {
  if (id === undefined) {
    return [];
  }
  const mark = trusted(theme.glyph('ellipsis'), 'dim');
  return [
    trusted(' ('),
    ...(id.isCutBefore === true ? [mark] : []),
    ...identifier(id.text, ID_COLUMNS, { style: 'dim', ascii: theme.ascii }),
    ...(id.isCutBehind === true ? [mark] : []),
    trusted(')'),
  ];
}

/** The name of an agent in so many columns, and behind it the part of its id where several have the same. */
export function agentName(
  name: Untrusted,
  id: PartOfId | undefined,
  columns: number,
  { style = 'plain', theme }: { readonly style?: Style; readonly theme: Theme },
): Line {
  const part = partOfIdLine(id, theme);
  return [
    ...identifier(name, Math.max(LEAST_NAME, columns - lineColumns(part)), { style, ascii: theme.ascii }),
    ...part,
  ];
}

/** A name keeps so many columns beside the part of an id. */
const LEAST_NAME = 4;

const FLAG_LOOKS: Readonly<Record<AgentFlag, { readonly word: string; readonly style: Style }>> = {
  clone: { word: 'clone', style: 'bad' },
  shared: { word: 'shared id', style: 'bad' },
  suspicious: { word: 'name', style: 'bad' },
  silent: { word: 'silent', style: 'warn' },
  old: { word: 'old', style: 'warn' },
  suspended: { word: 'suspended', style: 'warn' },
};

/** Nobody who hears a flag sees the column that it stands in. */
const SAID_FLAGS: Readonly<Record<AgentFlag, string>> = {
  clone: 'clone',
  shared: 'shared machine id',
  suspicious: 'suspicious name',
  silent: 'silent',
  old: 'old version',
  suspended: 'suspended',
};

/** A flag as a word; before those that may mean an attack stands a sign. */
function flagCell(flag: AgentFlag, theme: Theme): Line {
  const { word, style } = FLAG_LOOKS[flag];
  return [trusted(`${style === 'bad' ? `${theme.glyph('flag')} ` : ''}${word}`, style)];
}

/** What is odd about an agent, in words, the gravest first. */
export function agentFlags(agent: Agent, context: FlagContext, now: number, theme: Theme): Line {
  return joined(flagCells(agent, context, now, theme), trusted(' '));
}

/** The same in words alone, for where they are said. */
export function agentFlagWords(agent: Agent, context: FlagContext, now: number): Line {
  return joined(
    oddFlagsOf(agent, context, now).map((flag) => [trusted(SAID_FLAGS[flag])]),
    trusted(', '),
  );
}

/** The same in a cell of a table: the flags that have no room are counted. */
export function flagsCell(
  agent: Agent,
  context: FlagContext,
  { now, columns, theme }: { readonly now: number; readonly columns: number; readonly theme: Theme },
): Line {
  const cells = flagCells(agent, context, now, theme);
  const forms = cells.map((_, left) =>
    joined(left === 0 ? cells : [...cells.slice(0, -left), [trusted(`+${left}`, 'bad')]], trusted(' ')),
  );
  return forms.find((line) => lineColumns(line) <= columns) ?? forms[0] ?? [];
}

function flagCells(agent: Agent, context: FlagContext, now: number, theme: Theme): readonly Line[] {
  return oddFlagsOf(agent, context, now).map((flag) => flagCell(flag, theme));
}
