import { named, quotedText } from '../../lib/named.ts';
import { asTyped, quoting } from '../../lib/untrusted.ts';
import { elementParts } from '../../stores/policy/describe-element.ts';
import { coversPackage, textForPackage, type InstalledPackage } from '../../stores/policy/blocked-package.ts';
import { findNameProblem } from '../../stores/policy/element-problem.ts';
import { selectEventFacts } from '../../stores/events/event-facts.ts';
import { openPageOf } from '../../stores/entity/page-subject.ts';
import { notify, type Command, type CommandContext } from '../base/command.ts';
import { selectedPageRow } from '../base/entity-stack.ts';
import { addToShape, shapeOfList } from './add-element.ts';
import { elementsInDraft, fieldNamed } from './draft-field.ts';
import { isUnreadable } from './edit-field.ts';
import { openReview } from './review.ts';

const LIST = 'blocked_packages';

/** The package that is under the cursor: of an event, or of the page that is open. */
function packageUnderCursor(context: CommandContext): InstalledPackage | undefined {
  const { stores } = context;
  const view = stores.view.getState();
  const page = openPageOf(view);
  const row = page === undefined ? undefined : selectedPageRow(context);
  const event =
    page === undefined
      ? view.tab === 'events'
        ? selectEventFacts(stores)?.event.event
        : undefined
      : row?.kind === 'event'
        ? row.row.event
        : undefined;
  if (page?.subject.kind === 'package' && event === undefined) {
    return { name: page.subject.name, ecosystem: page.subject.ecosystem, version: undefined };
  }
  const { package: name, ecosystem, version } = event?.subject ?? {};
  return name === undefined ? undefined : { name, ecosystem, version };
}

/** Puts a package into the blocked ones of the draft, in the shape that the list has, and opens the review. */
export function blockPackage(context: CommandContext, found: InstalledPackage): void {
  const { stores } = context;
  const field = fieldNamed(context, LIST);
  if (field === undefined) {
    notify(context, 'The policy is not here yet: its list of blocked packages is needed first.');
    return;
  }
  if (isUnreadable(context, field)) {
    return;
  }
  const problem = findNameProblem(found.name);
  if (problem !== undefined) {
    notify(context, `It cannot be listed: the name of this package ${problem}.`, 'bad');
    return;
  }
  const stored: readonly unknown[] = Array.isArray(field.stored) ? (field.stored as unknown[]) : [];
  const listed = stored.find((element) => coversPackage(element, found));
  const elements = elementsInDraft(field);
  if (listed !== undefined && elements.some((element) => coversPackage(element, found))) {
    notify(context, quoting`${named(found.name)} is blocked already: ${quotedText(elementParts(listed))}.`);
    return;
  }
  if (elements.some((element) => coversPackage(element, found))) {
    openReview(context);
    return;
  }
  const shape = shapeOfList(context, field);
  const name = shape.kind === 'text' ? textForPackage(elements, found) : found.name;
  addToShape(context, LIST, shape, [name], {
    values: { ecosystem: asTyped(found.ecosystem ?? ''), version: asTyped(found.version ?? '') },
    then: () => stores.policyDraft.getState().base !== undefined && openReview(context),
  });
}

function blocking(scope: 'events' | 'page', hint: string): Command {
  return {
    id: `${scope}.block-package`,
    title: 'Block this package for the organization, by a review of the policy',
    hint,
    scope,
    onRow: true,
    dangerous: true,
    disabledReason: (context) =>
      packageUnderCursor(context) === undefined ? 'There is no package under the cursor.' : undefined,
    run(context) {
      const found = packageUnderCursor(context);
      if (found !== undefined) {
        blockPackage(context, found);
      }
    },
  };
}

/** `B` on an event, and on the page of a package. */
export const blockPackageCommands: readonly Command[] = [
  blocking('events', 'block package'),
  blocking('page', 'block package'),
];
