import { describe, expect, it } from 'vitest';

import { runProgram, startProgram } from '../helpers/built-program.ts';

const vigil = (...flags: readonly string[]) => runProgram(flags);

describe('the command line', () => {
  it('says what to do when nothing is configured', async () => {
    const { status, problem } = await vigil();
    expect(status).toBe(2);
    expect(problem.trimEnd().split('\n')).toHaveLength(3);
  });

  it('refuses a home that depends on the working folder, whatever it is to do', async () => {
    const { status, out, problem } = await runProgram(['--version'], { environment: { HOME: 'here' } });
    expect([status, out]).toEqual([2, '']);
    expect(problem).toMatch(/^vigil: HOME is not an absolute path.*\n$/);
  });

  it('needs a terminal for the console', async () => {
    const { status, problem } = await vigil('--demo');
    expect(status).toBe(2);
    expect(problem).toContain('needs a terminal');
  });

  it.each([
    [['--nonsense'], "Unknown option '--nonsense'"],
    [['--tab', 'nowhere'], 'Allowed choices are overview'],
    [['--write', '--read-only'], 'cannot be used with'],
    [['--demo', '--profile', 'a'], 'cannot be used with'],
    [['--demo', '--base-url', 'https://a.example'], 'cannot be used with'],
    [['--profile', 'a'], 'There is no profile a (--profile)'],
    [['doctor', '--demo'], 'the demo needs none'],
    [['serve', '--port', 'many'], 'It must be a whole number'],
    [['serve', '--choice', 'event-order=sideways'], 'newest-first'],
    [['serve', '--fault', 'hang=2'], 'rate from 0 to 1'],
    [['serve', '--agents', '0'], 'agents must be'],
  ])('refuses %j with status 2 and says what is allowed', async (flags, hint) => {
    const { status, problem } = await vigil(...flags);
    expect(problem).toContain(hint);
    expect(status).toBe(2);
  });

  it('refuses an argument that looks like a credential, and does not repeat it', async () => {
    const { status, out, problem } = await vigil('--base-url', 'sk_live_canary');
    expect(status).toBe(2);
    expect(problem).toContain('VIGIL_API_KEY');
    expect(out + problem).not.toContain('canary');
  });

  it.each([[['--help']], [['policy', 'apply', 'x', '--help']], [['serve', '--help']]])(
    'ends quietly when nobody reads %j any more',
    async (flags) => {
      const running = startProgram(flags);
      running.child.stdout?.destroy();
      expect(await running.exit).toBe(0);
      expect(running.problem()).toBe('');
    },
  );

  it('prints its version and its help', async () => {
    expect((await vigil('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await vigil('--help')).out).toContain('--demo');
  });
});
