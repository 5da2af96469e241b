import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const URL = '/api/system/user/profile/avatar';

const png = () => createCanvas(8, 8).toBuffer('image/png');

describe('user avatar', () => {
  let server: TestServer;
  const send = async (token: string, name: string, bytes: Buffer, field = 'avatarfile') => {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(bytes)]), name);
    const request = new Request('http://x', { method: 'POST', body: form });
    const reply = await server.app.inject({
      method: 'POST',
      url: URL,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    });
    return { status: reply.statusCode, body: reply.json() };
  };
  const avatarOf = async (client: Client) => (await client.get('/getInfo')).body.user.avatar as string;
  const onDisk = () => globSync('**/avatar/**/*.*', { cwd: server.installation.dataDir });

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('is public after the upload, and replaces the earlier one and its file', async () => {
    const clerk = await server.as([]);
    const first = await send(clerk.token, 'me.png', png());
    expect(first.body).toEqual({
      code: 200,
      msg: '操作成功',
      imgUrl: expect.stringMatching(/^\/profile\/avatar\/\d{4}\/\d\d\/\d\d\/[\da-f]{32}\.png$/),
    });
    expect(await avatarOf(clerk)).toBe(first.body.imgUrl);
    expect(await server.stranger.get(first.body.imgUrl)).toMatchObject({ status: 200, type: 'image/png' });
    const second = await send(clerk.token, 'me2.png', png());
    expect(await avatarOf(clerk)).toBe(second.body.imgUrl);
    expect((await server.stranger.get(first.body.imgUrl)).status).toBe(404);
    expect(onDisk().filter((file) => file.includes(path.basename(first.body.imgUrl)))).toEqual([]);
    expect(existsSync(path.join(server.installation.dataDir, onDisk()[0] ?? 'nothing'))).toBe(true);
    const log = await server.db
      .selectFrom('auditLog')
      .select(['title', 'businessType', 'status'])
      .where('operName', '=', clerk.userName)
      .orderBy('operId')
      .execute();
    expect(log).toMatchObject([{ title: '用户头像', businessType: 2, status: '0' }, { status: '0' }]);
  });

  it('is rejected unless it is a picture under 2 MB, and the earlier one stays', async () => {
    const clerk = await server.as([]);
    const { imgUrl } = (await send(clerk.token, 'me.png', png())).body;
    const refusals: [name: string, bytes: Buffer, problem: string][] = [
      ['me.png', Buffer.from('<html><script>alert(1)</script></html>'), 'fileContentWrong'],
      ['me.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'fileTypeWrong'],
      ['me.pdf', Buffer.from('%PDF-1.7'), 'fileTypeWrong'],
      ['me.png', Buffer.alloc(0), 'fileEmpty'],
      ['me.png', Buffer.concat([png(), Buffer.alloc(2_097_152)]), 'pictureTooLarge'],
    ];
    for (const [name, bytes, problem] of refusals) {
      const { body } = await send(clerk.token, name, bytes);
      expect([name, body.code, body.problem]).toEqual([name, 500, problem]);
    }
    expect((await send(clerk.token, 'me.png', png(), 'file')).body).toMatchObject({ problem: 'fileMissing' });
    expect((await clerk.post('/system/user/profile/avatar', { avatarfile: 'x' })).body).toMatchObject({ problem: 'fileMissing' });
    expect((await send('', 'me.png', png())).body).toMatchObject({ code: 401 });
    expect(await avatarOf(clerk)).toBe(imgUrl);
  });

  it('is one of two parallel uploads, and the other leaves no file', async () => {
    const clerk = await server.as([]);
    const both = await Promise.all([send(clerk.token, 'a.png', png()), send(clerk.token, 'b.png', png())]);
    expect(both.map(({ body }) => body.code)).toEqual([200, 200]);
    const avatar = await avatarOf(clerk);
    const statuses = await Promise.all(both.map(async ({ body }) => (await server.stranger.get(body.imgUrl)).status));
    expect(statuses.sort()).toEqual([200, 404]);
    expect((await server.stranger.get(avatar)).status).toBe(200);
  });
});
