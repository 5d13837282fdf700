import { wholeSafeString } from '../../lib/safe-text.ts';
import { isReadable } from '../../contract/transcript/message.ts';
import { messageText } from '../../stores/transcript/message-text.ts';
import type { OpenPager } from '../../stores/transcript/select-pager.ts';
import { jsonOf, markdownOf, secretsIn, writtenMessage } from '../../stores/transcript/transcript-pieces.ts';
import type { CommandContext } from '../base/command.ts';
import { chooseCopy, copyablesOfValues } from '../export/choose-copy.ts';
import { secretsRemark } from '../export/find-secrets.ts';
import type { CopiedValue } from '../export/record-values.ts';

/** Offers what can be copied of the marked message. What looks like a secret is left out unless that is chosen. */
export function copyMessage(context: CommandContext, { open, text, cursor, top }: OpenPager): void {
  const { transcript, session } = open;
  const index = cursor ?? top.message;
  const kinds = [...new Set(secretsIn(transcript, index))];
  const ways = kinds.length === 0 ? [false] : [true, false];
  const number = `message #${index + 1}`;
  const remark = (isWithout: boolean) => secretsRemark(kinds, isWithout);
  const message = text.message(index);
  const values: readonly CopiedValue[] = [
    { label: 'path', value: isReadable(message) ? message.path : undefined },
    { label: 'time', value: isReadable(message) ? message.timestamp : undefined },
    { label: 'session id', value: session.session_id ?? session.id },
    { label: 'client id', value: session.client_id },
  ];
  chooseCopy(context, [
    ...ways.flatMap((isWithout) => {
      const written = () => writtenMessage(transcript, index, isWithout);
      return [
        {
          name: `the text of ${number}${remark(isWithout)}`,
          text: () => wholeSafeString(messageText(written(), false), 'block'),
        },
        { name: `${number} as JSON${remark(isWithout)}`, text: () => jsonOf(written()) },
        { name: `${number} as Markdown${remark(isWithout)}`, text: () => markdownOf(written(), index) },
      ];
    }),
    ...copyablesOfValues(values),
  ]);
}
