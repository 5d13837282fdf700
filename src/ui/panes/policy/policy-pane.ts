import { sentInPlaceOfTime } from '../../../lib/sent-time.ts';
import { saidUnreadableTime } from '../unreadable-time.ts';
import { formatAgo, formatDateTime, parseTime, type TimeStyle, zoneOf } from '../../../lib/format-time.ts';
import { profileOf } from '../../../lib/text-fields.ts';
import type { Policy } from '../../../contract/policy.ts';
import { POLICY_LIST } from '../../../stores/policy/policy-list.ts';
import {
  selectPolicyFields,
  selectPolicyMerge,
  type PolicyField,
  recordOfField,
} from '../../../stores/policy/select-policy.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import type { Theme } from '../../theme.ts';
import { fitParts, leftOut, part } from '../../widgets/fitted-parts.ts';
import { identifier, trusted, type Line } from '../../widgets/line.ts';
import { mixed } from '../../widgets/mixed-line.ts';
import { emptyText, footerLine, freshness, isStale, separator } from '../freshness.ts';
import { DROP_ORDER } from '../footer-ranks.ts';
import { queryParts } from '../query-parts.ts';
import { createListPane, type ListPane, type Shown } from '../list-pane.ts';
import type { PaintPane, PaneContext } from '../pane.ts';
import { draftNeeds, policyColumns } from './columns.ts';
import { fieldDetail } from './field-detail.ts';
import { keyNameOf } from '../../../commands/keys/key-name.ts';

const SHOWN: Shown<PolicyField> = {
  list: 'policy',
  model: POLICY_LIST,
  said: ['RULE', 'VALUE', 'DRAFT'],
  recordOf: recordOfField,
};

/** Every rule of the policy and its lists, with the draft beside what is stored. */
function createPolicyPane(context: PaneContext): PaintPane {
  const { stores } = context;
  const columnsFor = memoizeLast((needsOfDraft: number) => policyColumns(context.theme, needsOfDraft));
  const needsOf = memoizeLast((fields: readonly PolicyField[]) =>
    draftNeeds(fields, context.theme, stores.faults),
  );
  return createListPane<PolicyField>(SHOWN, context, ({ size, width, now, view, connection, theme }) => {
    const state = stores.policy.getState();
    const { changes, conflicts, byOthers: others } = selectPolicyMerge(stores);
    const draft: DraftFacts = {
      changed: Object.keys(changes).length,
      conflicts: conflicts.length,
      others: others.length,
      reviewKey: keyNameOf(stores, 'policy.review'),
    };
    const fields = selectPolicyFields(stores);
    return {
      columns: columnsFor(needsOf(fields)),
      summary: [
        trusted(' '),
        ...fitParts(
          [
            ...policyFacts(state.data, draft, { now, timeStyle: view.timeStyle, theme }).map((line, index) =>
              GIVE_WAY.includes(index) ? part(line, leftOut(50 + index)) : part(line),
            ),
            ...queryParts(stores, view, 'policy', theme),
          ],
          width - 2,
          { separator: separator(theme) },
        ),
      ],
      footer: footerLine(
        [
          ...freshness(state, { feed: 'policy', connection, now, theme }),
          part(
            view.mode === 'read-only' ? [trusted('read-only: changes stay a draft', 'warn')] : [],
            leftOut(DROP_ORDER.oddities),
          ),
        ],
        size.columns,
        theme,
      ),
      counted: () => 'all',
      stale: isStale(state, connection),
      empty: emptyText(
        state,
        connection,
        state.data !== undefined,
        {
          nothing: 'The policy has no rules.',
          hidden: `No rule passes the filter. ${keyNameOf(stores, 'list.filter')} changes it, ${keyNameOf(stores, 'view.back')} clears it.`,
        },
        now,
        theme,
      ),
      detailOf: (field, room) => fieldDetail(field, room, theme),
    };
  });
}

/** The pane of the policy. */
export const POLICY_PANE: ListPane = { create: createPolicyPane, settings: () => ({}) };

/** What is said of the policy: its version, the time of its change, and what others changed. */
const GIVE_WAY: readonly number[] = [1, 2, 5];

/** Columns of a name or a version at the most. */
const LONGEST_NAME = 24;

/** What is to be said of a draft. */
interface DraftFacts {
  readonly changed: number;
  readonly conflicts: number;
  readonly others: number;
  readonly reviewKey: string;
}

function policyFacts(
  policy: Policy | undefined,
  { changed, conflicts, others, reviewKey }: DraftFacts,
  { now, timeStyle, theme }: { readonly now: number; readonly timeStyle: TimeStyle; readonly theme: Theme },
): readonly Line[] {
  const { ascii } = theme;
  const updated = parseTime(policy?.updated_at);
  const sent = sentInPlaceOfTime(policy?.raw['updated_at']) ?? '';
  return [
    policy?.name === undefined
      ? []
      : [
          trusted('policy ', 'dim'),
          ...mixed([{ text: policy.name, profile: profileOf('policy', 'name') }], LONGEST_NAME, {
            style: 'bold',
            ascii,
          }),
        ],
    policy?.version === undefined
      ? []
      : [trusted('version ', 'dim'), ...identifier(policy.version, LONGEST_NAME, { ascii })],
    updated !== undefined
      ? [
          trusted(
            `changed ${formatDateTime(updated, zoneOf(timeStyle))} (${formatAgo(now - updated)})`,
            'dim',
          ),
        ]
      : sent === ''
        ? []
        : [trusted('changed ', 'dim'), ...saidUnreadableTime(sent, theme)],
    conflicts === 0
      ? []
      : [
          trusted(
            `${conflicts} ${conflicts === 1 ? 'conflict' : 'conflicts'}: ${theme.keyOf('policy.edit')} on it settles it`,
            'bad',
          ),
        ],
    changed === 0
      ? []
      : [
          trusted(
            `${changed} ${changed === 1 ? 'change' : 'changes'} not written${reviewKey === '' ? '' : `: ${reviewKey} reviews`}`,
            'accent',
          ),
        ],
    others === 0 ? [] : [trusted(`${others} changed by others since the draft began`, 'warn')],
  ];
}
