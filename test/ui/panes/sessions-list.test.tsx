import { describe, expect, it, vi } from 'vitest';

import { calendarSchema, sessionClientSchema } from '../../../src/contract/session.ts';
import { noteFailure, receive } from '../../../src/stores/base/resource-store.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { KEYS, renderConsole, type RenderOptions } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleSession, secondsAgo } from '../../helpers/sample-data.ts';

/** The console on the list of sessions; dialogs may be answered at once. */
async function showSessions(options: RenderOptions = {}) {
  const context = createFilledContext();
  context.stores.view.setState({ tab: 'sessions' });
  const screen = await renderConsole(context, { columns: 120, rows: 30, ...options });
  const settle = async () => {
    await context.clock.advance(1000);
    await screen.draw();
  };
  return { ...context, screen, settle, footer: () => screen.lines.at(-2) ?? '' };
}

describe('the list of sessions', () => {
  it('marks the column by which it is sorted', async () => {
    const { stores, screen } = await showSessions();
    expect(screen.lines[3]).toContain('ACTIVE▼');
    updatePane(stores.view, 'sessions', { sort: { column: 'PROJECT', descending: false } });
    await screen.draw();
    expect(screen.lines[3]).toContain('PROJECT▲');
    expect(screen.lines[3]).not.toContain('▼');
  });

  it('puts the session of a subagent under the one that spawned it, and says when that is only likely', async () => {
    const { stores, screen } = await showSessions();
    const sessions = [
      sampleSession('child', 0, {
        is_subagent: true,
        parent_session_id: 'uuid-of-a',
        first_prompt: 'Find it',
      }),
      sampleSession('a', 5, { subagent_count: 1, first_prompt: 'Mend it', project_path: '/srv/other' }),
      sampleSession('guess', 30, { is_subagent: true, created_at: secondsAgo(60), first_prompt: 'Look' }),
      sampleSession('b', 20, { subagent_count: 1, first_prompt: 'Build' }),
    ];
    receive(stores.sessions, listingOf(sessions), NOW);
    await screen.draw();
    const prompts = screen.lines
      .slice(4, 8)
      .map((line) => /(└ )?(subagent\?? )?(Mend it|Find it|Build|Look)$/.exec(line)?.[0]);
    expect(prompts).toEqual(['Mend it', '└ subagent Find it', 'Build', '└ subagent? Look']);
  });

  it('shows every filter in one line, with the zone of the day', async () => {
    const { stores, screen } = await showSessions({ columns: 160 });
    updatePane(stores.view, 'sessions', {
      date: '2026-03-01',
      project: '/srv/shop',
      branch: 'main',
      clientId: 'client-1',
      agentId: 'agent-1',
      subagents: true,
    });
    await screen.draw();
    expect(screen.lines[2]).toContain(
      'day 2026-03-01 (UTC) · project /srv/shop · branch main · client client-1 · agent agent-1 · with subagents',
    );
    await screen.press(KEYS.escape);
    expect(screen.lines[2]).not.toContain('2026-03-01');
  });

  it('says what of a long list is here, and what becomes of the rest', async () => {
    const { stores, screen, footer } = await showSessions();
    const sessions = Array.from({ length: 20 }, (_, index) => sampleSession(`s${index}`, index));
    receive(stores.sessions, { rows: sessions, total: 4312, damaged: [] }, NOW);
    await screen.draw();
    expect(footer()).toContain('20 of 4,312 read; G reads on');
    const reading = { read: 20, of: 1000 };
    receive(stores.sessions, { rows: sessions, total: 4312, damaged: [], reading }, NOW);
    await screen.draw();
    expect(footer()).toContain('20 of 4,312 read so far');
    receive(stores.sessions, { rows: sessions, total: 4312, damaged: [] }, NOW);
    stores.sessionsBeyond.setState({ state: 'reading' });
    await screen.draw();
    expect(footer()).toContain('reading on, 20 of 4,312');
    stores.sessionsBeyond.setState({ state: 'full' });
    await screen.draw();
    expect(footer()).toContain('the others are not read');
    const failure = { message: 'The server has a fault (500).', at: NOW, status: 500 };
    stores.sessionsBeyond.setState({ state: 'idle', failure });
    await screen.draw();
    expect(footer()).toContain('the next ones not: The server has a fault (500).');
  });

  it('has the calendar and the busiest clients above it on a tall screen alone', async () => {
    const { stores, screen } = await showSessions({ columns: 160, rows: 45 });
    const clients = [
      { client_id: 'client-1', session_count: 4 },
      { client: 'client-99', hostname: 'lab-9', count: 40 },
    ];
    receive(stores.sessionClients, listingOf(clients.map((raw) => sessionClientSchema.parse(raw))), NOW);
    await screen.draw();
    expect(screen.text).toMatch(/ Mon .*lab-9 +40 █+/);
    expect(screen.text).toMatch(/ Tue .*build-01 +4 █+/);
    await screen.resize(160, 30);
    expect(screen.text).not.toContain(' Mon ');
  });
});

describe('the calendar', () => {
  it('says what the day under the cursor holds, moves by keys, and shows its sessions', async () => {
    const { stores, screen, settle } = await showSessions();
    await screen.press('d');
    expect(screen.text).toContain('Sessions by day · days in UTC');
    expect(screen.text).toContain('Monday 2026-03-02 · 8 sessions');
    await screen.press('k');
    expect(screen.text).toContain('Sunday 2026-03-01 · 3 sessions');
    await screen.press('h');
    expect(screen.text).toContain('Sunday 2026-02-22 · not counted by the server');
    await settle();
    await screen.press(KEYS.enter);
    expect(stores.view.getState().sessions.date).toBe('2026-02-22');
  });

  it('counts days of the zone that is shown where all sessions are listed, and says whose days they are otherwise', async () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    const { stores, screen } = await showSessions();
    stores.view.setState({ timeStyle: 'local' });
    await screen.press('d');
    expect(screen.text).toContain('Sessions by day · in Asia/Kolkata, counted from the list');
    const listing = stores.sessions.getState().data ?? expect.fail('nothing is listed');
    receive(stores.sessions, { ...listing, total: 5000 }, NOW);
    await screen.draw();
    expect(screen.text).toContain('in Asia/Kolkata, counted by days in UTC');
    expect(screen.text).toContain('8 sessions in the day in UTC');
    vi.unstubAllEnvs();
  });

  it('follows the cursor to months that are not on the screen', async () => {
    const { stores, screen } = await showSessions({ columns: 60, rows: 15 });
    const days = [
      { date: '2025-06-09', count: 1 },
      { date: '2026-03-01', count: 5 },
    ];
    receive(stores.calendar, calendarSchema.parse({ days, total_count: 6 }), NOW);
    await screen.press('d', ...Array<string>(8).fill('\u001b[5~'));
    expect(screen.text).toContain('Wednesday 2025-07-02');
    expect(screen.text).toContain('Jul');
    expect(screen.lines).toHaveLength(15);
    expect(screen.lines.at(-1)).toContain('close');
  });

  it('says why there are no counts', async () => {
    const { stores, screen } = await showSessions();
    stores.calendar.setState({ data: undefined, receivedAt: undefined });
    await screen.press('d');
    expect(screen.text).toContain('the counts are being read');
    noteFailure(stores.calendar, { message: 'The key may not do this (403).', at: NOW, status: 403 });
    await screen.draw();
    expect(screen.text).toContain('the counts could not be read');
  });
});
