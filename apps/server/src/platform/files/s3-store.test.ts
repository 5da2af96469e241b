import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import { beforeAll, describe, expect, it } from 'vitest';
import { backup } from '../../features/devtools/backup/backup.service.ts';
import { restore } from '../../features/devtools/backup/restore.service.ts';
import { cloneSingleDatabase } from '../../test/database.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';

/** The contract of both stores, and the use of a bucket by the product. */
describe('file store', () => {
  let folder: string;
  let bucket: FileStore;
  let unreachable: FileStore;
  const kinds = { folder: () => folderStore(path.join(folder, 'data')), bucket: () => bucket };

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'suyuan-s3-'));
    const store = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      // the server leaves the final slash of `/bucket/` out of the signature that it computes
      allowMismatchedSignatures: true,
      directory: path.join(folder, 's3'),
      configureBuckets: [{ name: 'suyuan', configs: [] }],
    });
    const { port } = await store.run();
    const place = { bucket: 'suyuan', region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER', prefix: 'shop/', pathStyle: true };
    bucket = s3Store({ ...place, endpoint: `http://127.0.0.1:${port}` });
    unreachable = s3Store({ ...place, endpoint: 'http://127.0.0.1:9' });
    return async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    };
  });

  describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('as a %s', (kind) => {
    it('makes a file visible when it is stored, whole and in parts, and not before', async () => {
      const store = kinds[kind]();
      const long = Buffer.alloc(9 * 1024 * 1024, 'suyuan');
      const bytes = await store.receive('one', async (sink) => {
        for (let at = 0; at < long.length; at += 65_536) await sink.write(long.subarray(at, at + 65_536));
        return long.length;
      });
      expect(bytes).toBe(long.length);
      expect(await store.listPublishedBefore(0)).toEqual([]);
      await store.publish('one', 'export/2026/11/21/one.xlsx');
      const whole = await store.read('export/2026/11/21/one.xlsx');
      expect((await buffer(whole!)).equals(long)).toBe(true);
      expect(await text((await store.read('export/2026/11/21/one.xlsx', { start: 6, end: 12 }))!)).toBe('suyuan');
      expect(await store.listPublishedBefore(-60)).toEqual(['export/2026/11/21/one.xlsx']);
      expect(await store.isAvailable()).toBe(true);
      await store.remove('export/2026/11/21/one.xlsx');
      expect(await store.read('export/2026/11/21/one.xlsx')).toBeUndefined();
      expect(await store.listPublishedBefore(-60)).toEqual([]);
    });

    it('stores nothing of a rejected upload, and drops unconfirmed files', async () => {
      const store = kinds[kind]();
      const refused = store.receive('half', async (sink) => {
        await sink.write(Buffer.alloc(100_000));
        throw new Error('too large');
      });
      await expect(refused).rejects.toThrow('too large');
      await store.receive('left', (sink) => sink.write(Buffer.from('left')));
      await store.sweep(-60);
      await expect(store.publish('left', 'upload/left.png')).rejects.toThrow();
      expect(await store.listPublishedBefore(-60)).toEqual([]);
    });

    it('rejects keys outside its folder', async () => {
      const store = kinds[kind]();
      for (const key of ['../../etc/passwd', 'upload/../../x', '/etc/passwd', 'a//b', '', 'a\\..\\b'])
        await expect((async () => store.read(key))(), key).rejects.toThrow('no key');
    });
  });

  it('reports that it is unavailable within a short time, and fails pending operations', async () => {
    expect(await unreachable.isAvailable()).toBe(false);
    await expect(unreachable.receive('x', (sink) => sink.write(Buffer.alloc(100)))).rejects.toThrow();
  });

  describe('product with a bucket', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer();
      server.installation.files = bucket;
      return () => server.close();
    });
    const txt = Buffer.from('批次说明，第一版');

    it('stores uploads, serves whole files and ranges, leaves no local files, and cleans up', async () => {
      const clerk = await server.as([]);
      const sent = await clerk.upload('/common/upload', '说明.txt', txt);
      expect(sent.body).toMatchObject({ code: 200, originalFilename: '说明.txt' });
      const url = `/common/download/resource?resource=${sent.body.fileName}`;
      expect((await clerk.get(url)).body.equals(txt)).toBe(true);
      const part = await clerk.get(url, { range: 'bytes=0-5' });
      expect([part.status, part.headers['content-range'], part.body.toString()]).toEqual([206, `bytes 0-5/${txt.length}`, '批次']);
      expect((await clerk.get(url, { range: `bytes=${txt.length}-` })).status).toBe(416);
      expect(readdirSync(server.installation.dataDir).filter((name) => name.startsWith('files'))).toEqual([]);
      expect(await bucket.listPublishedBefore(-60)).toEqual([sent.body.fileName.slice('/profile/'.length)]);
    });

    it('includes its files in a backup, and restores them into a folder', async () => {
      const archive = path.join(folder, 'all.zip');
      expect(await backup(server.installation, archive, true)).toMatchObject({ files: 1 });
      const { db, close } = await cloneSingleDatabase();
      const dataDir = path.join(folder, 'restored');
      const files = folderStore(dataDir);
      const back = await restore({ ...server.installation, db, dataDir, files }, archive);
      expect(back).toMatchObject({ files: 1 });
      const [key = ''] = await files.listPublishedBefore(-60);
      expect((await buffer((await files.read(key))!)).equals(txt)).toBe(true);
      await close();
    });
  });
});
