import { named } from '../../lib/named.ts';
import { quoting } from '../../lib/untrusted.ts';
import { quotedValue } from './quoted-value.ts';
import { isSameJson } from '../../lib/same-json.ts';
import type { ChoiceDialog, Dialog } from '../../stores/view/dialog-states.ts';
import type { PolicyField } from '../../stores/policy/select-policy.ts';
import { notify, openMenu, type CommandContext } from '../base/command.ts';
import { changeField, fieldNamed } from './draft-field.ts';

/** What a menu says and does. */
type Content = Pick<ChoiceDialog, 'title' | 'choices' | 'choose'>;

/**
 * Asks whose side is kept of a rule that both changed; `edit` lets it be changed to something else. While it is open, the
 * menu is kept as both sides have the rule, so that what is taken is what its line says.
 */
export function openRuleConflict(
  context: CommandContext,
  id: string,
  edit: (field: PolicyField) => void,
): void {
  const { policy, policyDraft, view } = context.stores;
  const content = () => contentOf(context, id, edit);
  openMenu(context, { ...content(), initial: undefined });
  const number = view.getState().dialogsOpened;
  const isOpen = (dialog: Dialog) => dialog.number === number;
  const refresh = () => {
    const now = content();
    const open = view.getState().dialogs.find(isOpen);
    if (open?.kind !== 'choice' || isSameText(open, now)) {
      return;
    }
    const changed: Dialog = { ...open, ...now, changedAt: context.clock.monotonic() };
    view.setState(({ dialogs }) => ({
      dialogs: dialogs.map((dialog) => (isOpen(dialog) ? changed : dialog)),
    }));
    notify(context, quoting`${named(id)} has changed once more: the menu says what it is now.`);
  };
  const stops = [
    policy.subscribe(refresh),
    policyDraft.subscribe(refresh),
    view.subscribe(({ dialogs }) => {
      if (!dialogs.some(isOpen)) {
        stops.forEach((stop) => stop());
      }
    }),
  ];
}

function isSameText(left: Content, right: Content): boolean {
  return left.title === right.title && isSameJson(left.choices, right.choices);
}

function contentOf(context: CommandContext, id: string, edit: (field: PolicyField) => void): Content {
  const field = fieldNamed(context, id);
  const conflict = field?.conflict;
  if (field === undefined || conflict === undefined) {
    return {
      title: quoting`${named(id)} is in conflict no more: the other side took its change back, or made the same`,
      choices: [{ label: 'Leave it at that', value: 'leave' }],
      choose: () => undefined,
    };
  }
  const words = (value: unknown) => (value === undefined ? 'not set' : quotedValue(id, value));
  return {
    // A longer title would be cut on a small screen.
    title: quoting`You both changed ${named(id)} from ${words(conflict.base)}`,
    choices: [
      { label: quoting`Keep mine: ${words(conflict.mine)}`, value: 'mine' },
      { label: quoting`Take theirs: ${words(conflict.theirs)}`, value: 'theirs' },
      ...(field.rule?.kind === 'flag'
        ? []
        : [{ label: 'Edit it', value: 'edit', opensField: field.rule?.kind === 'number' }]),
    ],
    choose(side) {
      if (side === 'edit') {
        edit(field);
      } else {
        changeField(context, id, side === 'mine' ? conflict.keepingMine : conflict.keepingTheirs);
      }
    },
  };
}
