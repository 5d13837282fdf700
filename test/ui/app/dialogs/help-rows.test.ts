import { expect, it } from 'vitest';

import { helpRows } from '../../../../src/ui/app/dialogs/help-rows.ts';
import { createTheme } from '../../../../src/ui/theme.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';

it('says in every place which key answers before a change, and when it counts', () => {
  const context = createFilledContext();
  for (const tab of ['overview', 'agents', 'policy'] as const) {
    context.stores.view.setState({ tab });
    const rows = helpRows(context, createTheme({ colour: false, ascii: false }));
    const place = rows.findIndex(({ heading }) => heading === 'Before a change');
    expect(rows[place + 1]).toMatchObject({
      keys: 'y',
      text: expect.stringMatching(/which Enter never does.*0\.4 s after the question.*held down/) as string,
    });
  }
});
