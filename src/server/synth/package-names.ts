import type { Ecosystem } from '../../contract/values.ts';

export interface PopularName {
  readonly name: string;
  /** Major and minor number of its newest version. */
  readonly line: readonly [major: number, minor: number];
}

export interface EcosystemNames {
  readonly popular: readonly PopularName[];
  /** `{first}` and `{second}` are filled from the lists below; `{owner}` from the owners. */
  readonly patterns: readonly string[];
  readonly first: readonly string[];
  readonly second: readonly string[];
}

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Reads `name@major.minor` words. */
const popular = (text: string): readonly PopularName[] =>
  list(text).map((word) => {
    const at = word.lastIndexOf('@');
    const [major = 0, minor = 0] = word
      .slice(at + 1)
      .split('.')
      .map(Number);
    return { name: word.slice(0, at), line: [major, minor] };
  });

/**
 * Names for the catalog. The popular ones come first by use; names of the long tail are composed from the parts. All
 * other facts that the catalog attaches to a name are invented.
 */
export const PACKAGE_NAMES: Readonly<Record<Ecosystem, EcosystemNames>> = {
  npm: {
    popular: popular(`
      typescript@5.9 react@19.2 lodash@4.17 eslint@9.38 axios@1.12 express@5.1 vite@7.1 zod@4.1 vitest@3.2 prettier@3.6 chalk@5.6
      commander@14.0 react-dom@19.2 dotenv@17.2 webpack@5.102 rollup@4.52 postcss@8.5 tailwindcss@4.1 dayjs@1.11 undici@7.16 pino@9.14
      fastify@5.6 next@15.5 uuid@13.0 semver@7.7 debug@4.4 jest@30.2 rxjs@7.8 prisma@6.17 drizzle-orm@0.44 graphql@16.11 ws@8.18
      yargs@18.0 glob@11.0 esbuild@0.25 playwright@1.56 redis@5.8 pg@8.16 nanoid@5.1 zustand@5.0 immer@10.1 ajv@8.17 cors@2.8
      helmet@8.1 mocha@11.7 sharp@0.34 winston@3.18 date-fns@4.1 @types/node@24.7 @babel/core@7.28 @tanstack/react-query@5.90
      @aws-sdk/client-s3@3.908 @opentelemetry/api@1.9`),
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
    popular: popular(`
      requests@2.32 numpy@2.3 pandas@2.3 pydantic@2.12 fastapi@0.119 boto3@1.40 pytest@8.4 urllib3@2.5 httpx@0.28 sqlalchemy@2.0
      django@5.2 flask@3.1 uvicorn@0.37 click@8.3 rich@14.2 cryptography@46.0 pillow@12.0 scipy@1.16 scikit-learn@1.7 torch@2.8
      transformers@4.57 celery@5.5 redis@6.4 alembic@1.17 jinja2@3.1 pyyaml@6.0 packaging@25.0 mypy@1.18 polars@1.34 pyarrow@21.0
      matplotlib@3.10 aiohttp@3.13 tenacity@9.1 structlog@25.4 typer@0.19 gunicorn@23.0 psycopg@3.2 lxml@6.0 beautifulsoup4@4.14
      paramiko@4.0`),
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
    popular: popular(`
      github.com/spf13/cobra@1.10 github.com/stretchr/testify@1.11 golang.org/x/crypto@0.43 golang.org/x/net@0.46
      golang.org/x/sync@0.17 google.golang.org/grpc@1.76 google.golang.org/protobuf@1.36 github.com/gin-gonic/gin@1.11
      github.com/gorilla/mux@1.8 github.com/sirupsen/logrus@1.9 go.uber.org/zap@1.27 github.com/jackc/pgx/v5@5.7
      github.com/redis/go-redis/v9@9.14 github.com/prometheus/client_golang@1.23 github.com/google/uuid@1.6
      github.com/spf13/viper@1.21 github.com/go-chi/chi/v5@5.2 github.com/golang-jwt/jwt/v5@5.3 k8s.io/client-go@0.34
      github.com/hashicorp/vault@1.20 github.com/nats-io/nats.go@1.46 github.com/rs/zerolog@1.34 go.opentelemetry.io/otel@1.38
      github.com/labstack/echo/v4@4.13 github.com/pkg/errors@0.9`),
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
    popular: popular(`
      serde@1.0 tokio@1.48 anyhow@1.0 clap@4.5 rand@0.9 regex@1.12 serde_json@1.0 thiserror@2.0 tracing@0.1 reqwest@0.12 axum@0.8
      hyper@1.7 chrono@0.4 uuid@1.18 sqlx@0.8 rayon@1.11 bytes@1.10 futures@0.3 syn@2.0 quote@1.0 rustls@0.23 dashmap@6.1
      once_cell@1.21 parking_lot@0.12 tonic@0.14 prost@0.14 bincode@2.0 criterion@0.7 proptest@1.8 indexmap@2.11`),
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
