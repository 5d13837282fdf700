/** A line of a text and its number, from 1, without the space around it. */
export interface TextLine {
  readonly line: number;
  readonly content: string;
}

/** The lines of a list that say something: not those that are empty or begin with #. */
export function textLines(text: string): readonly TextLine[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({ line: index + 1, content: content.trim() }))
    .filter(({ content }) => content !== '' && !content.startsWith('#'));
}
