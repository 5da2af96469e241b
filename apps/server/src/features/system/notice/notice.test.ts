import { Notice, type NoticeReader } from '@suyuan/contract';
import { htmlAttacks } from '@suyuan/contract/test/html-attacks';
import { beforeAll, describe, expect, it } from 'vitest';
import { safeHtml } from '../../../platform/html/safe-html.ts';
import { insertDepartment } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { createSystemNotice } from './notice.service.ts';

const all = ['list', 'query', 'add', 'edit', 'remove'].map((verb) => `system:notice:${verb}`);
const noticeInput = (overrides: object = {}) => ({
  noticeTitle: '周六机房停电',
  noticeType: '1',
  noticeContent: '<p>上午八点到十点。</p>',
  status: '0',
  ...overrides,
});

describe('notices', () => {
  let server: TestServer;
  let editor: Client;
  let clerk: Client;
  const add = async (overrides = {}) => (await editor.post('/system/notice', noticeInput(overrides))).body.data.noticeId as number;
  const top = async (by: Client) => (await by.get('/system/notice/listTop')).body;

  beforeAll(async () => {
    server = await startTestServer();
    editor = await server.as(all);
    clerk = await server.as([]);
    return () => server.close();
  });

  it('greet a new installation, and their page is in the menu', async () => {
    const { body } = await editor.get('/system/notice/list?isAsc=asc');
    expect(body.total).toBeGreaterThanOrEqual(3);
    const menu = await server.db.selectFrom('menu').select('status').where('menuId', '=', 107).executeTakeFirst();
    expect(menu).toEqual({ status: '0' });
    // seeded content is already sanitized
    for (const { noticeContent } of body.rows) expect(safeHtml(noticeContent)).toBe(noticeContent);
  });

  it('show a new notice first in the list with its content, with only fields of the contract', async () => {
    const noticeId = await add({ noticeTitle: '新告示', remark: '备注' });
    const { body } = await editor.get(`/system/notice/list?noticeTitle=${encodeURIComponent('新告')}`);
    expect(body).toMatchObject({
      code: 200,
      total: 1,
      rows: [{ noticeId, noticeContent: '<p>上午八点到十点。</p>', isRead: false, createBy: editor.userName }],
    });
    expect(Notice.strict().safeParse(body.rows[0]).error).toBeUndefined();
  });

  it('are filtered by type, status and author, five per page at the bell', async () => {
    const noticeId = await add({ noticeTitle: '关闭的', noticeType: '2', status: '1' });
    const rows = async (query: string) =>
      (await editor.get(`/system/notice/list?${query}`)).body.rows as { noticeId: number; status: string }[];
    expect((await rows('status=1&noticeType=2&pageSize=5')).map((row) => row.noticeId)).toEqual([noticeId]);
    expect((await rows('status=0&noticeType=2&pageSize=5')).map((row) => row.noticeId)).not.toContain(noticeId);
    expect((await rows(`createBy=${editor.userName}`)).map((row) => row.noticeId)).toContain(noticeId);
    expect(await rows('createBy=nobody')).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => add({ noticeType: '2', status: '1' })));
    const first = (await editor.get('/system/notice/list?pageNum=1&pageSize=5&status=1&noticeType=2')).body;
    expect([first.rows.length, first.total]).toEqual([5, 6]);
    expect(first.rows.map((row: { noticeId: number }) => row.noticeId)).not.toContain(noticeId);
  });

  it('store no executable content', async () => {
    const noticeId = await add();
    const noticeContent = htmlAttacks.filter((attack) => !/(?![\n\t])\p{Cc}/u.test(attack)).join('\n<p>—</p>\n');
    expect((await editor.put('/system/notice', { noticeId, noticeContent })).body).toMatchObject({ code: 200 });
    const stored = (await editor.get(`/system/notice/${noticeId}`)).body.data.noticeContent as string;
    expect(stored).not.toMatch(/<(script|svg|math|iframe|style|form|input|object|embed|base|meta|link)\b/i);
    expect(stored).not.toMatch(/<[^>]+\son\w+\s*=/i);
    expect(stored).toBe(safeHtml(stored));
  });

  it('reject a title with markup, and a missing or oversized title', async () => {
    const refusals: [object, string][] = [
      [{ noticeTitle: '<img src=x onerror=alert(1)>' }, '公告标题不能含有 HTML 标签；去掉尖括号里的内容'],
      [{ noticeTitle: 'a</b>' }, '公告标题不能含有 HTML 标签；去掉尖括号里的内容'],
      [{ noticeTitle: ' ' }, '公告标题未填写；填写后再提交'],
      [{ noticeTitle: '长'.repeat(51) }, '公告标题太长；至多 50 个字符'],
      [{ noticeType: undefined }, '公告类型未选择；选择后再提交'],
      [{ noticeType: '9' }, '公告类型不在可选范围内；可选：1 通知、2 公告'],
      [{ noticeContent: '<p></p>' }, '公告内容未填写；填写后再提交'],
      [{ noticeContent: '<p>&nbsp;<br></p><script>x</script>' }, '公告内容未填写；填写后再提交'],
    ];
    for (const [overrides, msg] of refusals)
      expect((await editor.post('/system/notice', noticeInput(overrides))).body).toMatchObject({ code: 500, problem: 'invalidInput', msg });
    expect((await editor.post('/system/notice', noticeInput({ noticeTitle: '温度 < 5 ℃ 与 > 25 ℃' }))).body.code).toBe(200);
  });

  it('keep a type that the dictionary no longer has, and can have only a title', async () => {
    const noticeId = await add({ noticeContent: null });
    await server.db.updateTable('notice').set({ noticeType: '9', noticeContent: '<p></p>' }).where('noticeId', '=', noticeId).execute();
    const notice = (await editor.get(`/system/notice/${noticeId}`)).body.data;
    const edit = async (changes: object) => (await editor.put('/system/notice', { ...notice, version: undefined, ...changes })).body;
    expect(await edit({ noticeTitle: '改题' })).toMatchObject({ code: 200 });
    expect(await edit({ noticeType: '8' })).toMatchObject({ problem: 'invalidInput', params: { field: 'noticeType' } });
    expect(await edit({ noticeContent: '<div> </div>' })).toMatchObject({ problem: 'invalidInput', params: { field: 'noticeContent' } });
    expect(await edit({ noticeType: '2', noticeContent: '<p><img src="/profile/a.png"></p>' })).toMatchObject({ code: 200 });
  });

  it('are readable by any signed-in user while open, and by editors only while closed', async () => {
    const [open, closed] = [await add(), await add({ status: '1' })];
    expect((await clerk.get(`/system/notice/${open}`)).body).toMatchObject({ code: 200, data: { noticeId: open } });
    expect((await clerk.get(`/system/notice/${closed}`)).body).toMatchObject({ code: 500, problem: 'notFound' });
    for (const verb of ['list', 'query', 'edit'])
      expect((await (await server.as([`system:notice:${verb}`])).get(`/system/notice/${closed}`)).body.code).toBe(200);
  });

  it('reject an edit of an outdated version, and accept the whole record', async () => {
    const noticeId = await add();
    const notice = (await editor.get(`/system/notice/${noticeId}`)).body.data;
    expect((await editor.put('/system/notice', { ...notice, noticeTitle: '改一' })).body.code).toBe(200);
    expect((await editor.put('/system/notice', { ...notice, noticeTitle: '改二' })).body).toMatchObject({ problem: 'recordStale' });
    const { version, ...without } = notice;
    expect((await editor.put('/system/notice', { ...without, noticeTitle: '改三', createBy: 'x', isRead: true })).body.code).toBe(200);
    expect((await editor.get(`/system/notice/${noticeId}`)).body.data).toMatchObject({ noticeTitle: '改三', version: 3, isRead: false });
  });

  it('of the system are in the language of the reader, until an editor changes the text', async () => {
    const english = { 'accept-language': 'en' };
    const noticeId = await createSystemNotice(server.db, {
      texts: (t) => ({ noticeTitle: t('monitor.server.alarmTitle'), noticeContent: `<p>${t('monitor.server')}</p>` }),
      audience: 'system:notice:edit',
    });
    const read = async (headers = {}) => (await editor.get(`/system/notice/${noticeId}`, headers)).body.data;
    const list = async (title: string, headers = {}) =>
      (await editor.get(`/system/notice/list?noticeTitle=${encodeURIComponent(title)}`, headers)).body.rows;
    expect(await read()).toMatchObject({ noticeTitle: '服务监控告警', noticeContent: '<p>服务监控</p>' });
    expect(await read(english)).toMatchObject({ noticeTitle: 'Server alert', noticeContent: '<p>Server</p>' });
    expect(Notice.strict().safeParse(await read(english)).error).toBeUndefined();
    expect(await list('监控告警')).toMatchObject([{ noticeId, noticeTitle: '服务监控告警' }]);
    expect(await list('server ALERT', english)).toMatchObject([{ noticeId, noticeTitle: 'Server alert' }]);
    expect(await list('监控告警', english)).toEqual([]);
    expect((await editor.get('/system/notice/listTop', english)).body.data[0]).toMatchObject({ noticeId, noticeTitle: 'Server alert' });
    await editor.post(`/system/notice/markRead?noticeId=${noticeId}`);
    expect((await editor.get('/account/notice/list', english)).body.rows[0]).toMatchObject({ noticeId, noticeTitle: 'Server alert' });
    // a RuoYi client sends the whole record as it was displayed
    await editor.put('/system/notice', { ...(await read(english)), remark: 'read' }, english);
    expect([await read(), await read(english)]).toMatchObject([
      { noticeTitle: '服务监控告警', remark: 'read' },
      { noticeTitle: 'Server alert' },
    ]);
    await editor.put('/system/notice', { ...(await read(english)), noticeTitle: 'Solved' }, english);
    expect([await read(), await read(english)]).toMatchObject(
      Array.from({ length: 2 }, () => ({ noticeTitle: 'Solved', noticeContent: '<p>Server</p>' })),
    );
    const other = await server.as(['system:notice:list', 'system:notice:remove']);
    expect((await other.delete(`/system/notice/${noticeId}`)).body).toMatchObject({ problem: 'notFound' });
    expect((await editor.delete(`/system/notice/${noticeId}`)).body.code).toBe(200);
  });

  it('show the five newest open ones at the bell without text, and count all unread ones', async () => {
    const reader = await server.as([]);
    const ids: number[] = [];
    for (const status of ['0', '0', '0', '0', '0', '0', '1']) ids.push(await add({ status }));
    const { code, data, unreadCount } = await top(reader);
    expect(code).toBe(200);
    expect(data.map(({ noticeId }: { noticeId: number }) => noticeId)).toEqual(ids.slice(1, 6).reverse());
    expect(data[0]).toMatchObject({ noticeContent: null, isRead: false, status: '0' });
    const open = await server.db.selectFrom('notice').select('noticeId').where('status', '=', '0').execute();
    expect(unreadCount).toBe(open.length);
    await reader.post(`/system/notice/markReadAll?ids=${ids[5]},${ids[4]},${ids[6]}`);
    const after = await top(reader);
    expect(after.unreadCount).toBe(open.length - 2);
    expect(after.data.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([true, true, false, false, false]);
    await reader.post('/system/notice/markReadAll?ids=all');
    expect((await top(reader)).unreadCount).toBe(0);
  });

  it('record one reading per user, also for parallel requests', async () => {
    const noticeId = await add();
    const responses = await Promise.all(Array.from({ length: 8 }, () => clerk.post(`/system/notice/markRead?noticeId=${noticeId}`)));
    expect(responses.map(({ body }) => body.code)).toEqual(Array(8).fill(200));
    const rows = await server.db.selectFrom('noticeRead').select('userId').where('noticeId', '=', noticeId).execute();
    expect(rows).toEqual([{ userId: clerk.userId }]);
    expect((await clerk.post('/system/notice/markReadAll?ids=')).body.code).toBe(200);
    expect((await clerk.post('/system/notice/markRead?noticeId=999999')).body.code).toBe(200);
    expect((await clerk.post('/system/notice/markReadAll?ids=1,x')).body).toMatchObject({ problem: 'invalidInput' });
  });

  it('list their readers, latest first, within the data scope', async () => {
    const noticeId = await add();
    const branch = await insertDepartment(server.db, await insertDepartment(server.db));
    const near = await server.as([], { deptId: branch.deptId });
    for (const reader of [clerk, near]) await reader.post(`/system/notice/markRead?noticeId=${noticeId}`);
    const url = `/system/notice/readUsers/list?noticeId=${noticeId}`;
    const { body } = await editor.get(url);
    expect(body).toMatchObject({ code: 200, total: 2, rows: [{ userName: near.userName }, { userName: clerk.userName }] });
    expect(Object.keys(body.rows[0] as NoticeReader).sort()).toEqual([
      'deptName',
      'nickName',
      'phonenumber',
      'readTime',
      'userId',
      'userName',
    ]);
    expect((await editor.get(`${url}&searchValue=${near.userName}`)).body.total).toBe(1);
    const manager = await server.as(['system:notice:list'], { deptId: branch.deptId, dataScope: '3' });
    expect((await manager.get(url)).body.rows).toMatchObject([{ userId: near.userId }]);
    expect((await clerk.get(url)).body).toMatchObject({ code: 403 });
    expect((await editor.get('/system/notice/readUsers/list?noticeId=999999')).body).toMatchObject({ problem: 'notFound' });
  });

  it('are deleted all or none, with their readers', async () => {
    const noticeId = await add();
    await clerk.post(`/system/notice/markRead?noticeId=${noticeId}`);
    expect((await editor.delete(`/system/notice/${noticeId},999999`)).body).toMatchObject({ code: 500, problem: 'notFound' });
    expect((await editor.delete(`/system/notice/${noticeId}`)).body.code).toBe(200);
    expect((await editor.get(`/system/notice/${noticeId}`)).body).toMatchObject({ problem: 'notFound' });
    expect(await server.db.selectFrom('noticeRead').select('readId').where('noticeId', '=', noticeId).execute()).toEqual([]);
  });

  it('require sign-in and the permission', async () => {
    for (const url of ['/system/notice/list', '/system/notice/1', '/system/notice/listTop'])
      expect((await server.stranger.get(url)).body).toMatchObject({ code: 401 });
    expect((await clerk.get('/system/notice/list')).body).toMatchObject({ code: 403 });
    expect((await clerk.post('/system/notice', noticeInput())).body).toMatchObject({ code: 403 });
    expect((await clerk.put('/system/notice', { noticeId: 1, noticeTitle: 'x' })).body).toMatchObject({ code: 403 });
    expect((await clerk.delete('/system/notice/1')).body).toMatchObject({ code: 403 });
  });
});
