import { afterEach, describe, expect, it, vi } from 'vitest';
import { download } from './download.ts';
import { host } from './hosts.ts';

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Returns the notices and the requests. */
async function told(answer: () => Promise<Response> | Response) {
  const said: string[] = [];
  const unhost = host({
    tell: (kind, text) => said.push(`${kind} ${text}`),
    loading: (text) => {
      said.push(`loading ${text}`);
      return { done: (outcome) => said.push(outcome ? `${outcome.kind} ${outcome.text}` : 'done') };
    },
    sessionOver: () => said.push('session over'),
    taskFiled: () => said.push('task filed'),
  });
  const asked = vi.fn(answer);
  const saved = vi.fn();
  vi.stubGlobal('fetch', asked);
  const empty = { getItem: () => null, removeItem: () => undefined, length: 0, key: () => null };
  vi.stubGlobal('localStorage', empty);
  vi.stubGlobal('sessionStorage', empty);
  vi.stubGlobal('document', { createElement: () => ({ click: saved }), documentElement: {} });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
  const came = await download('/manage/supplier/export', 'supplier.xlsx', { method: 'POST', body: new URLSearchParams({ status: '1' }) });
  unhost();
  return { said, came, saved: saved.mock.calls.length, request: asked.mock.calls[0] as unknown as [string, RequestInit] };
}

const json = (body: object) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

describe('a download', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('says that it is under way, then that it came, and asks by a form', async () => {
    const { said, came, saved, request } = await told(() => new Response('PK', { headers: { 'content-type': SHEET } }));
    expect(said).toEqual(['loading 正在下载数据，请稍候', 'success 下载成功']);
    expect([came, saved]).toEqual([true, 1]);
    const [path, { body, headers }] = request;
    expect(path).toBe('/api/manage/supplier/export');
    expect(String(body)).toBe('status=1');
    expect(new Request('http://here', { method: 'POST', body: body ?? null }).headers.get('content-type')).toContain(
      'x-www-form-urlencoded',
    );
    expect(headers).not.toHaveProperty('Content-Type');
  });

  it('says the server’s own word where a refusal came in place of the file', async () => {
    const { said, came, saved } = await told(() => json({ code: 500, msg: '超过一次导出的 10 000 行；缩小筛选范围后再导出' }));
    expect(said.at(-1)).toBe('error 超过一次导出的 10 000 行；缩小筛选范围后再导出');
    expect([came, saved]).toEqual([false, 0]);
  });

  it('says that a long export became a task, and saves nothing', async () => {
    const { said, came, saved } = await told(() => json({ code: 200, msg: '已转为后台任务', data: { taskId: 7 } }));
    expect(said).toEqual(['loading 正在下载数据，请稍候', 'success 已转为后台任务', 'task filed']);
    expect([came, saved]).toEqual([false, 0]);
  });

  it('leaves a session that is over to its one notice', async () => {
    const { said } = await told(() => json({ code: 401, msg: '认证失败' }));
    expect(said).toEqual(['loading 正在下载数据，请稍候', 'session over', 'done']);
  });

  it('names the HTTP 401 of a proxy, and saves a file of JSON', async () => {
    const proxy = await told(() => Response.json({ code: 401, msg: 'x' }, { status: 401 }));
    expect(proxy.said).toEqual(['loading 正在下载数据，请稍候', 'done', 'error 系统接口 401 异常']);
    const file = await told(() => json({ openapi: '3.1.0' }));
    expect([file.came, file.saved]).toEqual([true, 1]);
  });

  it('sends people to the administrator where nobody knows what went wrong', async () => {
    const broken = Object.assign(new Response('PK', { headers: { 'content-type': SHEET } }), {
      blob: () => Promise.reject(new Error('cut off')),
    });
    for (const answer of [broken, json({ code: 500 })]) {
      const { said } = await told(() => answer);
      expect(said.at(-1)).toBe('error 下载文件出现错误，请联系管理员');
    }
  });
});
