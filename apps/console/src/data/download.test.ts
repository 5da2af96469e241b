import { afterEach, describe, expect, it, vi } from 'vitest';
import { download } from './download.ts';
import { registerShellServices } from './shell-services.ts';

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Returns the notices and the requests. */
async function runDownload(answer: () => Promise<Response> | Response) {
  const notices: string[] = [];
  const unregister = registerShellServices({
    notify: (kind, text) => notices.push(`${kind} ${text}`),
    showLoading: (text) => {
      notices.push(`loading ${text}`);
      return { close: (outcome) => notices.push(outcome ? `${outcome.kind} ${outcome.text}` : 'done') };
    },
    notifySessionExpired: () => notices.push('session over'),
    refreshTasks: () => notices.push('task filed'),
  });
  const fetchMock = vi.fn(answer);
  const saved = vi.fn();
  vi.stubGlobal('fetch', fetchMock);
  const empty = { getItem: () => null, removeItem: () => undefined, length: 0, key: () => null };
  vi.stubGlobal('localStorage', empty);
  vi.stubGlobal('sessionStorage', empty);
  vi.stubGlobal('document', { createElement: () => ({ click: saved }), documentElement: {} });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
  const isSaved = await download('/manage/supplier/export', 'supplier.xlsx', {
    method: 'POST',
    body: new URLSearchParams({ status: '1' }),
  });
  unregister();
  return { notices, isSaved, saved: saved.mock.calls.length, request: fetchMock.mock.calls[0] as unknown as [string, RequestInit] };
}

const json = (body: object) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

describe('downloads', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('shows a loading message and then a success message, and requests the file with a form post', async () => {
    const { notices, isSaved, saved, request } = await runDownload(() => new Response('PK', { headers: { 'content-type': SHEET } }));
    expect(notices).toEqual(['loading 正在下载数据，请稍候', 'success 下载成功']);
    expect([isSaved, saved]).toEqual([true, 1]);
    const [path, { body, headers }] = request;
    expect(path).toBe('/api/manage/supplier/export');
    expect(String(body)).toBe('status=1');
    expect(new Request('http://here', { method: 'POST', body: body ?? null }).headers.get('content-type')).toContain(
      'x-www-form-urlencoded',
    );
    expect(headers).not.toHaveProperty('Content-Type');
  });

  it('shows the message of the server when it refuses the export', async () => {
    const { notices, isSaved, saved } = await runDownload(() => json({ code: 500, msg: '超过一次导出的 10 000 行；缩小筛选范围后再导出' }));
    expect(notices.at(-1)).toBe('error 超过一次导出的 10 000 行；缩小筛选范围后再导出');
    expect([isSaved, saved]).toEqual([false, 0]);
  });

  it('reports that a long export became a task, and saves no file', async () => {
    const { notices, isSaved, saved } = await runDownload(() => json({ code: 200, msg: '已转为后台任务', data: { taskId: 7 } }));
    expect(notices).toEqual(['loading 正在下载数据，请稍候', 'success 已转为后台任务', 'task filed']);
    expect([isSaved, saved]).toEqual([false, 0]);
  });

  it('shows only the session notice when the session is over', async () => {
    const { notices } = await runDownload(() => json({ code: 401, msg: '认证失败' }));
    expect(notices).toEqual(['loading 正在下载数据，请稍候', 'session over', 'done']);
  });

  it('shows the HTTP 401 of a proxy as an error, and saves a JSON file', async () => {
    const proxy = await runDownload(() => Response.json({ code: 401, msg: 'x' }, { status: 401 }));
    expect(proxy.notices).toEqual(['loading 正在下载数据，请稍候', 'done', 'error 系统接口 401 异常']);
    const file = await runDownload(() => json({ openapi: '3.1.0' }));
    expect([file.isSaved, file.saved]).toEqual([true, 1]);
  });

  it('refers to the administrator after an unknown error', async () => {
    const broken = Object.assign(new Response('PK', { headers: { 'content-type': SHEET } }), {
      blob: () => Promise.reject(new Error('cut off')),
    });
    for (const answer of [broken, json({ code: 500 })]) {
      const { notices } = await runDownload(() => answer);
      expect(notices.at(-1)).toBe('error 下载文件出现错误，请联系管理员');
    }
  });
});
