import { apiUrl } from './site-config.ts';

/** Responses by API path. The inline script fetches and the console reads them, so both share this global. */
const shared = globalThis as { suyuanPrefetched?: Map<string, PrefetchedResponse>; suyuanArrived?: Map<string, Envelope> };
shared.suyuanPrefetched ??= new Map();
shared.suyuanArrived ??= new Map();
const [responses, bodies] = [shared.suyuanPrefetched, shared.suyuanArrived];

/** The body is parsed once for all readers. */
export interface PrefetchedResponse {
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

export function prefetch(path: string, headers: HeadersInit): PrefetchedResponse {
  const response = fetch(apiUrl(path), { headers });
  const answer: PrefetchedResponse = { response, json: response.then((resolved) => resolved.json()) };
  const storeBody = (body: unknown) => {
    // otherwise the response was taken or cleared before it arrived
    if (responses.get(path) === answer) bodies.set(path, body as Envelope);
  };
  answer.json.then(storeBody, () => {}); // the consumer of the response handles its failure
  responses.set(path, answer);
  return answer;
}

export function takePrefetched(path: string): PrefetchedResponse | undefined {
  const answer = responses.get(path);
  responses.delete(path);
  bodies.delete(path);
  return answer;
}

/** Data that arrived before the first render, which then needs no request. Undefined if it failed or is still pending. */
export function takePrefetchedData<T>(path: string): T | undefined {
  const { code, data, rows, total } = bodies.get(path) ?? {};
  if (code !== 200) return undefined;
  takePrefetched(path);
  // The cast: the server follows its contract.
  return (rows === undefined ? data : { rows, total }) as T;
}

/** Drops unused responses, so that later pages fetch fresh data. */
export function clearPrefetched() {
  responses.clear();
  bodies.clear();
}
