import { apiUrl } from './site-config.ts';

/** Responses by API path. The inline script fetches and the console reads them, so both share this global. */
const shared = globalThis as { suyuanPrefetched?: Map<string, PrefetchedAnswer>; suyuanArrived?: Map<string, Envelope> };
shared.suyuanPrefetched ??= new Map();
shared.suyuanArrived ??= new Map();
const [early, arrived] = [shared.suyuanPrefetched, shared.suyuanArrived];

/** The body is parsed once for all readers. */
export interface PrefetchedAnswer {
  response: Promise<Response>;
  json: Promise<unknown>;
}

/** The RuoYi envelope, as far as the first render reads it. */
interface Envelope {
  code?: number;
  data?: unknown;
  rows?: unknown;
  total?: unknown;
}

export function prefetch(path: string, headers: HeadersInit): PrefetchedAnswer {
  const response = fetch(apiUrl(path), { headers });
  const answer: PrefetchedAnswer = { response, json: response.then((answered) => answered.json()) };
  const keep = (body: unknown) => {
    // otherwise the response was taken or cleared before it arrived
    if (early.get(path) === answer) arrived.set(path, body as Envelope);
  };
  answer.json.then(keep, () => {}); // the consumer of the response handles its failure
  early.set(path, answer);
  return answer;
}

export function takePrefetched(path: string): PrefetchedAnswer | undefined {
  const answer = early.get(path);
  early.delete(path);
  arrived.delete(path);
  return answer;
}

/** Data that arrived before the first render, which then needs no request. Undefined if it failed or is still pending. */
export function takeArrived<T>(path: string): T | undefined {
  const { code, data, rows, total } = arrived.get(path) ?? {};
  if (code !== 200) return undefined;
  takePrefetched(path);
  // The cast: the server follows its contract.
  return (rows === undefined ? data : { rows, total }) as T;
}

/** Drops unused responses, so that later pages fetch fresh data. */
export function clearPrefetched() {
  early.clear();
  arrived.clear();
}
