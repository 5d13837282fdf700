import { raiseAlerts } from '../../commands/alerts/raise-alerts.ts';
import type { CommandContext } from '../../commands/base/command.ts';
import { notify } from '../../commands/base/notices.ts';
import { AlertPrograms } from '../../host/alerts/alert-programs.ts';
import type { Sentence } from '../../lib/untrusted.ts';
import type { Alert } from '../../stores/view/alert.ts';
import { notificationSequence } from '../../terminal/output/desktop-notification.ts';
import { multiplexerOf } from '../../terminal/output/multiplexer.ts';
import { takesSystemCommands } from '../../terminal/output/takes-system-commands.ts';
import type { ConsoleDrawing } from './console-drawing.ts';

/**
 * Begins to alert somebody of events that arrive. The function returned ends it, and the programs that run for it, and returns for how
 * many events that was, as a sentence.
 */
export function beginAlerts(
  { stores, clock }: Pick<CommandContext, 'stores' | 'clock'>,
  drawing: Pick<ConsoleDrawing, 'ring' | 'sendIfTaken'>,
  { blockAlert, configFolder }: { readonly blockAlert: Alert; readonly configFolder: string },
): () => Sentence | undefined {
  const { env } = process;
  const programs = new AlertPrograms({
    folder: configFolder,
    environment: env,
    clock,
    report: (sentence) => notify({ stores, clock }, sentence, 'bad'),
  });
  const stop = raiseAlerts({ stores, clock }, blockAlert, {
    ring: () => drawing.ring(),
    sendNotification(text) {
      if (takesSystemCommands(env['TERM'])) {
        return drawing.sendIfTaken(notificationSequence(text, multiplexerOf(env)));
      }
      // It shows none, and may still ring.
      drawing.ring();
      return true;
    },
    run: (alert) => programs.run(alert),
  });
  return () => {
    stop();
    return programs.stop();
  };
}
