import type { BrowserContext, Route } from 'playwright-core';

export const states = ['full', 'empty', 'loading', 'failing'] as const;
export type State = (typeof states)[number];

/** Requests of the application frame, which are answered in every state. */
const framed = /\/api\/(getInfo|getRouters|public\/|login|register|captcha|system\/dict\/data\/type|account\/task|system\/notice\/listTop)/;

const emptied = (value: unknown): unknown => (Array.isArray(value) ? [] : value);

async function empty(route: Route) {
  const response = await route.fetch();
  const said = await response.json().catch(() => undefined);
  if (!said || typeof said !== 'object') return route.fulfill({ response });
  const { rows, total, data } = said;
  const inner = data && typeof data === 'object' && !Array.isArray(data);
  const lists = inner ? Object.fromEntries(Object.entries(data).map(([key, value]) => [key, emptied(value)])) : emptied(data);
  const none = { ...said, ...(rows && { rows: [] }), ...(total !== undefined && { total: 0 }), ...(data !== undefined && { data: lists }) };
  return route.fulfill({ response, json: none });
}

const fail = (route: Route) =>
  route.fulfill({
    status: 500,
    headers: { 'x-request-id': '4f0c12ab' },
    json: { code: 500, msg: '服务器出错了', problem: 'internal' },
  });

/** Fakes responses to page requests by `state`; `full` uses the server's. Blocks all writes, so that forms can be submitted safely. */
export async function putInState(context: BrowserContext, state: State) {
  await context.unroute('**/api/**');
  await context.route('**/api/**', (route) => {
    if (route.request().method() !== 'GET') return undefined;
    const answered = state === 'full' || framed.test(route.request().url());
    if (!answered && state === 'loading') return undefined;
    // a closed page no longer needs its response
    return (answered ? route.fallback() : state === 'empty' ? empty(route) : fail(route)).catch(() => undefined);
  });
}
