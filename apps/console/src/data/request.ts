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
  /** Milliseconds; without it a call waits as long as the transport does. */
  timeout?: number;
  /** The address was written by somebody else, e.g. into a form: the server answers only where nothing is changed by it. */
  onlyReading?: boolean;
  /** A call that deals with a lost session itself: no notice. */
  quiet401?: boolean;
}

/** The family's answer: the outcome in the body, the rest beside it. */
type Envelope = { code?: number; msg?: string; problem?: string; params?: object } & Record<string, unknown>;

/** An answer that is no refusal. */
export interface Answer {
  /** The body, parsed once; undefined where it is not JSON. */
  json: Envelope | undefined;
  /** The body as a file. */
  blob: () => Promise<Blob>;
}

/** Keys of writes whose outcome is not known yet: the same question asked again is the same request. */
const unanswered = new Map<string, string>();

/** Whether who answers keeps those keys: our server names each answer. Before others of the family a lost write is not asked again unbidden. */
let keepsKeys = false;

/** A random UUID, also where the page is not in a secure context and `crypto.randomUUID` is missing. */
function uuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

/** Asks and answers the whole envelope; refuses with a `Refusal`. A sensitive act asks for the password and goes on. */
export async function envelope<T = Envelope>(method: Method, path: string, body?: unknown, asking: Asking = {}): Promise<T> {
  const { json } = await send(method, path, body, asking);
  if (!json) throw new Refusal({ code: 200, msg: say('kit.codeUnknown') });
  // The cast: what the server sends is what its contract says.
  return json as T;
}

/** Asks and answers what matters of the envelope: `{rows, total}` of a list, else `data`. */
export async function request<T = void>(method: Method, path: string, body?: unknown, asking: Asking = {}): Promise<T> {
  const { rows, total, data } = await envelope(method, path, body, asking);
  // The cast: what the server sends is what its contract says.
  return (rows === undefined ? data : { rows, total }) as T;
}

/** Sends a call to the API and answers what came, JSON or file, once it is no refusal. */
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

/** One more try where the connection broke (a write only where its key makes it one request), and one after the password was given. */
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

/** Lets an answer through, or throws the refusal that it is. */
async function judged(response: Response, early: PrefetchedAnswer | undefined, quiet401 = false): Promise<Answer> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) {
    if (response.ok && !type.includes('html')) return { json: undefined, blob: () => response.blob() };
    // the prefix may be an old one: the page then reloads before anything is said
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

/** What became of a question that nobody answered, or only half; giving up by oneself is no fault. */
function brokenBy(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError') return error;
  if (name === 'TimeoutError') return new Refusal({ code: 0, problem: 'timeout', msg: say('kit.timedOut') });
  noteBroken();
  return new Refusal({ code: 0, problem: 'network', msg: say('kit.networkDown') });
}

const requestIdOf = (response: Response) => response.headers.get('x-request-id') ?? undefined;

/** A web page in place of data: a static host or a proxy answered, not the API. */
const webPageRefusal = () => new Refusal({ code: 200, problem: 'webPage', msg: say('kit.webPage', { prefix: apiUrl('') }) });

const statusRefusal = (response: Response, detail?: string) =>
  new Refusal({
    code: response.status,
    problem: 'status',
    msg: say('kit.statusWrong', { status: response.status }),
    detail,
    requestId: requestIdOf(response),
  });

/** What Spring answers where it has no such address or method. Spring Boot 2 answers a missing address by HTTP 404. */
const NOT_OFFERED = /^(No static resource |Request method '\w+' (is )?not supported)/;

const notOffered = (code: number) => new Refusal({ code, problem: 'notOffered', msg: say('kit.notOffered') });

/** The catalogue's sentence for 401, 403 and 404, else the server's own (specification §8). */
function refused(code: number, { msg, problem, params }: Envelope, requestId: string | undefined): Refusal {
  if (code === 500 && NOT_OFFERED.test(msg ?? '')) return notOffered(code);
  const word = ({ 401: 'kit.code401', 403: 'kit.code403', 404: 'kit.code404' } as const)[code];
  if (!word) return new Refusal({ code, problem, params, msg: msg || say('kit.codeUnknown'), requestId });
  return new Refusal({ code, problem, params, msg: say(word), detail: msg, requestId });
}
