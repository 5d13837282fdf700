import type { SynthesisSettings } from '../../src/server/base/records.ts';
import { startServiceProxy, type Interference, type ProxiedRequest } from './service-proxy.ts';
import { startTestService } from './test-service.ts';
import { createTinyOrganization } from './tiny-organization.ts';

/** A service of its own, whose machines bear the name of the organization, and all that was asked of it. */
export interface NamedOrganization {
  readonly baseUrl: string;
  readonly key: string;
  readonly requests: readonly ProxiedRequest[];
}

/** Starts the service of an organization; what `decide` gives happens to a request in place of its being answered. */
export async function startNamedOrganization(
  name: string,
  seed: number,
  decide: (request: ProxiedRequest) => Interference | undefined = () => undefined,
): Promise<NamedOrganization> {
  const { service } = await startTestService({
    seed,
    quota: 1_000_000,
    createOrganization(settings: SynthesisSettings) {
      const organization = createTinyOrganization(settings);
      const agents = organization.agents.map((agent) => ({
        ...agent,
        hostname: `${name}-${agent.hostname}`,
      }));
      return { ...organization, agents };
    },
  });
  const requests: ProxiedRequest[] = [];
  const proxy = await startServiceProxy(service, (request) => {
    requests.push(request);
    return decide(request);
  });
  return { baseUrl: proxy.baseUrl.href, key: service.apiKey ?? '', requests };
}
