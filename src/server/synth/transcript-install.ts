import type { EventRecord, MessageRecord } from '../base/records.ts';
import type { Random } from './random.ts';
import { toolResult, toolUse } from './tool-calls.ts';
import { stampMessage } from './transcript-time.ts';
import type { Work } from './work.ts';

const SECOND = 1000;

const REASONS_TO_INSTALL = [
  '`{package}` does this well and is small. I will add it.',
  'For this we need `{package}`. Installing it.',
  'Rather than write this by hand I will use `{package}`.',
  'The tests import `{package}`, which is not installed yet.',
  'Adding `{package}` {version}.',
];
const REACTIONS_TO_BLOCK = [
  'The install was blocked by the package policy: {reason}. I will not work around it. We can do without `{package}` here, or you can ask the security team for an exception.',
  '`{package}` {version} is blocked ({reason}). I will look for an alternative instead of trying another registry.',
  'The organization does not allow this package: {reason}. I have left the manifest as it was. How do you want to go on?',
];
const REACTIONS_TO_REVIEW = [
  '`{package}` is installed, and the policy flagged it for review: {reason}.',
  'Installed. Note that {reason}, so someone from security will look at it.',
];
const REACTIONS_TO_ALLOW = [
  '`{package}` {version} is installed.',
  'Installed. Next I will use it in the code.',
  'Done, the lock file has changed too.',
];

/**
 * The messages of a run of a package manager: why, the command in the second after the first event, what it printed,
 * and what the assistant makes of the outcome. No message is dated before the event it speaks of. `events` are those of one run, in order of time.
 */
export function writeInstall(random: Random, work: Work, events: readonly EventRecord[]): MessageRecord[] {
  const [first] = events;
  if (first === undefined) {
    return [];
  }
  const last = events.at(-1) ?? first;
  const worst =
    events.find((event) => event.outcome === 'block') ??
    events.find((event) => event.outcome === 'review') ??
    first;
  const begin = Math.ceil(first.timestamp / SECOND) * SECOND;
  const end = Math.ceil(last.timestamp / SECOND) * SECOND;
  const command = [first.actor.command, ...first.actor.args].join(' ');
  const wantsOne = events.length === 1 && first.type === 'install';
  const intention = wantsOne
    ? speakOf(first, random.pick(REASONS_TO_INSTALL))
    : first.type === 'audit'
      ? 'Checking the lock file against the policy.'
      : 'Installing the dependencies first.';
  return [
    stampMessage({ type: 'assistant', content: intention, effort: 1 }, begin),
    stampMessage(toolUse('Bash', work.folder, { command }), begin),
    stampMessage(toolResult(output(events), worst.outcome === 'block'), end + SECOND),
    stampMessage(
      { type: 'assistant', content: react(random, worst), effort: 1 },
      last.timestamp + 4 * SECOND,
    ),
  ];
}

function react(random: Random, event: EventRecord): string {
  switch (event.outcome) {
    case 'block':
      return speakOf(event, random.pick(REACTIONS_TO_BLOCK));
    case 'review':
      return speakOf(event, random.pick(REACTIONS_TO_REVIEW));
    case 'allow':
      return event.type === 'audit'
        ? 'The audit found nothing that the policy objects to.'
        : speakOf(event, random.pick(REACTIONS_TO_ALLOW));
  }
}

function output(events: readonly EventRecord[]): string {
  const lines = events.map((event) => {
    const name = `${event.subject.package}@${event.subject.version}`;
    const verb = event.type === 'audit' ? 'checked' : 'added';
    switch (event.outcome) {
      case 'block':
        return `policy: BLOCKED ${name}: ${firstReason(event)}`;
      case 'review':
        return `policy: ${name} goes to review: ${firstReason(event)}\n${verb} ${name}`;
      case 'allow':
        return `${verb} ${name}`;
    }
  });
  return lines.join('\n');
}

function speakOf(event: EventRecord, phrase: string): string {
  return phrase
    .replace('{package}', event.subject.package)
    .replace('{version}', event.subject.version)
    .replace('{reason}', firstReason(event));
}

function firstReason(event: EventRecord): string {
  const { reasons } = event.payload;
  return Array.isArray(reasons) && typeof reasons[0] === 'string' ? reasons[0] : '';
}
