import { ApiError } from './api-error.ts';
import { attendanceHeader } from './attendance.ts';
import {
  isApiResponse,
  isUpstreamUnavailable,
  reportConnectionLost,
  reportServerResponded,
  reportUpstreamUnavailable,
  verifyServer,
} from './connection.ts';
import { requestLanguage, translate } from './i18n.ts';
import { type PrefetchedResponse, takePrefetched } from './prefetch.ts';
import { clearSessionCache, hashText } from './session-cache.ts';
import { shellServices } from './shell-services.ts';
import { apiUrl, siteConfigLoaded } from './site-config.ts';
import { readToken } from './token.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface RequestOptions {
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

export interface ApiResponse {
  /** Parsed body; undefined if it is not JSON. */
  json: Envelope | undefined;
  blob: () => Promise<Blob>;
}

interface PendingWrite {
  key: string;
  /** First two segments of the path. */
  resource: string;
  /** Infinite until the connection is lost. */
  expires: number;
}

/** Milliseconds after a lost connection in which the same call is a repetition. */
const REPEAT_PERIOD = 5 * 60_000;

/** Idempotency keys of writes with an unknown outcome, by method, path and hash of the body. Repeating the same call reuses the key. */
const pendingWrites = new Map<string, PendingWrite>();

/** After another write of the resource, e.g. the opposite one, the same call is a new write. */
function dropLostWrites(changed?: string) {
  for (const [call, { resource, expires }] of pendingWrites)
    if (expires < Date.now() || (expires < Number.POSITIVE_INFINITY && resource === changed)) pendingWrites.delete(call);
}

/** Whether the server supports idempotency keys, detected by its request IDs. Otherwise a write is not retried automatically. */
let supportsIdempotencyKeys = false;

/** A random UUID; `crypto.randomUUID` is missing outside secure contexts. */
function uuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

/** Returns the envelope or rejects with an `ApiError`. Sensitive actions prompt for the password and retry. */
export async function fetchEnvelope<T = Envelope>(method: Method, path: string, body?: unknown, options: RequestOptions = {}): Promise<T> {
  const { json } = await send(method, path, body, options);
  if (!json) throw new ApiError({ code: 200, msg: () => translate('kit.codeUnknown') });
  // The cast: the server follows its contract.
  return json as T;
}

/** Returns `{rows, total}` of a list, otherwise `data`. */
export async function request<T = void>(method: Method, path: string, body?: unknown, options: RequestOptions = {}): Promise<T> {
  const { rows, total, data } = await fetchEnvelope(method, path, body, options);
  // The cast: the server follows its contract.
  return (rows === undefined ? data : { rows, total }) as T;
}

/** Returns JSON or a file, or rejects with an `ApiError`. */
export async function send(method: Method, path: string, body: unknown, options: RequestOptions): Promise<ApiResponse> {
  dropLostWrites();
  // two uploads cannot be compared, so a second one is always a new request
  const isComparable = method !== 'GET' && !(body instanceof FormData);
  const write = isComparable ? `${method} ${path} ${hashText(String(body instanceof URLSearchParams ? body : JSON.stringify(body)))}` : '';
  const resource = path.split(/[/?]/, 3).join('/');
  const pending = pendingWrites.get(write) ?? { key: uuid(), resource, expires: Number.POSITIVE_INFINITY };
  if (isComparable) pendingWrites.set(write, pending);
  try {
    const answer = await sendWithRetry(method, () => sendOnce(method, path, body, options, pending.key), options.signal);
    pendingWrites.delete(write);
    if (method !== 'GET') dropLostWrites(resource);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === 0) pending.expires = Date.now() + REPEAT_PERIOD;
    else pendingWrites.delete(write);
    throw error;
  }
}

/** Attempts for a request that a busy server refuses. */
const MAX_BUSY_ATTEMPTS = 3;

/** Seconds that a busy server asks to wait, up to which a request is retried. */
const MAX_BUSY_WAIT = 5;

/**
 * Retries once after a broken connection, after the time that a busy server names, and once after the password prompt. Writes are only
 * retried with an idempotency key.
 */
async function sendWithRetry(
  method: Method,
  attempt: () => Promise<ApiResponse>,
  signal: AbortSignal | undefined,
  busyAttempts = 1,
): Promise<ApiResponse> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isRepeatable = method === 'GET' || supportsIdempotencyKeys;
    if (error.problem === 'network' && isRepeatable) return attempt();
    // absent after a time limit: a repetition would reach it again
    const { seconds } = error.params;
    const isBusy = error.problem === 'busy' && typeof seconds === 'number' && seconds <= MAX_BUSY_WAIT;
    if (isBusy && isRepeatable && busyAttempts < MAX_BUSY_ATTEMPTS) {
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      if (!signal?.aborted) return sendWithRetry(method, attempt, signal, busyAttempts + 1);
    }
    if (error.problem === 'passwordNeeded' && (await confirmPassword())) return attempt();
    throw error;
  }
}

/** The open password prompt. */
let passwordPrompt: Promise<boolean> | undefined;

/** Requests that need the password at the same time share one prompt. */
function confirmPassword(): Promise<boolean> {
  passwordPrompt ??= shellServices.confirmPassword().finally(() => {
    passwordPrompt = undefined;
  });
  return passwordPrompt;
}

async function sendOnce(
  method: Method,
  path: string,
  body: unknown,
  { signal, timeout, onlyReading, quiet401 }: RequestOptions,
  key: string,
): Promise<ApiResponse> {
  if (method !== 'GET' && (await shellServices.isOtherUser())) {
    throw new ApiError({ code: 403, problem: 'otherUser', msg: () => translate('kit.otherUser') });
  }
  const token = readToken();
  const headers: Record<string, string> = { 'Accept-Language': requestLanguage(), ...attendanceHeader() };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (method !== 'GET') headers['Idempotency-Key'] = key;
  if (onlyReading) headers['X-Only-Reading'] = '1';
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json';
  const signals = [signal, timeout ? AbortSignal.timeout(timeout) : undefined].filter((candidate) => candidate !== undefined);
  const fetchOnce = () =>
    fetch(apiUrl(path), {
      method,
      headers,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    });
  try {
    const prefetched = method === 'GET' ? takePrefetched(path) : undefined;
    const response = await (prefetched?.response ?? fetchOnce());
    supportsIdempotencyKeys = requestIdOf(response) !== undefined;
    if (isUpstreamUnavailable(response.status)) reportUpstreamUnavailable();
    else if (isApiResponse(response)) reportServerResponded();
    return await parseResponse(response, prefetched, quiet401);
  } catch (error) {
    throw toTransportError(error);
  }
}

async function parseResponse(response: Response, prefetched: PrefetchedResponse | undefined, quiet401 = false): Promise<ApiResponse> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) {
    if (response.ok && !type.includes('html')) return { json: undefined, blob: () => response.blob() };
    // the prefix may be outdated: then the page reloads before it shows an error
    await siteConfigLoaded();
    if (!isUpstreamUnavailable(response.status)) verifyServer();
    throw response.ok ? webPageError() : statusError(response);
  }
  const text = prefetched ? '' : await response.text();
  const envelope = ((await (prefetched ? prefetched.json : JSON.parse(text))) ?? {}) as Envelope;
  const code = envelope.code || 200;
  if (code === 200 && response.ok) return { json: envelope, blob: async () => new Blob([text], { type }) };
  if (response.status === 404 && envelope.error === 'Not Found') throw notOfferedError(404);
  const isRefusal = response.status === 429 || envelope.problem === 'busy';
  if (!response.ok && !isRefusal) throw statusError(response, envelope.msg);
  if (code === 401) clearSessionCache();
  if (code === 401 && !quiet401) shellServices.notifySessionExpired();
  throw envelopeError(code, envelope, requestIdOf(response));
}

/** An abort by the caller is passed through. */
function toTransportError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError') return error;
  if (name === 'TimeoutError') return new ApiError({ code: 0, problem: 'timeout', msg: () => translate('kit.timedOut') });
  reportConnectionLost();
  return new ApiError({ code: 0, problem: 'network', msg: () => translate('kit.networkDown') });
}

const requestIdOf = (response: Response) => response.headers.get('x-request-id') ?? undefined;

/** A static host or a proxy responded, not the API. */
const webPageError = () => new ApiError({ code: 200, problem: 'webPage', msg: () => translate('kit.webPage', { prefix: apiUrl('') }) });

const statusError = (response: Response, detail?: string) =>
  new ApiError({
    code: response.status,
    problem: 'status',
    msg: () => translate('kit.statusWrong', { status: response.status }),
    detail,
    requestId: requestIdOf(response),
  });

/** Spring's message for an unknown path or method. Spring Boot 2 responds with HTTP 404 instead. */
const NOT_OFFERED = /^(No static resource |Request method '\w+' (is )?not supported)/;

const notOfferedError = (code: number) => new ApiError({ code, problem: 'notOffered', msg: () => translate('kit.notOffered') });

/** Codes 401, 403 and 404 get a general message with the server's as detail. */
function envelopeError(code: number, { msg, problem, params }: Envelope, requestId: string | undefined): ApiError {
  if (code === 500 && NOT_OFFERED.test(msg ?? '')) return notOfferedError(code);
  const word = ({ 401: 'kit.code401', 403: 'kit.code403', 404: 'kit.code404' } as const)[code];
  if (!word) return new ApiError({ code, problem, params, msg: msg || (() => translate('kit.codeUnknown')), requestId });
  return new ApiError({ code, problem, params, msg: () => translate(word), detail: msg, requestId });
}
