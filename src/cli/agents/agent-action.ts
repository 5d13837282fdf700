import type { Agent } from '../../contract/agent.ts';
import type { AgentRequest, AgentStatusRequest } from '../../sync/writes/requests.ts';
import type { AgentVerdict } from '../../sync/writes/verdict.ts';
import type { Writer } from '../../sync/writes/writer.ts';

/** What `vigil agents` can do to agents. */
export type AgentActionName = 'suspend' | 'activate' | 'delete' | 'hard-delete';

/** How many agents a question is about: one by its name, or so many. */
export interface Asked {
  readonly single: string | undefined;
  readonly count: number;
}

/** What an action is carried out with; the end is that of a suspension. */
type ActionRequest = AgentRequest & Pick<AgentStatusRequest, 'until'>;

/** An action as the command line carries it out. */
export interface AgentAction {
  readonly name: AgentActionName;
  /** As in "Suspending 3 agents". */
  readonly doing: string;
  /** What else there is to know before. */
  readonly warnings: (hasReason: boolean) => readonly string[];
  /** The question, and the answer that agrees to it. */
  readonly question: (asked: Asked) => { readonly text: string; readonly agreement: string };
  readonly execute: (writer: Writer, request: ActionRequest) => Promise<AgentVerdict>;
  /** Whether an agent was as requested before anything was sent. */
  readonly isDone: (agent: Agent) => boolean;
}

function yesOrNo(verb: string) {
  return ({ single, count }: Asked) => ({
    text: `${verb} ${single ?? `these ${count} agents`}? [y/N] `,
    agreement: 'y',
  });
}

const REASON_IN_ADDRESS =
  'The reason travels in the address of the request, which proxies on the way may log.';

/** The actions by their names. */
export const AGENT_ACTIONS: Readonly<Record<AgentActionName, AgentAction>> = {
  suspend: {
    name: 'suspend',
    doing: 'Suspending',
    warnings: () => [],
    question: yesOrNo('Suspend'),
    execute: (writer, request) => writer.changeAgentStatus({ ...request, status: 'suspended' }),
    isDone: ({ status }) => status === 'suspended',
  },
  activate: {
    name: 'activate',
    doing: 'Reactivating',
    warnings: () => [],
    question: yesOrNo('Reactivate'),
    execute: (writer, request) => writer.changeAgentStatus({ ...request, status: 'active' }),
    isDone: ({ status }) => status === 'active',
  },
  delete: {
    name: 'delete',
    doing: 'Deleting (softly)',
    warnings: (hasReason) => [
      'What becomes of an agent that is deleted softly is decided by the server; it is read afterwards and shown.',
      ...(hasReason ? [REASON_IN_ADDRESS] : []),
    ],
    question: ({ single, count }) => ({
      text: `Type delete to delete ${single ?? `these ${count} agents`}: `,
      agreement: 'delete',
    }),
    execute: (writer, request) => writer.deleteAgent({ ...request, hard: false }),
    isDone: ({ status }) => status === 'deleted',
  },
  'hard-delete': {
    name: 'hard-delete',
    doing: 'Deleting for good',
    warnings: (hasReason) => [
      'This cannot be taken back: a machine needs a new registration key to come back.',
      ...(hasReason ? [REASON_IN_ADDRESS] : []),
    ],
    question: ({ single, count }) =>
      single === undefined
        ? {
            text: `Type delete ${count} to delete these ${count} agents for good: `,
            agreement: `delete ${count}`,
          }
        : { text: `Type ${single} to delete it for good: `, agreement: single },
    execute: (writer, request) => writer.deleteAgent({ ...request, hard: true }),
    isDone: () => false,
  },
};
