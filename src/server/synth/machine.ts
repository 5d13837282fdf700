import type { AgentRecord } from '../base/records.ts';
import type { Project, Team } from './teams.ts';

/** A machine with an agent: what is recorded of it, and how it behaves. Times are in milliseconds since the epoch. */
export interface Machine {
  readonly agent: AgentRecord;
  readonly isRunner: boolean;
  readonly family: 'macos' | 'linux' | 'windows';
  /** Hours ahead of UTC that its people live by. */
  readonly zone: number;
  readonly team: Team;
  readonly projects: readonly Project[];
  /** How much it does compared with others of its kind. */
  readonly diligence: number;
  /** It does something only from here on… */
  readonly activeFrom: number;
  /** …and up to here; Infinity for a machine that is in use. */
  readonly activeUntil: number;
  /** A machine that went silent does not come back, whatever its status. */
  readonly isSilent: boolean;
  /** A machine that installs about anything, and so is blocked far more often than others. */
  readonly isReckless: boolean;
  /** Which release it meets in an incident (`incident.ts`); undefined for nearly all machines. */
  readonly incident: number | undefined;
  /** Where in each minute it checks in, and where in each sync interval it fetches the policy: 0 up to 1. */
  readonly checkInPhase: number;
  readonly syncPhase: number;
}

/** The folder in which a machine keeps a project, written as its system writes paths. */
export function projectPath(machine: Machine, project: Project): string {
  const user = machine.agent.username;
  if (machine.isRunner) {
    return machine.family === 'windows'
      ? `D:\\agent\\_work\\${project.name}`
      : `/home/${user}/work/${project.name}`;
  }
  switch (machine.family) {
    case 'macos':
      return `/Users/${user}/src/${project.name}`;
    case 'linux':
      return `/home/${user}/src/${project.name}`;
    case 'windows':
      return `C:\\Users\\${user}\\source\\${project.name}`;
  }
}

/** The path of a file (given with slashes) inside a project folder. */
export function fileIn(folder: string, file: string): string {
  return folder.includes('\\') ? `${folder}\\${file.replaceAll('/', '\\')}` : `${folder}/${file}`;
}
