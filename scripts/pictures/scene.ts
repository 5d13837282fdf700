/** What is pressed, and what the screen shows once that was done. */
export interface Step {
  /** One key, as the terminal sends it. */
  readonly press: string;
  /** What has to be on the screen before the next step. */
  readonly until: string | RegExp;
  /**
   * The key does no harm when it is pressed more than once, and is until the screen shows what is awaited: a dialog that
   * has just opened takes no keys.
   */
  readonly again?: true;
}

/** A picture of the running program, and how it is come to from its start. */
export interface Scene {
  /** The name of the file. */
  readonly name: string;
  readonly title: string;
  /** What is to be seen, in a sentence. */
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  /** Besides --demo. */
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly background?: 'light';
  /** What the screen shows before the first step. */
  readonly begins: readonly (string | RegExp)[];
  readonly steps: readonly Step[];
}
