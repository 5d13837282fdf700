import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { startProgram, type ProgramOptions, type RunningProgram } from './built-program.ts';
import type { ServiceAddress } from './events-process.ts';

/** A folder for what a program keeps on this host, removed when the test ends. */
export function temporaryState(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-state-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The environment of a program that talks to a service and keeps its journal in a folder. */
export function environmentFor(
  { baseUrl, apiKey }: ServiceAddress,
  state = temporaryState(),
): Readonly<Record<string, string>> {
  return {
    VIGIL_BASE_URL: String(baseUrl),
    VIGIL_API_KEY: apiKey ?? 'sk_live_none',
    XDG_STATE_HOME: state,
    XDG_CONFIG_HOME: '/nonexistent',
    LANG: 'C.UTF-8',
  };
}

export interface CommandOptions extends Pick<ProgramOptions, 'input' | 'environment' | 'output'> {
  /** The folder in which it keeps its journal; one of its own without it. */
  readonly state?: string;
}

/** Starts the built program against a service. */
export function startCommand(
  service: ServiceAddress,
  argumentsGiven: readonly string[],
  { state, environment = {}, ...options }: CommandOptions = {},
): RunningProgram {
  return startProgram(argumentsGiven, {
    ...options,
    environment: { ...environmentFor(service, state), ...environment },
  });
}

export interface CommandOutcome {
  readonly status: number | string | null;
  readonly lines: readonly string[];
  readonly problem: string;
}

/** Runs it to its end. */
export async function runCommand(
  service: ServiceAddress,
  argumentsGiven: readonly string[],
  options?: CommandOptions,
): Promise<CommandOutcome> {
  const running = startCommand(service, argumentsGiven, options);
  const status = await running.exit;
  return { status, lines: running.out().split('\n').slice(0, -1), problem: running.problem() };
}
