import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, isSessionExpired } from './api-error.ts';
import { reportServerResponded, useConnection } from './connection.ts';
import { setLanguage } from './i18n.ts';
import { fetchEnvelope, type Method, type RequestOptions, request } from './request.ts';
import { shellServices } from './shell-services.ts';

type Answer = Response | Error | ((request: Request) => Response | Promise<Response>);

/** Returns the responses in order; the last one repeats. */
function serve(...answers: Answer[]) {
  const requests: { url: string; init: RequestInit; key: string | undefined }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    requests.push({ url, init, key: new Headers(init.headers).get('Idempotency-Key') ?? undefined });
    const answer = (answers.length > 1 ? answers.shift() : answers[0])!;
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer.clone() : answer(new Request(`http://x${url}`, init));
  });
  return requests;
}

const body = (json: object, init: ResponseInit = {}) =>
  new Response(JSON.stringify(json), { ...init, headers: { 'content-type': 'application/json', ...init.headers } });

/** A response of the Suyuan server, which sets a request ID. */
const suyuanResponse = () => body({ code: 200 }, { headers: { 'x-request-id': 'a1b2c3d4' } });

const requestError = async (method: Method = 'GET', asking?: RequestOptions): Promise<ApiError> => {
  const error = await fetchEnvelope(method, '/thing', method === 'GET' ? undefined : { a: 1 }, asking).catch((caught: unknown) => caught);
  if (!(error instanceof ApiError)) throw new Error(`no refusal: ${String(error)}`);
  return error;
};

describe('console requests', () => {
  let sessionExpired: ReturnType<typeof vi.fn<() => void>>;
  beforeEach(() => {
    const storage = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    });
    vi.stubGlobal('navigator', { onLine: true });
    sessionExpired = vi.fn<() => void>();
    shellServices.notifySessionExpired = sessionExpired;
  });
  afterEach(async () => {
    await new Promise((resolve) => setTimeout(resolve));
    reportServerResponded();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('shows a failure in the language of the reader, also if its pack loads after the failure', async () => {
    vi.stubGlobal('document', { documentElement: {} });
    serve(body({ msg: 'down' }, { status: 500 }));
    const error = await requestError();
    expect(error.msg).toBe('系统接口 500 异常');
    await setLanguage('en-US');
    expect(error.msg).toBe('The server returned error 500');
    await setLanguage('zh-CN');
  });

  it.each([
    [401, '认证失败，无法访问系统资源'],
    [403, '当前操作没有权限'],
    [404, '访问资源不存在'],
  ])('shows the catalogue message for code %i, with the message of the server as detail', async (code, msg) => {
    serve(body({ code, msg: '服务器的话', problem: 'forbidden' }));
    expect(await requestError()).toMatchObject({ code, msg, detail: '服务器的话' });
  });

  it.each([500, 601, 400, 429])('shows the message of the server for code %i', async (code) => {
    serve(body({ code, msg: '批号已被使用', problem: 'batchNoTaken', params: { field: 'batchNo' } }));
    expect(await requestError()).toMatchObject({ code, msg: '批号已被使用', detail: undefined, problem: 'batchNoTaken', field: 'batchNo' });
  });

  it('reports an unknown system error for a code without a message', async () => {
    serve(body({ code: 777 }));
    expect((await requestError()).msg).toBe('系统未知错误，请反馈给管理员');
  });

  it.each([
    ['RuoYi 3.9', body({ code: 500, msg: "No static resource tool/gen/options for request '/tool/gen/options'." })],
    ['RuoYi 3.9 with another method', body({ code: 500, msg: "Request method 'PUT' is not supported" })],
    ['RuoYi 3.8', body({ timestamp: 1, status: 404, error: 'Not Found', path: '/tool/gen/options' }, { status: 404 })],
  ])('reports an unsupported feature for the answer of %s', async (_, answer) => {
    serve(answer);
    expect(await requestError()).toMatchObject({ problem: 'notOffered', msg: '此服务器没有提供这项功能', detail: undefined });
  });

  it('accepts a response without a code', async () => {
    serve(body({ token: 'x' }));
    expect(await fetchEnvelope('POST', '/login', {})).toEqual({ token: 'x' });
  });

  it.each([
    [500, '系统接口 500 异常'],
    [408, '系统接口 408 异常'],
    [504, '系统接口 504 异常'],
  ])('shows the HTTP status %i of a foreign response', async (status, msg) => {
    serve(new Response('<html>', { status, headers: { 'content-type': 'text/html' } }));
    expect(await requestError()).toMatchObject({ code: status, problem: 'status', msg });
  });

  it.each(['GET', 'POST'] as const)('reports HTTP 401 of a proxy to a %s like any other status, and keeps the session', async (method) => {
    serve(body({ code: 401, msg: 'x' }, { status: 401 }));
    const error = await requestError(method);
    expect(error).toMatchObject({ code: 401, problem: 'status', msg: '系统接口 401 异常' });
    expect(isSessionExpired(error)).toBe(false);
    expect(sessionExpired).not.toHaveBeenCalled();
    serve(body({ code: 401, msg: 'x' }));
    expect(isSessionExpired(await requestError())).toBe(true);
  });

  it('parses the JSON of a response once', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const jsonSpy = vi.spyOn(Response.prototype, 'json');
    serve(body({ code: 200, data: 7 }));
    expect(await request('POST', '/thing', {})).toBe(7);
    const bodies = parse.mock.calls.filter(([text]) => text.includes('"data":7'));
    expect(bodies.length + jsonSpy.mock.calls.length).toBe(1);
  });

  it('reports an unknown system error for a response without JSON', async () => {
    serve(new Response('data', { headers: { 'content-type': 'text/plain' } }));
    expect((await requestError()).msg).toBe('系统未知错误，请反馈给管理员');
  });

  it('reports a web page in place of JSON', async () => {
    serve(new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    expect(await requestError()).toMatchObject({ problem: 'webPage', msg: '系统接口 /api 返回了网页而不是数据' });
  });

  it('stores no idempotency key after a failed upload', async () => {
    const keys = { set: vi.spyOn(Map.prototype, 'set'), delete: vi.spyOn(Map.prototype, 'delete') };
    const requestKeyCalls = (spy: typeof keys.set | typeof keys.delete) =>
      spy.mock.calls.filter(([key]) => String(key).startsWith('POST /thing'));
    serve(new TypeError('lost'));
    await expect(fetchEnvelope('POST', '/thing', new FormData())).rejects.toMatchObject({ problem: 'network' });
    expect(requestKeyCalls(keys.set).length - requestKeyCalls(keys.delete).length).toBe(0);
    await requestError('POST');
    expect(requestKeyCalls(keys.set).length - requestKeyCalls(keys.delete).length).toBe(1); // a write with a comparable body is recorded
  });

  it('requests paths below /api, with a bearer token only when one exists', async () => {
    const requests = serve(body({ code: 200 }));
    await request('GET', '/thing?pageNum=1');
    localStorage.setItem('suyuan.accessToken', JSON.stringify({ value: 'a-token', expires: Date.now() + 60_000 }));
    await request('PUT', '/thing', { a: 1 });
    expect(requests.map(({ url, init }) => [url, new Headers(init.headers).get('Authorization')])).toEqual([
      ['/api/thing?pageNum=1', null],
      ['/api/thing', 'Bearer a-token'],
    ]);
  });

  it('includes the request ID of the server in the error', async () => {
    serve(body({ code: 500, msg: '不行' }, { headers: { 'x-request-id': 'a1b2c3d4' } }));
    expect((await requestError()).requestId).toBe('a1b2c3d4');
  });

  it.each(['GET', 'POST'] as const)('reports a network error and goes offline after a second failed %s', async (method) => {
    const requests = serve(suyuanResponse(), new TypeError('Failed to fetch'));
    await request('GET', '/thing');
    expect(await requestError(method)).toMatchObject({ code: 0, problem: 'network', msg: '后端接口连接异常' });
    expect(requests).toHaveLength(3);
    expect(useConnection.getState().state).toBe('down');
  });

  it('retries a write only by hand when the back end may not support idempotency keys', async () => {
    const requests = serve(body({ code: 200 }), new TypeError('lost'));
    await request('GET', '/thing');
    expect(await requestError('POST')).toMatchObject({ problem: 'network' });
    expect(requests.filter(({ init }) => init.method === 'POST')).toHaveLength(1);
  });

  it.each(['GET', 'POST'] as const)('repeats a %s with the same key after the time that a busy server names', async (method) => {
    const busy = body({ code: 503, problem: 'busy', params: { seconds: 0 } }, { status: 503, headers: { 'x-request-id': 'a1b2c3d4' } });
    const requests = serve(busy, busy, suyuanResponse());
    expect(await fetchEnvelope(method, '/thing', method === 'GET' ? undefined : { a: 1 })).toEqual({ code: 200 });
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
  });

  it('shows that the server is busy after three attempts, or at once if it names a long time or none', async () => {
    const busy = (seconds?: number) =>
      body({ code: 503, msg: '系统繁忙', problem: 'busy', params: { seconds } }, { status: 503, headers: { 'x-request-id': 'a1b2c3d4' } });
    const requests = serve(busy(0));
    expect(await requestError('POST')).toMatchObject({ problem: 'busy', msg: '系统繁忙' });
    expect(requests).toHaveLength(3);
    for (const seconds of [60, undefined]) {
      const others = serve(busy(seconds));
      expect(await requestError('POST')).toMatchObject({ problem: 'busy' });
      expect(others).toHaveLength(1);
    }
  });

  it('treats a truncated response as a network error', async () => {
    serve(new Response('{"code":20', { headers: { 'content-type': 'application/json' } }));
    expect((await requestError()).problem).toBe('network');
  });

  it('reports a timeout only when the call sets a limit', async () => {
    serve(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))));
    expect(await requestError('GET', { timeout: 5 })).toMatchObject({ code: 0, problem: 'timeout', msg: '系统接口请求超时' });
    const requests = serve(body({ code: 200 }));
    await request('GET', '/thing');
    expect(requests[0]?.init).not.toHaveProperty('signal');
  });

  it('ignores a request that the page itself aborted', async () => {
    const abortController = new AbortController();
    serve(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))));
    const pending = fetchEnvelope('GET', '/thing', undefined, { signal: abortController.signal });
    abortController.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    expect(useConnection.getState().state).toBe('up');
  });

  it('reports an expired session, unless the call handles it itself', async () => {
    serve(body({ code: 401, msg: '' }));
    await requestError('GET', { quiet401: true });
    expect(sessionExpired).not.toHaveBeenCalled();
    await requestError();
    expect(sessionExpired).toHaveBeenCalledOnce();
  });

  it('clears the session cache on a 401', async () => {
    localStorage.setItem('suyuan.sessionCache', '{}');
    serve(body({ code: 401 }));
    await requestError('GET', { quiet401: true });
    expect(localStorage.getItem('suyuan.sessionCache')).toBeNull();
  });

  it('repeats a write with a lost response under the same key, also when the user retries', async () => {
    const requests = serve(suyuanResponse(), new TypeError('lost'), new TypeError('lost'), body({ code: 200, data: 1 }));
    await request('GET', '/thing');
    await requestError('POST');
    expect(await request('POST', '/thing', { a: 1 })).toBe(1);
    const keys = requests.flatMap(({ key }) => key ?? []);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
  });

  it.each([
    ['another write of the resource', () => request('PUT', '/manage/batch/7/unfreeze', {})],
    ['five minutes', async () => void vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 301_000)],
  ])('uses a new key for the same write after %s', async (_, pass) => {
    const requests = serve(suyuanResponse(), new TypeError('lost'), new TypeError('lost'), suyuanResponse());
    await request('GET', '/manage/batch/7');
    const freeze = () => request('PUT', '/manage/batch/7/freeze', { reason: 'a' });
    await expect(freeze()).rejects.toMatchObject({ problem: 'network' });
    await request('PUT', '/manage/supplier/7/freeze', {});
    await pass();
    await freeze();
    const [first, repeated, last] = requests.filter(({ url }) => url.endsWith('batch/7/freeze')).map(({ key }) => key);
    expect([repeated === first, last === first]).toEqual([true, false]);
  });

  it('uses a new key for the next write after any response', async () => {
    const requests = serve(body({ code: 500, msg: '不行' }), body({ code: 200 }));
    await requestError('POST');
    await request('POST', '/thing', { a: 1 });
    await request('POST', '/thing', { a: 1 });
    expect(new Set(requests.map(({ key }) => key)).size).toBe(3);
  });

  it('requests the password once when the action requires it, and then continues', async () => {
    shellServices.confirmPassword = async () => true;
    serve(body({ code: 500, msg: '', problem: 'passwordNeeded' }), body({ code: 200, data: 7 }));
    expect(await request('PUT', '/thing', {})).toBe(7);
    shellServices.confirmPassword = async () => false;
    serve(body({ code: 500, msg: '敏感操作', problem: 'passwordNeeded' }));
    expect((await requestError('PUT')).problem).toBe('passwordNeeded');
  });

  it('shows one password prompt for two requests that need it at the same time', async () => {
    shellServices.confirmPassword = vi.fn(() => new Promise<boolean>((resolve) => setTimeout(resolve, 5, true)));
    const needed = body({ code: 500, problem: 'passwordNeeded' });
    serve(needed, needed, body({ code: 200, data: 7 }));
    expect(await Promise.all([1, 2].map((a) => request('PUT', '/thing', { a })))).toEqual([7, 7]);
    expect(shellServices.confirmPassword).toHaveBeenCalledOnce();
  });

  it('marks the server as up after its next response', async () => {
    serve(new TypeError('lost'));
    await requestError();
    expect(useConnection.getState().state).toBe('down');
    serve(body({ code: 200 }));
    await request('GET', '/thing');
    expect(useConnection.getState().state).toBe('up');
  });

  it('marks the server as down when a proxy answers in its place', async () => {
    serve(new Response('', { status: 502 }));
    await requestError();
    expect(useConnection.getState().state).toBe('down');
  });
});
