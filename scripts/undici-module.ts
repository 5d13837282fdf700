import { readFileSync } from 'node:fs';

import type { Plugin } from 'esbuild';

/** Every function that the program takes from undici, given as undici's own index gives them. */
const WHAT_IS_USED = `'use strict';
const Agent = require('./lib/dispatcher/agent.js');
const EnvHttpProxyAgent = require('./lib/dispatcher/env-http-proxy-agent.js');
const send = require('./lib/api/api-request.js');
function request(url, { dispatcher, ...options }) {
  const { origin, pathname, search } = new URL(url);
  return send.call(dispatcher, { ...options, origin, path: pathname + search });
}
module.exports = { Agent, EnvHttpProxyAgent, request };
`;

/** What undici looks into for bodies that are forms or streams of the Web. */
const ONLY_FOR_OTHER_BODIES = /^\.\.\/web\//;

/**
 * The index of undici loads all that it has: fetch, WebSockets, caches, mocks and, with HTTP/2, much of Node. In the bundle
 * it gives what the program uses and loads no more, which is 6 MB less of memory. Bodies are text and connections HTTP/1.1,
 * so that nothing ever asks for what is left out. Fails the build when the package has changed.
 */
export const undiciInParts: Plugin = {
  name: 'undici-in-parts',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]undici[\\/]index\.js$/ }, ({ path }) => {
      if (!readFileSync(path, 'utf8').includes('module.exports.request = makeDispatcher(api.request)')) {
        throw new Error(`${path} makes its requests in another way than expected.`);
      }
      return { contents: WHAT_IS_USED, loader: 'js' };
    });
    bundler.onResolve({ filter: ONLY_FOR_OTHER_BODIES }, ({ importer }) =>
      /[\\/]undici[\\/]lib[\\/](core|dispatcher)[\\/]/.test(importer)
        ? { path: 'none', namespace: 'left-out' }
        : undefined,
    );
    // undici goes on without it, as it does where Node was built without it.
    bundler.onResolve({ filter: /^node:http2$/ }, () => ({ path: 'http2', namespace: 'left-out' }));
    bundler.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error('The bundle leaves this out: ${path}.');`,
      loader: 'js',
    }));
  },
};
