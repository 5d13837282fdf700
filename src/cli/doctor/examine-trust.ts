import { isLoopbackHost } from '../../api/base-url.ts';
import { variable } from '../../host/connection/setting-context.ts';
import type { Finding } from './finding.ts';

type PartialFinding = Pick<Finding, 'name' | 'state' | 'value' | 'source' | 'advice'>;

const WHOSE =
  'Whoever has the key of such a certificate can answer in place of the server and read the API key. Unset it unless you know whose they are.';

/** Variables that name more certificates; two of them count only where Node asks the system. */
const TRUSTED_BY = [
  { name: 'NODE_EXTRA_CA_CERTS', isOfSystem: false },
  { name: 'SSL_CERT_FILE', isOfSystem: true },
  { name: 'SSL_CERT_DIR', isOfSystem: true },
] as const;

/** Options by which Node trusts what OpenSSL or the system trusts, for which SSL_CERT_FILE and SSL_CERT_DIR count. */
const SYSTEM_TRUST = /(?:^|\s)--?use[-_](?:openssl|system)[-_]ca(?:\s|$)/;

/**
 * What else than the configuration decides whom the API key is shown to: certificates that the environment adds, and for
 * http on this machine everybody who can listen on it.
 */
export function examineTrust(
  environment: NodeJS.ProcessEnv,
  server: URL,
  options = process.execArgv,
): PartialFinding[] {
  if (server.protocol === 'http:') {
    return isLoopbackHost(server.hostname)
      ? [
          {
            name: 'loopback',
            state: 'note',
            value: `http to ${server.host}, which every user of this machine shares`,
            advice:
              'Without https nothing shows that the program that answers there is the server that is meant: while that does not run, any user of the machine can listen in its place and read the key.',
          },
        ]
      : [];
  }
  const trustsSystem =
    SYSTEM_TRUST.test([environment['NODE_OPTIONS'] ?? '', ...options].join(' ')) ||
    environment['NODE_USE_SYSTEM_CA'] === '1';
  return TRUSTED_BY.flatMap(({ name, isOfSystem }): PartialFinding[] => {
    const value = variable(environment, name);
    return value === undefined || (isOfSystem && !trustsSystem)
      ? []
      : [
          {
            name: 'certificates',
            state: 'note',
            value: `those of ${value}, too`,
            source: name,
            advice: WHOSE,
          },
        ];
  });
}
