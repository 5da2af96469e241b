import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

describe('notices that the user has read', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('are listed by latest reading, without those of other users and without closed ones', async () => {
    const [reader, other] = [await server.as([]), await server.as([])];
    const write = (noticeTitle: string) =>
      server.db
        .insertInto('notice')
        .values({ noticeTitle, noticeType: '1', createBy: reader.userId })
        .returning('noticeId')
        .executeTakeFirstOrThrow();
    const [first, second, third] = [await write('甲'), await write('乙'), await write('丙')];
    for (const { noticeId } of [second, first]) await reader.post(`/system/notice/markRead?noticeId=${noticeId}`);
    await other.post(`/system/notice/markRead?noticeId=${third.noticeId}`);
    const { body } = await reader.get('/account/notice/list');
    expect(body).toMatchObject({ code: 200, total: 2, rows: [{ noticeTitle: '甲', readTime: expect.any(String) }, { noticeTitle: '乙' }] });
    await server.db.updateTable('notice').set({ status: '1' }).where('noticeId', '=', first.noticeId).execute();
    expect((await reader.get('/account/notice/list')).body).toMatchObject({ total: 1, rows: [{ noticeTitle: '乙' }] });
    expect((await server.stranger.get('/account/notice/list')).body).toMatchObject({ code: 401 });
  });
});
