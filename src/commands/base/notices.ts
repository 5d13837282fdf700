import type { Clock } from '../../lib/clock.ts';
import { zoneOf } from '../../lib/format-time.ts';
import { momentsIn } from '../../lib/sentence-moments.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import type { Stores } from '../../stores/stores.ts';
import type { Message, Notice } from '../../stores/view/view-store.ts';

/** What notices are shown with. */
export interface NoticeContext {
  readonly stores: Pick<Stores, 'view'>;
  readonly clock: Clock;
}

/** How long a message stays although keys are pressed or others come: what became of a change must be read. */
const SHORTEST = 2500;

/** So many messages are kept to be read again. */
const KEPT = 50;

/** So many wait at most; all of them can be read again. */
const MOST_WAITING = 20;

/** Whether the next message replaces it at once: it says what the last key did, and the last key is another by then. */
function isReplaceable({ tone }: Pick<Message, 'tone'>): boolean {
  return tone === 'plain' || tone === 'done';
}

/**
 * Shows a message at the bottom for a while. What became of a change is not pushed away by what comes next: that waits,
 * and of what keys did only the last one does. What is said of a topic makes outdated what was said of it before.
 */
export function notify(
  context: NoticeContext,
  text: Sentence,
  tone: Message['tone'] = 'plain',
  topic?: string,
): void {
  const { view } = context.stores;
  const message = messageOf(context, text, tone, topic);
  const isOutdated = (other: Message | undefined) => topic !== undefined && other?.topic === topic;
  keep(context, message);
  const { notice, waiting } = view.getState();
  if (notice === undefined || isReplaceable(notice) || isOutdated(notice)) {
    show(context, message);
  } else {
    const others = isReplaceable(message) ? waiting.filter((other) => !isReplaceable(other)) : waiting;
    view.setState({ waiting: [...others, message].slice(-MOST_WAITING) });
  }
}

/** Says that keys were ignored, and why, until `countAgain`. Another message is hidden meanwhile, and is shown afterwards. */
export function noteIgnored({ stores, clock }: NoticeContext, text: Sentence): void {
  const now = clock.now();
  const { ignored } = stores.view.getState();
  if (ignored?.text !== text) {
    stores.view.setState({
      ignored: { text, tone: 'plain', at: now, since: now, until: Number.POSITIVE_INFINITY },
    });
  }
}

/** Takes away that keys were ignored. */
export function countAgain({ stores }: Pick<NoticeContext, 'stores'>): void {
  if (stores.view.getState().ignored !== undefined) {
    stores.view.setState({ ignored: undefined });
  }
}

/** Keeps a message that is shown whole elsewhere, to be read again; what it makes outdated is shown no longer. */
export function noteMessage(
  context: NoticeContext,
  text: Sentence,
  tone: Message['tone'],
  topic: string,
): void {
  keep(context, messageOf(context, text, tone, topic));
  if (context.stores.view.getState().notice?.topic === topic) {
    showNext(context);
  }
}

/** The message as it is shown now, in the zone of the screen. */
function messageOf(
  { stores, clock }: NoticeContext,
  text: Sentence,
  tone: Message['tone'],
  topic: string | undefined,
): Message {
  const at = clock.now();
  return { text: momentsIn(zoneOf(stores.view.getState().timeStyle), text, at), tone, at, topic };
}

function keep({ stores }: NoticeContext, message: Message): void {
  const { topic } = message;
  stores.view.setState(({ messages, waiting }) => ({
    messages: [message, ...messages].slice(0, KEPT),
    waiting: waiting.filter((other) => topic === undefined || other.topic !== topic),
  }));
}

function show({ stores, clock }: NoticeContext, message: Message | undefined): void {
  const now = clock.now();
  const notice: Notice | undefined =
    message === undefined ? undefined : { ...message, since: now, until: now + readingTime(message.text) };
  stores.view.setState({ notice });
}

function readingTime(text: Sentence): number {
  return Math.min(15_000, 3000 + 60 * text.length);
}

function showNext(context: NoticeContext): void {
  const [next, ...waiting] = context.stores.view.getState().waiting;
  context.stores.view.setState({ waiting });
  show(context, next);
}

/** Takes a message away that a further key makes outdated, and shows the next one that waits. */
export function dismissNotice(context: NoticeContext): void {
  const { notice } = context.stores.view.getState();
  if (notice?.tone === 'plain' || isRead(context, notice)) {
    showNext(context);
  }
}

function isRead({ clock }: NoticeContext, notice: Notice | undefined): boolean {
  return notice !== undefined && clock.now() - notice.since >= SHORTEST;
}

/** Takes an outdated message away; where others wait, none stays longer than it takes to read. */
export function expireNotice(context: NoticeContext): void {
  const { notice, waiting, ignored } = context.stores.view.getState();
  const [next] = waiting;
  const now = context.clock.now();
  if (notice === undefined || ignored !== undefined) {
    return;
  }
  // Somebody who pressed a key waits for what it did.
  const longest =
    next === undefined ? Number.POSITIVE_INFINITY : isReplaceable(next) ? SHORTEST : 2 * SHORTEST;
  if (now >= notice.until || now >= notice.since + longest) {
    showNext(context);
  }
}

/** Reports several problems at once: the first is shown with how many there are, and all can be read again. */
export function notifyTogether(context: NoticeContext, problems: readonly Sentence[]): void {
  const [first, ...others] = problems;
  if (first === undefined) {
    return;
  }
  if (others.length === 0) {
    notify(context, first, 'bad');
    return;
  }
  const at = context.clock.now();
  const { view } = context.stores;
  view.setState(({ messages }) => ({
    messages: [...problems.map((text): Message => ({ text, tone: 'bad', at })), ...messages].slice(0, KEPT),
  }));
  notify(context, quoting`${problems.length} settings do not count; :messages lists them. ${first}`, 'bad');
}
