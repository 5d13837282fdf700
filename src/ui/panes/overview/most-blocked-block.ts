import { formatCount } from '../../../lib/format-number.ts';
import { profileOf } from '../../../lib/text-fields.ts';
import { measureIn } from '../../../stores/base/completeness.ts';
import type {
  BlockedField,
  BlockedValue,
  MostBlockedValues,
} from '../../../stores/overview/select-most-blocked.ts';
import { blockedStop } from '../../../stores/overview/overview-stops.ts';
import { barLine } from '../../widgets/charts/bar.ts';
import { fit, identifier, trusted, untrusted, type Line } from '../../widgets/line.ts';
import { plainRow, stopRow, type Block, type BlockRoom, type BlockRow } from './block.ts';

/** The name of a field stands before the first of its values. */
const LABEL_COLUMNS = 10;

const COUNT_COLUMNS = 7;
const BAR_COLUMNS = 8;

const TITLE = 'Most blocked';

/** What the rule around a title takes at least. */
const RULE_COLUMNS = 4;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The packages, machines and reasons with most blocks of the last day, as many as there is room for. */
export function mostBlockedBlock(most: MostBlockedValues | undefined, blockRoom: BlockRoom): Block {
  const { columns, rows, theme } = blockRoom;
  const title: Line = [trusted(TITLE, 'heading')];
  if (most === undefined) {
    return { title, rows: [plainRow([trusted('not read yet', 'dim')])] };
  }
  const { blocks, over, counted } = most;
  const measure = measureIn(columns - 44, counted);
  const words = ` ${theme.glyph('separator')} ${formatCount(blocks)} ${blocks === 1 ? 'block' : 'blocks'}${measure}`;
  const room = columns - RULE_COLUMNS - TITLE.length - words.length;
  const forms = pastForms(over);
  return {
    title: [
      ...title,
      trusted(`${words}${forms.find(({ length }) => length <= room) ?? forms.at(-1) ?? ''}`, 'dim'),
    ],
    rows: most.fields.every(({ values }) => values.length === 0)
      ? [plainRow([trusted(`No block among the loaded events${measure}.`, 'dim')])]
      : valueRows(most, Math.max(1, rows), blockRoom),
  };
}

/** Over how long blocks were counted, the longest words first. */
function pastForms(over: number): readonly string[] {
  if (over >= DAY) {
    return [', last 24h'];
  }
  const minutes = Math.floor(over / MINUTE);
  const hours = Math.floor(minutes / 60);
  const past = hours === 0 ? `${minutes}m` : `${hours}h ${minutes % 60}m`;
  return [
    ` of the last ${past}, older ones are not read yet`,
    ` of the last ${past}, older not read`,
    `, last ${past}`,
  ];
}

/** As many values of each field as there is room for; those of the field with the cursor move to show it. */
function valueRows({ fields }: MostBlockedValues, rows: number, room: BlockRoom): readonly BlockRow[] {
  const { cursor, theme } = room;
  const placeOf = (values: readonly BlockedValue[]) => values.findIndex(({ id }) => id === cursor);
  const each = Math.floor(rows / fields.length);
  const shown =
    each > 0
      ? fields
      : [fields.find(({ values }) => placeOf(values) >= 0) ?? fields[0]].filter(
          (field) => field !== undefined,
        );
  const longest = each > 0 ? each : rows;
  return shown.flatMap(({ field, values }) => {
    const most = values.reduce((largest, { blocks }) => Math.max(largest, blocks), 0);
    const top = Math.max(0, placeOf(values) - longest + 1);
    return values.slice(top, top + longest).map((value, index) => {
      const label = fit(index === 0 ? [trusted(field, 'dim')] : [], LABEL_COLUMNS, theme);
      return stopRow(blockedStop(value), [...label, ...valueLine(field, value, most, room)], room);
    });
  });
}

function valueLine(
  field: BlockedField,
  { name, blocks }: BlockedValue,
  most: number,
  { columns, theme }: BlockRoom,
): Line {
  const { ascii } = theme;
  const width = Math.max(8, columns - LABEL_COLUMNS - COUNT_COLUMNS - BAR_COLUMNS - 3);
  const shown =
    profileOf('event', FIELD_PATHS[field]) === 'ident'
      ? identifier(name, width, { style: 'bold', ascii })
      : untrusted(name, { ascii });
  return [
    ...fit(shown, width, theme),
    trusted(formatCount(blocks).padStart(COUNT_COLUMNS), 'block'),
    trusted(' '),
    ...barLine(most === 0 ? 0 : blocks / most, { columns: BAR_COLUMNS, theme, style: 'block' }),
  ];
}

const FIELD_PATHS: Readonly<Record<BlockedField, string>> = {
  packages: 'subject.package',
  machines: 'client_id',
  reasons: 'payload.reasons',
};
