import { formatCount } from '../../lib/format-number.ts';
import {
  openDialog,
  openMenu,
  notify,
  type Command,
  type CommandContext,
  type KeptPlace,
} from '../base/command.ts';
import { formatDateTime, zoneOf } from '../../lib/format-time.ts';
import { named } from '../../lib/named.ts';
import { quoting } from '../../lib/untrusted.ts';
import type { NoticeContext } from '../base/notices.ts';

/**
 * Says at the start that nothing is kept of this organization yet, and what may be its own elsewhere: a key that was changed
 * for a new one looks like another organization.
 */
export function reportKeptElsewhere(
  context: NoticeContext,
  places: readonly KeptPlace[],
  key: string | undefined,
  problems: readonly string[] = [],
): void {
  const [first, ...others] = places;
  if (first !== undefined) {
    const more = others.length === 0 ? '' : `; and ${others.length} more of the kind`;
    notify(
      context,
      quoting`Nothing is kept for this key yet. What ${first.name} kept is not used; :take over adds it if this is the same organization: ${first.holds}${more}. This key is ${key ?? 'not known'}.`,
    );
  }
  if (problems.length > 0) {
    notify(
      context,
      `Nothing is kept for this key yet, and :take over cannot use all that there is elsewhere: ${problems.join(' ')}`,
      'bad',
    );
  }
}

async function choosePlace(context: CommandContext): Promise<void> {
  const places = await context.keptElsewhere.list();
  if (places.length === 0) {
    const problems = await context.keptElsewhere.problems();
    notify(
      context,
      problems.length > 0
        ? `Nothing can be taken over: ${problems.join(' ')}`
        : 'Nothing is kept on this host under another key of this server, or by an earlier version of vigil.',
    );
    return;
  }
  openMenu(context, {
    title: 'Take over what is kept by which?',
    choices: places.map(({ name, holds }, index) => ({
      label: quoting`${name}: ${holds}`,
      value: String(index),
    })),
    initial: undefined,
    choose(value) {
      const place = places[Number(value)];
      if (place !== undefined) {
        confirmPlace(context, place);
      }
    },
  });
}

function confirmPlace(context: CommandContext, place: KeptPlace): void {
  openDialog(context, {
    kind: 'confirm',
    title: 'The same organization? Take over what is kept of it?',
    lines: [
      { label: 'from', value: place.name },
      { label: 'folder', value: [{ text: place.path, profile: 'ident' }] },
      { label: 'holds', value: place.holds },
      ...place.mutes.map(({ text, until }) => ({
        label: 'mute',
        value: quoting`${named(text)} until ${formatDateTime(until, zoneOf(context.stores.view.getState().timeStyle))}`,
      })),
      { label: 'then', value: 'it is added to what is kept here, and stays there as it is' },
    ],
    yesDoes: 'takes it over',
    confirm: () => void takeOver(context, place),
  });
}

async function takeOver(context: CommandContext, place: KeptPlace): Promise<void> {
  try {
    await context.keptElsewhere.takeOver(place);
    notify(
      context,
      quoting`Taken over from what was kept by ${place.name}: ${place.holds}. A draft is reviewed here before anything of it is written.`,
      'good',
    );
    await reportWithoutVerdict(context, place);
  } catch (error) {
    notify(context, error instanceof Error ? error.message : String(error), 'bad');
  }
}

/**
 * Says which changes of the key that something was taken over from have no verdict at this server: only a console with that key verifies them,
 * and it may not count any more.
 */
async function reportWithoutVerdict(context: CommandContext, { of }: KeptPlace): Promise<void> {
  if (of === undefined) {
    return;
  }
  const { baseUrl, key } = of;
  const { operations } = await context.sync.readJournal();
  const count = operations.filter(
    ({ steps }) =>
      steps[0].key === key && steps[0].base_url === baseUrl && steps.every(({ step }) => step !== 'verdict'),
  ).length;
  if (count > 0) {
    const changes = count === 1 ? 'change that was made with the key' : 'changes that were made with the key';
    notify(
      context,
      `${formatCount(count)} ${changes} ${key} ${count === 1 ? 'has' : 'have'} no verdict; with this key vigil does not look for one. See :journal for what was to be changed, and look at the present state yourself.`,
      'bad',
    );
  }
}

/** What is kept on this host under another key of the same organization. */
export const keptElsewhereCommands: readonly Command[] = [
  {
    id: 'kept.take-over',
    title: 'Take over what is kept under another key or by an earlier version',
    scope: 'global',
    run: choosePlace,
  },
];
