import type { Key } from 'ink';

/**
 * The chords that one input event stands for. Keys that arrive together are one event (`jjj`): each of them is a chord
 * of its own when all are the same key that only moves; anything else that arrived in one piece was pasted and is
 * dropped.
 */
export function chordsOfInput(input: string, key: Key): readonly string[] {
  const named = namedKey(key);
  if (named !== undefined) {
    return [key.shift && named === 'tab' ? 'shift+tab' : named];
  }
  if (key.meta) {
    return [];
  }
  if (key.ctrl) {
    return [`ctrl+${input}`];
  }
  if ([...input].length <= 1) {
    return input === '' ? [] : [input === ' ' ? 'space' : input];
  }
  return /^(j+|k+)$/.test(input) ? [...input] : [];
}

function namedKey(key: Key): string | undefined {
  const names = [
    ['upArrow', 'up'],
    ['downArrow', 'down'],
    ['leftArrow', 'left'],
    ['rightArrow', 'right'],
    ['pageDown', 'pagedown'],
    ['pageUp', 'pageup'],
    ['home', 'home'],
    ['end', 'end'],
    ['return', 'enter'],
    ['escape', 'escape'],
    ['tab', 'tab'],
    ['backspace', 'backspace'],
    ['delete', 'delete'],
  ] as const;
  return names.find(([property]) => key[property])?.[1];
}
