import { expect, expectTypeOf, it } from 'vitest';

import type { agentSchema } from '../../src/contract/agent.ts';
import type { errorBodySchema } from '../../src/contract/error.ts';
import type { eventSchema } from '../../src/contract/event.ts';
import { asUntrusted, joinUntrusted, untrustedText, type Untrusted } from '../../src/lib/untrusted.ts';
import { createTheme } from '../../src/ui/theme.ts';
import { trusted } from '../../src/ui/widgets/line.ts';

it('every text of an answer is marked', () => {
  type AgentText = 'client_id' | 'hostname' | 'status' | 'username' | 'os' | 'clone_reason' | 'last_seen_at';
  type Agent = ReturnType<typeof agentSchema.parse>;
  expectTypeOf<Agent['id']>().toEqualTypeOf<Untrusted>();
  expectTypeOf<Agent[AgentText]>().toEqualTypeOf<Untrusted | undefined>();
  type Event = ReturnType<typeof eventSchema.parse>;
  expectTypeOf<NonNullable<Event['payload']>['reasons']>().toEqualTypeOf<Untrusted[] | undefined>();
  expectTypeOf<ReturnType<typeof errorBodySchema.parse>['error']>().toEqualTypeOf<Untrusted>();
});

it('what draws our own text takes none that is marked', () => {
  const host = asUntrusted('ci-07');
  const theme = createTheme({ colour: false, ascii: false });
  // @ts-expect-error: it has to be made safe.
  expect(trusted(host).text).toBe('ci-07');
  // @ts-expect-error: so has what may be it.
  expect(trusted(host as Untrusted | 'none').text).toBe('ci-07');
  // @ts-expect-error: and what is painted.
  expect(theme.paint(host, 'plain')).toBe('ci-07');
  expect(trusted('ci-07').text).toBe('ci-07');
});

it('what is put together from it stays marked', () => {
  const host = asUntrusted('ci-07');
  expect(untrustedText`host ${host} of ${12}`).toBe('host ci-07 of 12');
  expectTypeOf(untrustedText`host ${host}`).toEqualTypeOf<Untrusted>();
  expect(joinUntrusted([host, undefined, 'b'], ', ')).toBe('ci-07, b');
  expectTypeOf(joinUntrusted([host], ', ')).toEqualTypeOf<Untrusted>();
});
