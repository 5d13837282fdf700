import { largest } from '../../lib/long-lists.ts';
import { named } from '../../lib/named.ts';
import { asUntrusted, quoting } from '../../lib/untrusted.ts';
import {
  closeDialog,
  notify,
  openDialog,
  openMenu,
  updateDialog,
  type Command,
  type CommandContext,
} from '../base/command.ts';

/** Offers the organizations that can be gone to. */
async function chooseProfile(context: CommandContext): Promise<void> {
  const { profiles } = context;
  const { choices, file } = await profiles.list();
  if (choices.length < 2) {
    notify(
      context,
      quoting`There is no other organization to go to. Add a profile to ${named(file)}: [profiles.NAME] with base_url and api_key_command or api_key_file.`,
    );
    return;
  }
  const width = largest(
    choices.map(({ name }) => name.length),
    0,
  );
  openMenu(context, {
    title: 'Go to which organization?',
    choices: choices.map(({ name, words }) => ({
      label: quoting`${named(name)}${' '.repeat(width - name.length)}   ${words}${name === profiles.shown ? ', shown now' : ''}`,
      value: name,
    })),
    initial: profiles.shown,
    choose: (name) => goToProfile(context, name),
  });
}

/** Leaves this organization for another one, unless something is under way; until its key is there, `Esc` stays. */
function goToProfile(context: CommandContext, name: string): void {
  const { profiles } = context;
  const { title } = context.stores.view.getState();
  const why = name === profiles.shown ? quoting`${named(title)} is shown already.` : profiles.whyNotNow();
  if (why !== undefined) {
    notify(context, why);
    return;
  }
  const controller = new AbortController();
  openDialog(context, {
    kind: 'progress',
    title: quoting`Going to ${named(name)}`,
    done: 0,
    of: undefined,
    remark: 'Its settings and its key are being read.',
    cancel: () => controller.abort(),
  });
  void arrive(context, name, controller);
}

async function arrive(context: CommandContext, name: string, controller: AbortController): Promise<void> {
  const { signal } = controller;
  const { title } = context.stores.view.getState();
  try {
    await context.profiles.goTo(name, {
      signal,
      say: (remark) => updateDialog(context, 'progress', { remark }),
    });
  } catch (error) {
    if (signal.aborted) {
      notify(context, quoting`Cancelled: this is still ${named(title)}.`);
      return;
    }
    closeDialog(context);
    const why = error instanceof Error ? error.message : String(error);
    notify(context, quoting`This is still ${named(title)}. ${why}`, 'bad');
  }
}

/** `profile NAME`: those that are known by now, and any other name, since the config file may have been changed. */
export const goToProfiles = ({ profiles }: CommandContext, search: string): readonly Command[] => {
  const [, typed] = /^profile\s+(\S+)$/i.exec(search) ?? [];
  const known = /^profile\s/i.test(search) ? profiles.names : [];
  const isOther = typed !== undefined && !known.some((name) => name.startsWith(typed));
  return (isOther ? [...known, typed] : known).map((name) => ({
    id: 'profile.go-to',
    title: 'Go to the organization of the profile',
    subject: asUntrusted(name),
    scope: 'global',
    run: (chosen) => goToProfile(chosen, name),
  }));
};

/** Going to another organization. */
export const profileCommands: readonly Command[] = [
  {
    id: 'profile.choose',
    title: 'Go to another organization: a profile of the config file',
    scope: 'global',
    run: chooseProfile,
  },
];
