/**
 * What happens when an event arrives. - `bell`: the bell of the terminal rings. - `notify`: the terminal shows a
 * notification. - An array is a program and its arguments, which is given the event.
 */
export type Alert = 'bell' | 'notify' | 'none' | readonly string[];

export const NO_ALERT = 'none' as const;

/** What can be chosen in the console: a program stands in the config file alone. */
export type ChosenAlert = 'bell' | 'notify';

/** Whether a value is one of those. */
export function isChosenAlert(value: unknown): value is ChosenAlert {
  return value === 'bell' || value === 'notify';
}

/** An alert in words. Programs are named without their arguments, which may be secret. */
export function alertWords(alert: Alert): string {
  return alert === 'bell'
    ? 'rings the bell'
    : alert === 'notify'
      ? 'sends a notification'
      : alert === 'none'
        ? 'no alert'
        : `runs ${alert[0]?.split('/').at(-1) ?? ''}`;
}
