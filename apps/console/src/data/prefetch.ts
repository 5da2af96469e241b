import { apiUrl } from './site-config.ts';

/** Answers by path below the API. The script in the page asks, the console takes: both find them here. */
const shared = globalThis as { suyuanPrefetched?: Map<string, PrefetchedAnswer>; suyuanArrived?: Map<string, Envelope> };
shared.suyuanPrefetched ??= new Map();
shared.suyuanArrived ??= new Map();
const [early, arrived] = [shared.suyuanPrefetched, shared.suyuanArrived];

/** An answer and its body, which is parsed once for all readers. */
export interface PrefetchedAnswer {
  response: Promise<Response>;
  json: Promise<unknown>;
}

/** The family's answer, as far as a first drawing reads it. */
interface Envelope {
  code?: number;
  data?: unknown;
  rows?: unknown;
  total?: unknown;
}

/** Asks now for what will be asked soon. */
export function prefetch(path: string, headers: HeadersInit): PrefetchedAnswer {
  const response = fetch(apiUrl(path), { headers });
  const answer: PrefetchedAnswer = { response, json: response.then((answered) => answered.json()) };
  const keep = (body: unknown) => {
    // otherwise the answer was taken or forgotten before it arrived
    if (early.get(path) === answer) arrived.set(path, body as Envelope);
  };
  answer.json.then(keep, () => {}); // the code that takes the answer handles its failure
  early.set(path, answer);
  return answer;
}

/** The early answer to a question, once. */
export function takePrefetched(path: string): PrefetchedAnswer | undefined {
  const answer = early.get(path);
  early.delete(path);
  arrived.delete(path);
  return answer;
}

/**
 * What an early question was answered, where that is here before anything is drawn: the first drawing has it, and nobody asks again. What
 * was refused, or has not come, is asked for as ever.
 */
export function takeArrived<T>(path: string): T | undefined {
  const { code, data, rows, total } = arrived.get(path) ?? {};
  if (code !== 200) return undefined;
  takePrefetched(path);
  // The cast: what the server sends is what its contract says.
  return (rows === undefined ? data : { rows, total }) as T;
}

/** Answers that nobody took are forgotten: a page that comes later asks anew. */
export function clearPrefetched() {
  early.clear();
  arrived.clear();
}
