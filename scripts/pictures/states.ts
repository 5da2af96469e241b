import type { BrowserContext, Route } from '@playwright/test';

export const states = ['full', 'empty', 'loading', 'failing'] as const;
export type State = (typeof states)[number];

/** Requests of the application frame, which are answered in every state. */
const shellRequests =
  /\/api\/(getInfo|getRouters|public\/|login|register|captcha|system\/dict\/data\/type|account\/task|system\/notice\/listTop)/;

const emptyList = (value: unknown): unknown => (Array.isArray(value) ? [] : value);

async function fulfillEmpty(route: Route) {
  const response = await route.fetch();
  const body = await response.json().catch(() => undefined);
  if (!body || typeof body !== 'object') return route.fulfill({ response });
  const { rows, total, data } = body;
  const isRecord = data && typeof data === 'object' && !Array.isArray(data);
  const lists = isRecord ? Object.fromEntries(Object.entries(data).map(([key, value]) => [key, emptyList(value)])) : emptyList(data);
  const emptyBody = {
    ...body,
    ...(rows && { rows: [] }),
    ...(total !== undefined && { total: 0 }),
    ...(data !== undefined && { data: lists }),
  };
  return route.fulfill({ response, json: emptyBody });
}

const fulfillError = (route: Route) =>
  route.fulfill({
    status: 500,
    headers: { 'x-request-id': '4f0c12ab' },
    json: { code: 500, msg: '服务器出错了', problem: 'internal' },
  });

/** Fakes responses to page requests by `state`; `full` uses the server's. Blocks all writes, so that forms can be submitted safely. */
export async function applyState(context: BrowserContext, state: State) {
  await context.unroute('**/api/**');
  await context.route('**/api/**', (route) => {
    if (route.request().method() !== 'GET') return undefined;
    const passesThrough = state === 'full' || shellRequests.test(route.request().url());
    if (!passesThrough && state === 'loading') return undefined;
    // a closed page no longer needs its response
    return (passesThrough ? route.fallback() : state === 'empty' ? fulfillEmpty(route) : fulfillError(route)).catch(() => undefined);
  });
}
