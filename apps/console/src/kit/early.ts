/** Answers by path below `/api`. The script in the page asks, the console takes: both find them here. */
const shared = globalThis as { suyuanEarly?: Map<string, Promise<Response>> };
shared.suyuanEarly ??= new Map();
const early = shared.suyuanEarly;

/** Asks now for what will be asked soon. */
export function askEarly(path: string, headers: HeadersInit): Promise<Response> {
  const answer = fetch(`/api${path}`, { headers });
  answer.catch(() => {}); // whoever takes it handles it
  early.set(path, answer);
  return answer;
}

/** The early answer to a question, once. */
export function takeEarly(path: string): Promise<Response> | undefined {
  const answer = early.get(path);
  early.delete(path);
  return answer;
}

/** Answers that nobody took are forgotten: a page that comes later asks anew. */
export const forgetEarly = () => early.clear();
