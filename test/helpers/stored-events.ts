import { rowsOf, type JsonBody, type TestService } from './test-service.ts';

/** Every event that the service holds now, by its id; asked for again where the service fails on purpose. */
export async function storedEvents(
  test: TestService,
  key = test.service.apiKey,
): Promise<ReadonlyMap<string, JsonBody>> {
  const rows = new Map<string, JsonBody>();
  for (let total = 1, offset = 0; rows.size < total;) {
    const reply = await test
      .call('GET', `/events?limit=20&offset=${offset}`, { key: key ?? null })
      .catch(() => undefined);
    const page = reply?.body['pagination'] as { total: number } | undefined;
    if (reply?.status === 200 && page !== undefined) {
      rowsOf(reply.body, 'events').forEach((row) => rows.set(String(row['id']), row));
      total = page.total;
      offset = offset + 20 < total ? offset + 20 : 0;
    }
  }
  return rows;
}
