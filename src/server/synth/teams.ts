import type { Ecosystem } from '../../contract/values.ts';

/** A repository that people and runners install packages for. */
export interface Project {
  readonly name: string;
  readonly ecosystem: Ecosystem;
  /** What it is about: the words that its prompts and files use. */
  readonly topics: readonly string[];
}

export interface Team {
  readonly name: string;
  /** How many of the organization's machines are this team's, relative to the other teams. */
  readonly size: number;
  readonly projects: readonly Project[];
}

const project = (name: string, ecosystem: Ecosystem, topics: string): Project => ({
  name,
  ecosystem,
  topics: topics.split(' '),
});

export const TEAMS: readonly Team[] = [
  {
    name: 'storefront',
    size: 5,
    projects: [
      project('checkout-web', 'npm', 'cart coupon address payment shipping'),
      project('catalog-ui', 'npm', 'search facet gallery price review'),
      project('storefront-bff', 'npm', 'session basket recommendation stock locale'),
    ],
  },
  {
    name: 'payments',
    size: 3,
    projects: [
      project('ledger-api', 'go', 'posting balance statement currency reconciliation'),
      project('payment-gateway', 'go', 'charge refund webhook idempotency settlement'),
      project('billing-portal', 'npm', 'invoice plan usage receipt tax'),
    ],
  },
  {
    name: 'platform',
    size: 3,
    projects: [
      project('deploy-controller', 'go', 'rollout manifest probe lease quota'),
      project('edge-proxy', 'cargo', 'upstream header timeout retry certificate'),
      project('service-catalog', 'npm', 'owner dependency scorecard runbook alert'),
    ],
  },
  {
    name: 'data',
    size: 3,
    projects: [
      project('event-pipeline', 'pip', 'partition schema backfill window checkpoint'),
      project('metrics-warehouse', 'pip', 'fact dimension rollup freshness snapshot'),
      project('report-builder', 'pip', 'export template chart schedule filter'),
    ],
  },
  {
    name: 'machine-learning',
    size: 2,
    projects: [
      project('ranking-models', 'pip', 'feature embedding label training evaluation'),
      project('inference-gateway', 'pip', 'batch token model fallback warmup'),
    ],
  },
  {
    name: 'mobile',
    size: 2,
    projects: [
      project('shop-app', 'npm', 'screen gesture offline notification deeplink'),
      project('app-backend', 'npm', 'device push profile feature-flag consent'),
    ],
  },
  {
    name: 'security',
    size: 1,
    projects: [
      project('secret-scanner', 'cargo', 'pattern entropy baseline finding allowlist'),
      project('access-review', 'pip', 'role grant reviewer campaign evidence'),
    ],
  },
  {
    name: 'storage',
    size: 1,
    projects: [
      project('blob-store', 'cargo', 'segment compaction replica manifest checksum'),
      project('backup-agent', 'go', 'snapshot retention volume restore throttle'),
    ],
  },
];
