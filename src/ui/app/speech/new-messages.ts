import type { Stores } from '../../../stores/stores.ts';
import type { Message, Notice } from '../../../stores/view/view-store.ts';

/** Messages that were not said yet: those that are shown or wait to be, each once, however long a screen shows it. */
export class NewMessages {
  readonly #stores: Pick<Stores, 'view'>;
  #known: ReadonlySet<Message> = new Set();
  #ignored: Notice | undefined;

  constructor(stores: Pick<Stores, 'view'>) {
    this.#stores = stores;
  }

  take(): readonly Message[] {
    const { messages, notice, waiting, ignored } = this.#stores.view.getState();
    const isShown = (message: Message) =>
      waiting.includes(message) || (notice?.text === message.text && notice.at === message.at);
    const fresh = messages.filter((message) => !this.#known.has(message) && isShown(message)).reverse();
    this.#known = new Set(messages);
    const isNewlyIgnored = ignored !== undefined && ignored !== this.#ignored;
    this.#ignored = ignored;
    return isNewlyIgnored ? [...fresh, ignored] : fresh;
  }
}
