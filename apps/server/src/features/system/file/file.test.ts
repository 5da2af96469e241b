// Over 300 lines: all uploads and downloads, with and without permission.
import { existsSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createCanvas } from '@napi-rs/canvas';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { onOwner } from '../../../platform/db/connect.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as sampleService from '../../devtools/sample/sample.service.ts';
import * as fileService from './file.service.ts';

const png = (width = 8, height = 8) => createCanvas(width, height).toBuffer('image/png');

/** A small image file that declares a large size. */
function bomb(width: number, height: number) {
  const bytes = Buffer.from(png());
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

describe('files', () => {
  let server: TestServer;
  let clerk: Client;
  const onDisk = () => {
    const folder = path.join(server.installation.dataDir, 'files');
    return existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : [];
  };
  const arrivingFiles = () => {
    const folder = path.join(server.installation.dataDir, 'files-arriving');
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  beforeAll(async () => {
    server = await startTestServer();
    clerk = await server.as([]);
    return () => server.close();
  });

  it('respect the storage quota of a user with parallel uploads, and free it on deletion', async () => {
    const { db } = server;
    const uploader = await server.as([]);
    const set = (configKey: string, configValue: string) =>
      db.updateTable('setting').set({ configValue }).where('configKey', '=', configKey).execute();
    const send = () => uploader.upload('/common/upload', 'a.txt', Buffer.alloc(300 * 1024, 97));
    await set('suyuan.upload.userMegabytes', '1');
    try {
      const answers = await Promise.all(Array.from({ length: 8 }, send));
      const accepted = answers.filter(({ body }) => body.code === 200);
      expect(accepted).toHaveLength(3);
      for (const { body } of answers.filter((answer) => !accepted.includes(answer))) {
        expect(body).toMatchObject({ code: 500, problem: 'uploadSpaceUsed', msg: expect.stringContaining('1 MB') });
      }
      expect(arrivingFiles()).toEqual([]);
      expect((await clerk.upload('/common/upload', 'b.png', png())).body.code).toBe(200);
      await fileService.removeInternal({ db, installation: server.installation }, accepted[0]?.body.fileName.replace('/profile/', ''));
      expect((await send()).body.code).toBe(200);
      await set('suyuan.upload.userMegabytes', '0');
      expect((await send()).body.code).toBe(200);
      await db
        .updateTable('fileUsage')
        .set({ bytes: 2 * 1024 ** 3 })
        .where('userId', '=', uploader.userId)
        .execute();
      await set('suyuan.upload.totalGigabytes', '1');
      expect((await clerk.upload('/common/upload', 'b.png', png())).body).toMatchObject({ code: 500, problem: 'uploadSpaceFull' });
    } finally {
      await set('suyuan.upload.userMegabytes', '2048');
      await set('suyuan.upload.totalGigabytes', '100');
    }
  });

  it('serve a picture to any client with its URL, without executable content', async () => {
    const bytes = png();
    const { body } = await clerk.upload('/common/upload', 'a.PnG', bytes);
    expect(body).toMatchObject({
      code: 200,
      originalFilename: 'a.PnG',
      url: expect.stringMatching(new RegExp(`^https?://[^/]+/api${body.fileName}$`)),
    });
    expect(body.fileName).toMatch(/^\/profile\/upload\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{32}\.png$/);
    expect(body.fileName.endsWith(body.newFileName)).toBe(true);
    const imageResponse = await server.stranger.get(body.fileName);
    expect(imageResponse).toMatchObject({ status: 200, type: 'image/png' });
    expect(imageResponse.body.equals(bytes)).toBe(true);
    expect(imageResponse.headers['x-content-type-options']).toBe('nosniff');
    expect(imageResponse.headers['content-security-policy']).toContain('sandbox');
    expect(imageResponse.headers['content-disposition']).toContain('inline');
  });

  it('return an absolute URL of the uploading page or of the requested host', async () => {
    const uploadWithHeaders = async (headers: Record<string, string>) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(png())]), 'a.png');
      const request = new Request('http://x/', { method: 'POST', body: form });
      const reply = await server.app.inject({
        method: 'POST',
        url: '/api/common/upload',
        payload: Buffer.from(await request.arrayBuffer()),
        headers: { ...headers, authorization: `Bearer ${clerk.token}`, 'content-type': request.headers.get('content-type') ?? '' },
      });
      return reply.json().url as string;
    };
    expect(await uploadWithHeaders({ host: 'console.example.cn', origin: 'https://console.example.cn' })).toMatch(
      /^https:\/\/console\.example\.cn\/api\/profile\//,
    );
    // other origins and headers of an untrusted proxy are ignored
    for (const headers of [
      { host: 'console.example.cn' },
      { host: 'console.example.cn', origin: 'https://other.example' },
      { host: 'console.example.cn', 'x-forwarded-host': 'other.example', 'x-forwarded-proto': 'https' },
    ])
      expect(await uploadWithHeaders(headers)).toMatch(/^http:\/\/console\.example\.cn\/api\/profile\//);
  });

  it('reject content that does not match the file name, and store nothing', async () => {
    const before = onDisk().length;
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const refusals: [name: string, bytes: Buffer, problem: string][] = [
      ['page.png', Buffer.from('<!doctype html><script>alert(1)</script>'), 'fileContentWrong'],
      ['drawing.svg', svg, 'fileTypeWrong'],
      ['drawing.png', svg, 'fileContentWrong'],
      ['a.png.html', png(), 'fileTypeWrong'],
      ['.htaccess', Buffer.from('deny from all'), 'fileTypeWrong'],
      ['program.exe', Buffer.from('MZ'), 'fileTypeWrong'],
      ['half.png', png(200, 200).subarray(0, 150), 'fileContentWrong'],
      ['polyglot.gif', Buffer.from('GIF89a/*alert(1)*/=1;', 'latin1'), 'picturePixelsTooMany'],
      ['bomb.png', bomb(60_000, 60_000), 'picturePixelsTooMany'],
      ['nothing.png', Buffer.alloc(0), 'fileEmpty'],
      ['sheet.xlsx', Buffer.from('not a spreadsheet'), 'fileContentWrong'],
      [`${'长'.repeat(97)}.png`, png(), 'fileNameTooLong'],
    ];
    for (const [name, bytes, problem] of refusals) {
      const { body } = await clerk.upload('/common/upload', name, bytes);
      expect([name, body.code, body.problem]).toEqual([name, 500, problem]);
    }
    expect(onDisk().length).toBe(before);
    expect(arrivingFiles()).toEqual([]);
  });

  it('accept a picture of 2,097,151 bytes, reject one of 2,097,152, and accept other files up to 10 MB', async () => {
    const padded = (bytes: number) => Buffer.concat([Buffer.alloc(bytes - png().length), png()]);
    // data after the end of a JPEG is ignored; a PNG is padded with a chunk before its end
    const whole = png();
    const end = whole.subarray(-12);
    const filled = (size: number) => {
      const room = size - whole.length - 12;
      const chunk = Buffer.alloc(room + 12);
      chunk.writeUInt32BE(room, 0);
      chunk.write('suYa', 4);
      return Buffer.concat([whole.subarray(0, -12), chunk, end]);
    };
    expect(filled(2_097_151).length).toBe(2_097_151);
    expect((await clerk.upload('/common/upload', 'most.png', filled(2_097_151))).body).toMatchObject({ code: 200 });
    expect((await clerk.upload('/common/upload', 'more.png', filled(2_097_152))).body).toMatchObject({ problem: 'pictureTooLarge' });
    expect((await clerk.upload('/common/upload', 'much.png', filled(6_000_000))).body).toMatchObject({ problem: 'pictureTooLarge' });
    expect((await clerk.upload('/common/upload', 'text.txt', Buffer.alloc(10_485_760, 'a'))).body).toMatchObject({ code: 200 });
    expect((await clerk.upload('/common/upload', 'text.txt', Buffer.alloc(10_485_761, 'a'))).body).toMatchObject({
      problem: 'fileTooLarge',
    });
    expect((await clerk.upload('/common/upload', 'text.txt', padded(30_000_000))).status).toBe(413);
    expect(arrivingFiles()).toEqual([]);
  });

  it('stop reading an endless upload', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${clerk.token}`, 'content-type': 'multipart/form-data; boundary=b' };
    const sending = request({ port, path: '/api/common/upload', method: 'POST', headers });
    let answer = '';
    sending.on('response', (response) => response.on('data', (part) => (answer += part)));
    const cut = new Promise((resolve) => sending.on('error', resolve).on('close', resolve));
    sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
    const chunk = Buffer.alloc(1024 * 1024, 'a');
    const more = () => {
      while (!sending.destroyed && sending.write(chunk));
    };
    sending.on('drain', more);
    more();
    await cut;
    if (answer) expect(JSON.parse(answer)).toMatchObject({ code: 500, problem: 'fileTooLarge' });
    await expect.poll(arrivingFiles).toEqual([]);
  });

  it('are recognised also when their first bytes arrive one by one', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${clerk.token}`, 'content-type': 'multipart/form-data; boundary=b' };
    const sending = request({ port, path: '/api/common/upload', method: 'POST', headers });
    const answer = new Promise<string>((resolve) => {
      sending.on('response', (response) => {
        let text = '';
        response.on('data', (part) => (text += part)).on('end', () => resolve(text));
      });
    });
    const picture = png();
    sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
    // a pause, so that each packet becomes a chunk
    for (let at = 0; at < 12; at++) {
      sending.write(picture.subarray(at, at + 1));
      await wait(20);
    }
    sending.write(picture.subarray(12));
    sending.end('\r\n--b--\r\n');
    expect(JSON.parse(await answer)).toMatchObject({ code: 200 });
  });

  it('leave nothing of an aborted upload', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const before = onDisk().length;
    const headers = {
      authorization: `Bearer ${clerk.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '1000000',
    };
    const sending = request({ port, path: '/api/common/upload', method: 'POST', headers });
    sending.on('error', () => undefined);
    sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbegun');
    await expect.poll(() => arrivingFiles().length).toBe(1);
    sending.destroy();
    await expect.poll(arrivingFiles).toEqual([]);
    expect(onDisk().length).toBe(before);
  });

  it('have generated names, regardless of the original name', async () => {
    for (const name of ['../../x.png', 'a/../../b.png', '..\\..\\c.png', '\u202egnp.exe.png', '😀.png']) {
      const { body } = await clerk.upload('/common/upload', name, png());
      expect(body.fileName).toMatch(/^\/profile\/upload\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{32}\.png$/);
      expect(body.originalFilename).not.toMatch(/[/\\\u202e]/);
    }
  });

  it('serve documents as downloads to signed-in users only', async () => {
    const { body } = await clerk.upload('/common/upload', '合同.txt', Buffer.from('第一条'));
    expect((await server.stranger.get(body.fileName)).status).toBe(404);
    const address = `/common/download/resource?resource=${encodeURIComponent(body.fileName)}`;
    expect((await server.stranger.get(address)).body).toMatchObject({ code: 401 });
    const { headers, body: bytes } = await (await server.as([])).get(address);
    expect(String(bytes)).toBe('第一条');
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent('合同.txt')}`);
    expect(headers['download-filename']).toBe(encodeURIComponent('合同.txt'));
    expect(headers['access-control-expose-headers']).toContain('download-filename');
  });

  it('can be downloaded by name only by their owner, and stay for the records that reference them', async () => {
    const { body } = await clerk.upload('/common/upload', 'mine.txt', Buffer.from('mine'));
    const other = await server.as([]);
    const url = `/common/download?fileName=${body.newFileName}&delete=true`;
    expect((await other.get(url)).body).toMatchObject({ code: 500, problem: 'fileGone' });
    expect(String((await clerk.get(`/common/download?fileName=${body.newFileName}`)).body)).toBe('mine');
    expect(String((await clerk.get(url)).body)).toBe('mine');
    // deletion follows the response
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(String((await clerk.get(url)).body)).toBe('mine');
  });

  it('outside the store cannot be read or deleted by any request', async () => {
    const { dataDir } = server.installation;
    const canary = path.join(dataDir, 'canary.zip');
    writeFileSync(canary, 'canary');
    const { body } = await clerk.upload('/common/upload', 'a.png', png());
    symlinkSync(canary, path.join(dataDir, 'files', 'upload', 'link.png'));
    const names = [
      ...['/etc/passwd', '../canary.zip', '..%2fcanary.zip', '%252e%252e/canary.zip', canary, 'C:\\canary.zip', 'canary.zip\0.png', ''],
      ...[
        '/profile/../canary.zip',
        '/profile/../../etc/passwd',
        `/profile/upload/../../canary.zip`,
        '/profile/upload/link.png',
        '/profile/',
      ],
      `${body.fileName}/../../../../../../../canary.zip`,
    ];
    for (const name of names) {
      const sent = encodeURIComponent(name);
      for (const url of [`/common/download?fileName=${sent}&delete=true`, `/common/download/resource?resource=${sent}`]) {
        const { status, body: refusal } = await clerk.get(url);
        expect([url, status, refusal.problem]).toEqual([url, 200, name.includes('\0') ? 'invalidInput' : 'fileGone']);
      }
      const profileResponse = await server.stranger.get(`/profile/${encodeURI(name).replaceAll('..', '%2e%2e')}`);
      expect(profileResponse.status, name).toBeGreaterThanOrEqual(400);
    }
    expect((await server.stranger.get('/profile/')).status).toBe(404);
    expect((await server.stranger.get('/profile/upload')).status).toBe(404);
    expect(existsSync(canary)).toBe(true);
  });

  it('are uploaded several at once, all or none', async () => {
    const send = async (files: [string, Buffer][]) => {
      const form = new FormData();
      for (const [name, bytes] of files) form.append('files', new Blob([new Uint8Array(bytes)]), name);
      const request = new Request('http://x/', { method: 'POST', body: form });
      const headers = { authorization: `Bearer ${clerk.token}`, 'content-type': request.headers.get('content-type') ?? '' };
      const payload = Buffer.from(await request.arrayBuffer());
      return server.app.inject({ method: 'POST', url: '/api/common/uploads', payload, headers });
    };
    const answer = (await send([['a.png', png()], ['b.txt', Buffer.from('b')]])).json(); // biome-ignore format: one line a call
    expect(answer.originalFilenames).toBe('a.png,b.txt');
    expect(answer.fileNames.split(',')).toHaveLength(2);
    const before = onDisk().length;
    expect((await send([['a.png', png()], ['b.html', Buffer.from('b')]])).json()).toMatchObject({ problem: 'fileTypeWrong' }); // biome-ignore format: one line a call
    expect((await send(Array.from({ length: 11 }, (_, index) => [`${index}.txt`, Buffer.from('x')]))).statusCode).toBe(413);
    expect(onDisk().length).toBe(before);
    expect(arrivingFiles()).toEqual([]);
  });

  it('require sign-in, and report a missing file', async () => {
    expect((await server.stranger.upload('/common/upload', 'a.png', png())).body).toMatchObject({ code: 401 });
    expect((await clerk.post('/common/upload')).body).toMatchObject({ problem: 'fileMissing' });
  });

  it('limit the upload rate of a user', async () => {
    const hasty = await server.as([]);
    const codes: number[] = [];
    for (let count = 0; count < 121; count++) codes.push((await hasty.upload('/common/upload', 'a.txt', Buffer.from('a'))).body.code);
    expect(codes.slice(0, 120).every((code) => code === 200)).toBe(true);
    expect(codes[120]).toBe(429);
  });

  it('are deleted only after the commit, and stay after a rollback', async () => {
    const { installation, db } = server;
    const { fileName } = (await clerk.upload('/common/upload', 'kept.png', png())).body;
    const drop = (tx: typeof db) => fileService.removeInternal({ db: tx, installation }, fileService.pathOf(fileName));
    const status = async () => (await server.stranger.get(fileName)).status;
    const undone = inTransaction(db, async (tx) => {
      await drop(tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await status()).toBe(200);
    const before = onDisk().length;
    await inTransaction(db, async (tx) => {
      await drop(tx);
      expect(onDisk()).toHaveLength(before);
    });
    expect(onDisk()).toHaveLength(before - 1);
    expect(await status()).toBe(404);
  });

  it('of killed uploads are cleaned up, and those with a row stay', async () => {
    const { dataDir } = server.installation;
    const { body } = await clerk.upload('/common/upload', 'kept.png', png());
    const recordedFile = path.join(dataDir, 'files', body.fileName.slice('/profile/'.length));
    const orphan = path.join(dataDir, 'files', 'upload', `${'0'.repeat(32)}.png`);
    const half = path.join(dataDir, 'files-arriving', '1'.repeat(32));
    const fresh = path.join(dataDir, 'files-arriving', '2'.repeat(32));
    for (const file of [orphan, half, fresh]) writeFileSync(file, 'x');
    const old = new Date(Date.now() - 2 * 86_400_000);
    for (const file of [recordedFile, orphan, half]) utimesSync(file, old, old);
    utimesSync(fresh, new Date(), new Date()); // the file system's clock may differ from a faked one
    await sql`insert into notice (notice_title, notice_type, notice_content) values ('图', '1', ${`<img src="${body.fileName}">`})`.execute(
      server.db,
    );
    await fileService.sweep(server.installation);
    expect([recordedFile, orphan, half, fresh].map((file) => existsSync(file))).toEqual([true, false, false, true]);
  });

  it('without a reference for a day are deleted, and referenced ones stay', async () => {
    const { db, installation } = server;
    await sampleService.loadSample(installation);
    await onOwner(db, (owner) => sql`create table shelf_note (note_id bigint, photo varchar(200))`.execute(owner));
    // how each table spells the address of an upload
    const places: Record<string, (name: string, path: string) => RawBuilder<unknown>> = {
      'a notice': (name) =>
        sql`insert into notice (notice_title, notice_type, notice_content) values ('图', '1', ${`<p><img src="http://a.cn/api${name}"></p>`})`,
      'pictures of goods': (name) => sql`update product set pictures = array['/profile/x', ${name}] where category_code = 'MILK-250'`,
      'a story of goods': (name) => sql`update product set story = ${`<img src="/api${name}">`} where category_code = 'MILK-ORG'`,
      'a paper of a supplier': (_, path) =>
        sql`update supplier_paper set file_path = ${path} where paper_id = (select min(paper_id) from supplier_paper)`,
      'a picture of a trace record': (_, path) =>
        sql`update trace_file set path = ${path} where (trace_record_id, order_num) = (select trace_record_id, order_num from trace_file limit 1)`,
      'data of a trace record': (name) =>
        sql`update trace_record set data = data || jsonb_build_object('scan', jsonb_build_array(${name}::text))
          where trace_record_id = (select max(trace_record_id) from trace_record)`,
      'an answer to a form': (name) =>
        sql`update form_answer set data = data || jsonb_build_object('photos', jsonb_build_array(jsonb_build_object('url', ${name}::text)))
          where answer_id = (select min(answer_id) from form_answer)`,
      'a file of an answer': (_, path) =>
        sql`insert into form_answer_file (answer_id, path) select max(answer_id), ${path} from form_answer`,
      'a designed form': (name) => sql`update form set doc = doc || jsonb_build_object('x', ${name}::text) where state = 'draft'`,
      'an avatar': (name) => sql`update users set avatar = ${name} where user_id = ${clerk.userId}`,
      'a setting': (name) => sql`update setting set config_value = ${encodeURIComponent(name)} where config_key = 'suyuan.footer.icp'`,
      'a note of a case': (name) => sql`update scan_case set note = ${name} where case_id = (select min(case_id) from scan_case)`,
      'a table of the generator': (name) => sql`insert into shelf_note values (1, ${name})`,
    };
    const upload = async () => (await clerk.upload('/common/upload', 'a.png', png())).body.fileName as string;
    const stored = new Map<string, string>();
    for (const [place, refer] of Object.entries(places)) {
      const name = await upload();
      stored.set(place, name);
      await refer(name, name.slice('/profile/'.length)).execute(db);
    }
    const [unreferenced, recent] = [await upload(), await upload()];
    // logs that repeat submitted data do not count as references
    await sql`update job_log set job_message = ${unreferenced}`.execute(db);
    const fileOf = (name: string) => path.join(installation.dataDir, 'files', name.slice('/profile/'.length));
    const old = new Date(Date.now() - 2 * 86_400_000);
    for (const name of [...stored.values(), unreferenced]) utimesSync(fileOf(name), old, old);
    await sql`update file set create_time = now() - interval '2 days' where '/profile/' || path <> ${recent}`.execute(db);
    const used = async () =>
      (await sql<{ bytes: number }>`select bytes from file_usage where user_id = ${clerk.userId}`.execute(db)).rows[0]?.bytes ?? 0;
    const rowsOf = () => db.selectFrom('file').select(['path', 'bytes', 'createBy']).execute();
    const [usedBefore, rowsBefore] = [await used(), await rowsOf()];
    await fileService.sweep(installation);
    const left = new Set((await rowsOf()).map((row) => `/profile/${row.path}`));
    for (const [place, name] of stored) expect([left.has(name), existsSync(fileOf(name))], place).toEqual([true, true]);
    for (const name of [unreferenced, recent])
      expect([left.has(name), existsSync(fileOf(name))]).toEqual([name === recent, name === recent]);
    const removedRows = rowsBefore.filter(({ path, createBy }) => createBy === clerk.userId && !left.has(`/profile/${path}`));
    expect(await used()).toBe(usedBefore - removedRows.reduce((sum, { bytes }) => sum + bytes, 0));
  });

  it('are not searched for in tables that grow with codes or scans', async () => {
    const { db, installation } = server;
    await onOwner(db, (owner) =>
      inTransaction(owner, async (tx) => {
        // a query that reads one of these tables blocks and times out
        await sql`lock table scan, scan_state, code_segment, code_block, code_day, code_pack, stored_code, scan_case_inbox, pin_reveal,
          scan_hour, scan_day in access exclusive mode`.execute(tx);
        await inTransaction(db, async (sweeping) => {
          await sql`set local lock_timeout = '2s'`.execute(sweeping);
          await fileService.sweep({ db: sweeping, files: installation.files });
        });
      }),
    );
  });
});
