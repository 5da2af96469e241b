import { isApiAnswer, isAway, noteAnswered, noteAway, noteBroken, verifyServer } from './connection.ts';
import { hosts } from './hosts.ts';
import { type PrefetchedAnswer, takePrefetched } from './prefetch.ts';
import { Refusal } from './refusal.ts';
import { clearSessionCache } from './session-cache.ts';
import { apiUrl, siteConfigLoaded } from './site-config.ts';
import { readToken } from './token.ts';
import { currentLanguage, say } from './words.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Asking {
  signal?: AbortSignal | undefined;
  /** Milliseconds; no limit by default. */
  timeout?: number;
  /** The path comes from user input, e.g. a form: the server responds only if the call is read-only. */
  onlyReading?: boolean;
  /** The caller handles a lost session itself: no notice. */
  quiet401?: boolean;
}

/** RuoYi envelope: the outcome in the body, the payload next to it. */
type Envelope = { code?: number; msg?: string; problem?: string; params?: object } & Record<string, unknown>;

export interface Answer {
  /** Parsed body; undefined if it is not JSON. */
  json: Envelope | undefined;
  blob: () => Promise<Blob>;
}

/** Idempotency keys of writes with an unknown outcome. Repeating the same call reuses the key. */
const unanswered = new Map<string, string>();

/** Whether the server supports idempotency keys, detected by its request IDs. Otherwise a write is not retried automatically. */
let keepsKeys = false;

/** A random UUID; `crypto.randomUUID` is missing outside secure contexts. */
function uuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

/** Returns the envelope or rejects with a `Refusal`. Sensitive actions prompt for the password and retry. */
export async function envelope<T = Envelope>(method: Method, path: string, body?: unknown, asking: Asking = {}): Promise<T> {
  const { json } = await send(method, path, body, asking);
  if (!json) throw new Refusal({ code: 200, msg: say('kit.codeUnknown') });
  // The cast: the server follows its contract.
  return json as T;
}

/** Returns `{rows, total}` of a list, otherwise `data`. */
export async function request<T = void>(method: Method, path: string, body?: unknown, asking: Asking = {}): Promise<T> {
  const { rows, total, data } = await envelope(method, path, body, asking);
  // The cast: the server follows its contract.
  return (rows === undefined ? data : { rows, total }) as T;
}

/** Returns JSON or a file, or rejects with a `Refusal`. */
export async function send(method: Method, path: string, body: unknown, asking: Asking): Promise<Answer> {
  // two uploads cannot be compared, so a second one is always a new request
  const hasKey = method !== 'GET' && !(body instanceof FormData);
  const question = hasKey ? `${method} ${path} ${body instanceof URLSearchParams ? body : JSON.stringify(body)}` : '';
  const key = unanswered.get(question) ?? uuid();
  if (hasKey) unanswered.set(question, key);
  try {
    const answer = await answered(method, () => once(method, path, body, asking, key));
    unanswered.delete(question);
    return answer;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 0) unanswered.delete(question);
    throw error;
  }
}

/** Retries once after a broken connection, and once after the password prompt. Writes are only retried with an idempotency key. */
async function answered(method: Method, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.problem === 'network' && (method === 'GET' || keepsKeys)) return ask();
    if (error.problem === 'passwordNeeded' && (await hosts.password())) return ask();
    throw error;
  }
}

async function once(
  method: Method,
  path: string,
  body: unknown,
  { signal, timeout, onlyReading, quiet401 }: Asking,
  key: string,
): Promise<Answer> {
  const token = readToken();
  const headers: Record<string, string> = { 'Accept-Language': currentLanguage() };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (method !== 'GET') headers['Idempotency-Key'] = key;
  if (onlyReading) headers['X-Only-Reading'] = '1';
  const form = body instanceof FormData || body instanceof URLSearchParams;
  if (body !== undefined && !form) headers['Content-Type'] = 'application/json';
  const limits = [signal, timeout ? AbortSignal.timeout(timeout) : undefined].filter((limit) => limit !== undefined);
  const ask = () =>
    fetch(apiUrl(path), {
      method,
      headers,
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
      ...(limits.length > 0 && { signal: AbortSignal.any(limits) }),
    });
  try {
    const early = method === 'GET' ? takePrefetched(path) : undefined;
    const response = await (early?.response ?? ask());
    keepsKeys = requestIdOf(response) !== undefined;
    if (isAway(response.status)) noteAway();
    else if (isApiAnswer(response)) noteAnswered();
    return await judged(response, early, quiet401);
  } catch (error) {
    throw brokenBy(error);
  }
}

async function judged(response: Response, early: PrefetchedAnswer | undefined, quiet401 = false): Promise<Answer> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) {
    if (response.ok && !type.includes('html')) return { json: undefined, blob: () => response.blob() };
    // the prefix may be outdated: then the page reloads before it shows an error
    await siteConfigLoaded();
    if (!isAway(response.status)) verifyServer();
    throw response.ok ? webPageRefusal() : statusRefusal(response);
  }
  const text = early ? '' : await response.text();
  const said = ((await (early ? early.json : JSON.parse(text))) ?? {}) as Envelope;
  const code = said.code || 200;
  if (code === 200 && response.ok) return { json: said, blob: async () => new Blob([text], { type }) };
  if (response.status === 404 && said.error === 'Not Found') throw notOffered(404);
  if (!response.ok && response.status !== 429) throw statusRefusal(response, said.msg);
  if (code === 401) clearSessionCache();
  if (code === 401 && !quiet401) hosts.sessionOver();
  throw refused(code, said, requestIdOf(response));
}

/** An abort by the caller is passed through. */
function brokenBy(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError') return error;
  if (name === 'TimeoutError') return new Refusal({ code: 0, problem: 'timeout', msg: say('kit.timedOut') });
  noteBroken();
  return new Refusal({ code: 0, problem: 'network', msg: say('kit.networkDown') });
}

const requestIdOf = (response: Response) => response.headers.get('x-request-id') ?? undefined;

/** A static host or a proxy responded, not the API. */
const webPageRefusal = () => new Refusal({ code: 200, problem: 'webPage', msg: say('kit.webPage', { prefix: apiUrl('') }) });

const statusRefusal = (response: Response, detail?: string) =>
  new Refusal({
    code: response.status,
    problem: 'status',
    msg: say('kit.statusWrong', { status: response.status }),
    detail,
    requestId: requestIdOf(response),
  });

/** Spring's message for an unknown path or method. Spring Boot 2 responds with HTTP 404 instead. */
const NOT_OFFERED = /^(No static resource |Request method '\w+' (is )?not supported)/;

const notOffered = (code: number) => new Refusal({ code, problem: 'notOffered', msg: say('kit.notOffered') });

/** Codes 401, 403 and 404 get a general message with the server's as detail. */
function refused(code: number, { msg, problem, params }: Envelope, requestId: string | undefined): Refusal {
  if (code === 500 && NOT_OFFERED.test(msg ?? '')) return notOffered(code);
  const word = ({ 401: 'kit.code401', 403: 'kit.code403', 404: 'kit.code404' } as const)[code];
  if (!word) return new Refusal({ code, problem, params, msg: msg || say('kit.codeUnknown'), requestId });
  return new Refusal({ code, problem, params, msg: say(word), detail: msg, requestId });
}
