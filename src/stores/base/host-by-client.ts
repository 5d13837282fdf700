/** What machines are called by the ids of their clients, and who uses them. */
export interface HostByClient<Name extends string = string> extends ReadonlyMap<string, Name> {
  /** User names by client id; undefined where no agents were read. */
  readonly users?: ReadonlyMap<string, Name>;
}

/** Collects names of machines; a client under which agents have different ones has none. */
export class NamesOfClients<Name extends string> {
  readonly #names = new Map<string, Name>();
  readonly #several = new Set<string>();

  add(client: string | undefined, name: Name | undefined): void {
    if (client === undefined || name === undefined) {
      return;
    }
    if ((this.#names.get(client) ?? name) !== name) {
      this.#several.add(client);
    }
    this.#names.set(client, name);
  }

  /** The names so far. */
  get names(): Map<string, Name> {
    this.#several.forEach((client) => this.#names.delete(client));
    return this.#names;
  }
}

/** Names of machines with those of their users beside them. */
export function withUsers<Name extends string>(
  hosts: Map<string, Name>,
  users: ReadonlyMap<string, Name>,
): HostByClient<Name> {
  return Object.assign(hosts, { users });
}
