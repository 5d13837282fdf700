import { asciiJson } from '../ascii-json.ts';
import type { RecordFormat } from './record-format.ts';

/** One object a line, as the server sent it, in ASCII: nothing is lost, and nothing in it acts anywhere. */
export const jsonLines: RecordFormat = {
  id: 'json',
  title: 'JSON, one object a line',
  extension: 'jsonl',
  *write(records) {
    for (const record of records) {
      yield `${asciiJson(record)}\n`;
    }
  },
  incomplete: (remark) => `${asciiJson({ incomplete: remark })}\n`,
  remarkOn: (remark) => `${asciiJson({ note: remark })}\n`,
};
