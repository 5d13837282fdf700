import type { Organization } from '../../../stores/base/organization.ts';
import type { Theme } from '../../theme.ts';
import { identifier, lineColumns, trusted, type Line } from '../../widgets/line.ts';

/** From so many columns on there is room for the fingerprint of the key. */
const WITH_KEY = 70;
/** A name leaves the server at least two thirds of the room. */
const NAME_SHARE = 3;

/**
 * Which organization a question is about, in one line: every dialog whose answer changes something has it, since keys of
 * several organizations may be at hand. What is too long for it is cut in the middle.
 */
export function organizationLine(
  { name, server, key }: Organization,
  columns: number,
  { ascii }: Theme,
): Line {
  const end: Line = key === undefined || columns < WITH_KEY ? [] : [trusted(', key ', 'dim'), trusted(key)];
  const start: Line = [trusted(' in ', 'dim')];
  const room = Math.max(2, columns - lineColumns(start) - lineColumns(end) - 1);
  const shown = (text: string, most: number) => identifier(text, Math.max(2, most), { style: 'bold', ascii });
  if (name === undefined || server === undefined) {
    return [...start, ...shown(name ?? server ?? 'an unknown organization', room), ...end];
  }
  const at = trusted(' at ', 'dim');
  const named = shown(name, Math.floor(room / NAME_SHARE));
  return [...start, ...named, at, ...shown(server, room - lineColumns([...named, at])), ...end];
}
