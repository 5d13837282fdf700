import type { Ecosystem } from '../../contract/values.ts';

/** A repository that people and runners install packages for. */
export interface Project {
  readonly name: string;
  readonly ecosystem: Ecosystem;
  /** The command of the package manager that its lock file belongs to. */
  readonly manager: string;
  /** What it is about: the words that its prompts and files use. */
  readonly topics: readonly string[];
}

export interface Team {
  readonly name: string;
  /** How many of the organization's machines are this team's, relative to the other teams. */
  readonly size: number;
  readonly projects: readonly Project[];
}

const project = (name: string, ecosystem: Ecosystem, manager: string, topics: string): Project => ({
  name,
  ecosystem,
  manager,
  topics: topics.split(' '),
});

export const TEAMS: readonly Team[] = [
  {
    name: 'storefront',
    size: 5,
    projects: [
      project('checkout-web', 'npm', 'pnpm', 'cart coupon address payment shipping'),
      project('catalog-ui', 'npm', 'npm', 'search facet gallery price review'),
      project('storefront-bff', 'npm', 'npm', 'session basket recommendation stock locale'),
    ],
  },
  {
    name: 'payments',
    size: 3,
    projects: [
      project('ledger-api', 'go', 'go', 'posting balance statement currency reconciliation'),
      project('payment-gateway', 'go', 'go', 'charge refund webhook idempotency settlement'),
      project('billing-portal', 'npm', 'yarn', 'invoice plan usage receipt tax'),
    ],
  },
  {
    name: 'platform',
    size: 3,
    projects: [
      project('deploy-controller', 'go', 'go', 'rollout manifest probe lease quota'),
      project('edge-proxy', 'cargo', 'cargo', 'upstream header timeout retry certificate'),
      project('service-catalog', 'npm', 'pnpm', 'owner dependency scorecard runbook alert'),
    ],
  },
  {
    name: 'data',
    size: 3,
    projects: [
      project('event-pipeline', 'pip', 'uv', 'partition schema backfill window checkpoint'),
      project('metrics-warehouse', 'pip', 'pip', 'fact dimension rollup freshness snapshot'),
      project('report-builder', 'pip', 'pip', 'export template chart schedule filter'),
    ],
  },
  {
    name: 'machine-learning',
    size: 2,
    projects: [
      project('ranking-models', 'pip', 'pip', 'feature embedding label training evaluation'),
      project('inference-gateway', 'pip', 'uv', 'batch token model fallback warmup'),
    ],
  },
  {
    name: 'mobile',
    size: 2,
    projects: [
      project('shop-app', 'npm', 'npm', 'screen gesture offline notification deeplink'),
      project('app-backend', 'npm', 'bun', 'device push profile feature-flag consent'),
    ],
  },
  {
    name: 'security',
    size: 1,
    projects: [
      project('secret-scanner', 'cargo', 'cargo', 'pattern entropy baseline finding allowlist'),
      project('access-review', 'pip', 'poetry', 'role grant reviewer campaign evidence'),
    ],
  },
  {
    name: 'storage',
    size: 1,
    projects: [
      project('blob-store', 'cargo', 'cargo', 'segment compaction replica manifest checksum'),
      project('backup-agent', 'go', 'go', 'snapshot retention volume restore throttle'),
    ],
  },
];
