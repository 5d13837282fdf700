import type { Ecosystem } from '../../contract/values.ts';

/**
 * Names for the catalog. The popular ones come first by use; names of the long tail are composed from the parts. All
 * facts that the catalog attaches to a name are invented.
 */
export interface EcosystemNames {
  readonly popular: readonly string[];
  /** `{first}` and `{second}` are filled from the lists below; `{owner}` from the owners. */
  readonly patterns: readonly string[];
  readonly first: readonly string[];
  readonly second: readonly string[];
}

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const PACKAGE_NAMES: Readonly<Record<Ecosystem, EcosystemNames>> = {
  npm: {
    popular: list(`
      typescript react lodash eslint axios express vite zod vitest prettier chalk commander react-dom dotenv webpack
      rollup postcss tailwindcss dayjs undici pino fastify next uuid semver debug jest rxjs prisma drizzle-orm graphql
      ws yargs glob esbuild playwright redis pg nanoid zustand immer ajv cors helmet mocha sharp winston date-fns
      @types/node @babel/core @tanstack/react-query @aws-sdk/client-s3 @opentelemetry/api`),
    patterns: [
      '{first}-{second}',
      '{first}-{second}',
      '{first}{second}',
      '@{owner}/{first}-{second}',
      'use-{second}',
    ],
    first: list(`
      fast tiny safe async micro stream edge json css http sql log color deep lazy smart type node react form query
      table chart cache schema token cookie header path file text date money color route worker queue event signal`),
    second: list(`
      parse merge queue cache router walker client pool loader config emitter diff glob guard store bridge codec
      limiter batcher retry watcher builder mapper picker resolver sanitizer scheduler tracer writer pager kit`),
  },
  pip: {
    popular: list(`
      requests numpy pandas pydantic fastapi boto3 pytest urllib3 httpx sqlalchemy django flask uvicorn click rich
      cryptography pillow scipy scikit-learn torch transformers celery redis alembic jinja2 pyyaml packaging mypy
      polars pyarrow matplotlib aiohttp tenacity structlog typer gunicorn psycopg lxml beautifulsoup4 paramiko`),
    patterns: [
      '{first}-{second}',
      '{first}_{second}',
      'py{second}-{first}',
      '{first}{second}',
      'django-{first}-{second}',
    ],
    first: list(`
      fast tiny async data geo text ml vector frame table metric feature image audio graph stream event secure cloud
      json yaml csv sql log trace batch tensor corpus signal sparse`),
    second: list(`
      loader parser toolkit client pipeline cache index schema utils store queue runner sampler encoder mapper probe
      metrics bridge writer reader scheduler sync guard lint plot search`),
  },
  go: {
    popular: list(`
      github.com/spf13/cobra github.com/stretchr/testify golang.org/x/crypto golang.org/x/net golang.org/x/sync
      google.golang.org/grpc google.golang.org/protobuf github.com/gin-gonic/gin github.com/gorilla/mux
      github.com/sirupsen/logrus go.uber.org/zap github.com/jackc/pgx/v5 github.com/redis/go-redis/v9
      github.com/prometheus/client_golang github.com/google/uuid github.com/spf13/viper github.com/go-chi/chi/v5
      github.com/golang-jwt/jwt/v5 k8s.io/client-go github.com/hashicorp/vault github.com/nats-io/nats.go
      github.com/rs/zerolog go.opentelemetry.io/otel github.com/labstack/echo/v4 github.com/pkg/errors`),
    patterns: [
      'github.com/{owner}/{first}{second}',
      'github.com/{owner}/go-{first}-{second}',
      'github.com/{owner}/{second}',
    ],
    first: list(
      'fast tiny kv grpc http sql log trace batch cert yaml toml raft ring hash bloom cron ssh proto queue',
    ),
    second: list(
      'pool cache router client lock limiter parser walker codec watch probe mux store bus lease sync retry',
    ),
  },
  cargo: {
    popular: list(`
      serde tokio anyhow clap rand regex serde_json thiserror tracing reqwest axum hyper chrono uuid sqlx rayon bytes
      futures syn quote rustls dashmap once_cell parking_lot tonic prost bincode criterion proptest indexmap`),
    patterns: [
      '{first}-{second}',
      '{first}_{second}',
      'tokio-{first}-{second}',
      '{first}{second}',
      'serde_{first}',
    ],
    first: list(
      'fast tiny mini zero async atomic arena byte bit json toml wire frame hash ring slab stream text trie utf',
    ),
    second: list(
      'buf cache codec pool parse queue map set lock io net log derive macros wal index sync guard diff fmt',
    ),
  },
};

/** Accounts and scopes that publish the packages of the long tail. */
export const OWNERS: readonly string[] = list(`
  harborline quietlabs northbit oakfield tidewater redwagon stonebridge fernworks nimbusforge brightloop saltmarsh
  ironleaf paperplane copperhill lanternio driftwood owlpost kettleworks bluecanal mosslight plainview gravelroad
  tinroof halfmoon greyheron slateworks windrow cinderbox foldline`);

/** Accounts behind the packages that were taken over or planted. */
export const DISTRUSTED_OWNERS: readonly string[] = list('x9-mirror free-builds devtools-sync cdn-helper01');
