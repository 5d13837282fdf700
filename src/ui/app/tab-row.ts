import { tabTitle } from '../../commands/lists/list-sources.ts';
import { TABS, type Tab } from '../../stores/base/tab.ts';
import { trusted, type Line } from '../widgets/line.ts';

/** How the tabs are written, the roomiest first: what stands before and behind a name, and how much of it is kept. */
const FORMS = [
  { before: ' ', behind: '  ', letters: 8 },
  { before: ' ', behind: ' ', letters: 8 },
  { before: '', behind: ' ', letters: 8 },
  { before: '', behind: ' ', letters: 4 },
] as const;

/** The second row: the tabs with their keys, the active one marked. */
export function tabRow(active: Tab, columns: number): Line {
  const forms = FORMS.map(({ before, behind, letters }) =>
    TABS.map((tab, index) => `${before}${index + 1} ${tabTitle(tab).slice(0, letters)}${behind}`),
  );
  const labels = forms.find((form) => form.join('').length <= columns) ?? forms.at(-1) ?? [];
  return TABS.flatMap((tab, index): Line => {
    const label = labels[index] ?? '';
    const marked = label.trimEnd() + (label.startsWith(' ') ? ' ' : '');
    return [
      trusted(marked, tab === active ? 'inverse' : 'plain'),
      trusted(' '.repeat(Math.max(0, label.length - marked.length))),
    ];
  });
}
