/** Answers by path below `/api`. The script in the page asks, the console takes: both find them here. */
const shared = globalThis as { suyuanEarly?: Map<string, Promise<Response>>; suyuanArrived?: Map<string, Envelope> };
shared.suyuanEarly ??= new Map();
shared.suyuanArrived ??= new Map();
const [early, arrived] = [shared.suyuanEarly, shared.suyuanArrived];

/** The family's answer, as far as a first drawing reads it. */
interface Envelope {
  code?: number;
  data?: unknown;
  rows?: unknown;
  total?: unknown;
}

/** Asks now for what will be asked soon. */
export function askEarly(path: string, headers: HeadersInit): Promise<Response> {
  const answer = fetch(`/api${path}`, { headers });
  const read = async () => {
    const said = await (await answer).clone().json();
    if (early.get(path) === answer) arrived.set(path, said); // else somebody took it, or it was forgotten, before it came
  };
  read().catch(() => {}); // whoever takes it handles it
  early.set(path, answer);
  return answer;
}

/** The early answer to a question, once. */
export function takeEarly(path: string): Promise<Response> | undefined {
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
  takeEarly(path);
  // The cast: what the server sends is what its contract says.
  return (rows === undefined ? data : { rows, total }) as T;
}

/** Answers that nobody took are forgotten: a page that comes later asks anew. */
export function forgetEarly() {
  early.clear();
  arrived.clear();
}
