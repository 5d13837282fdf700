import { ByteBlocks } from '../lib/byte-blocks.ts';
import type { Answered, Client } from './client.ts';
import type { BodySink } from './transport.ts';

/** GET of a path below the base URL: its JSON as the server sent it, without echoes of the key. Throws as `Client.call`. */
export function getAnyPath(
  client: Client,
  path: string,
  signal?: AbortSignal,
  purpose?: string,
): Promise<Answered<string>> {
  const body = new JsonBody();
  return client.call('anyPath', { path, signal, purpose, into: body }, () => body.text());
}

/** The text of a body that is JSON. */
class JsonBody implements BodySink {
  #bytes = new ByteBlocks();
  #redact = (text: string) => text;

  begin({ redact }: Parameters<BodySink['begin']>[0]): void {
    this.#bytes = new ByteBlocks();
    this.#redact = redact;
  }

  add(piece: Uint8Array): void {
    this.#bytes.append(piece);
  }

  beginning(): string {
    return this.#redact(this.#bytes.text(0, Math.min(this.#bytes.length, 400)));
  }

  /** Throws a SyntaxError when it is not JSON. */
  text(): string {
    const text = this.#redact(this.#bytes.text(0, this.#bytes.length)).replace(/^\ufeff/, '');
    JSON.parse(text);
    return text;
  }
}
