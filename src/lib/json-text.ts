/**
 * A value that was read from JSON as JSON again, indented by so many spaces if given. One that is nested more deeply than
 * can be written reads as a remark on that: it must not end the program.
 */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? '';
  } catch (error) {
    if (error instanceof RangeError) {
      return '(nested too deeply to be shown)';
    }
    throw error;
  }
}
