import type { ListId } from '../../stores/base/tab.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import type { Stores } from '../../stores/stores.ts';
import { ROW_NOUNS, selectAbsentFields } from '../../stores/view/absent-fields.ts';
import type { AbsentField } from '../../stores/view/sought-fields.ts';
import { part, shorter, type Part } from '../widgets/fitted-parts.ts';
import { cutInMiddle, trusted, type Line } from '../widgets/line.ts';
import { ofList, type Setting } from './setting.ts';

/** So many columns of a name or a term are shown. */
const LONGEST = 28;

/**
 * That the query of a list excludes values of a field that none of its rows has: `none of these events has payload.nosuch, so
 * -payload.nosuch:1 excludes none`. Empty where there is no such field.
 */
export function absentFieldsPart(stores: Stores, list: ListId, text: string, ascii: boolean): Part {
  const found = selectAbsentFields(stores, list, text);
  return found === undefined ? NOTHING : partOf(JSON.stringify(found.fields), list, ascii);
}

/** The same of the query of a page over events, which has other rows, too: it says no more than that. */
export function absentFromEventsPart(stores: Stores, text: string, ascii: boolean): Part {
  const found = selectAbsentFields(stores, 'events', text);
  return found === undefined ? NOTHING : part(absentFieldsLine(found.fields, ROW_NOUNS.events, ascii));
}

const NOTHING = part([]);

/** The same for as long as it says the same: what is looked through is another list with each event that arrives. */
const partOf = memoizeLast((fields: string, list: ListId, ascii: boolean): Part => {
  const absent = JSON.parse(fields) as readonly AbsentField[];
  const brief = absentFieldsLine(absent, ROW_NOUNS[list], ascii);
  const terms = shown(
    absent.map(({ term }) => term),
    ascii,
  );
  const names = shown(
    absent.map(({ name }) => name),
    ascii,
  );
  return part(
    [...brief, trusted(', so ', 'warn'), ...terms, trusted(' excludes none', 'warn')],
    shorter(48, brief),
    shorter(16, [trusted('no ', 'warn'), ...names, trusted(' here', 'warn')]),
  );
});

/** `none of these events has payload.nosuch` */
export function absentFieldsLine(absent: readonly AbsentField[], nouns: string, ascii: boolean): Line {
  const names = absent.map(({ name }) => name);
  return [trusted(`none of these ${nouns} has `, 'warn'), ...shown(names, ascii)];
}

function shown(texts: readonly string[], ascii: boolean): Line {
  const [first = '', ...others] = texts;
  const words = others.length === 0 ? first : `${first} and ${others.length} more`;
  return cutInMiddle([trusted(words, 'warn')], LONGEST, trusted(ascii ? '~' : '…', 'warn'));
}

/** The same for the ear; of a list under a page it is not asked. */
export function absentFieldsSetting(stores: Stores, list: ListId): Setting {
  const view = stores.view.getState();
  const found = view.pages[list].length > 0 ? undefined : selectAbsentFields(stores, list, view[list].text);
  return ofList(found === undefined ? '' : found.sentences.join(' '), found === undefined);
}
