import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../test/database.ts';
import { insertBatch } from '../test/factories.ts';

const suyuan = path.join(import.meta.dirname, 'suyuan.ts');

describe('an operator’s command', { timeout: 120_000 }, () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let dataDir: string;

  beforeAll(async () => {
    database = await cloneDatabase();
    dataDir = mkdtempSync(path.join(tmpdir(), 'suyuan-command-'));
  });
  afterAll(async () => {
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('issues nothing on a database older than the folder, though no server has started on it yet', async () => {
    const { batchId } = await insertBatch(database.db, { quantity: 10 });
    await database.db.updateTable('batch').set({ state: 'approved' }).where('batchId', '=', batchId).execute();
    writeFileSync(path.join(dataDir, 'operlog.checkpoints'), `${JSON.stringify({ seal: 99, hash: 'ab' })}\n`);
    const env = { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: dataDir };
    const told = await promisify(execFile)(process.execPath, [suyuan, 'issue', String(batchId)], { env }).catch((error) => error);
    expect(told).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run suyuan -- key rotate') });
    const batch = database.db.selectFrom('batch').select('state').where('batchId', '=', batchId);
    expect(await batch.executeTakeFirstOrThrow()).toEqual({ state: 'approved' });
  });

  it('retires no epoch that codes were issued in without saying how many, and being told that it is meant', async () => {
    const { db, url, close } = await cloneDatabase();
    const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: path.join(dataDir, 'retiring') };
    const told = (...words: string[]) => promisify(execFile)(process.execPath, [suyuan, ...words], { env }).catch((error) => error);
    const { batchId } = await insertBatch(db, { quantity: 10 });
    await db.updateTable('batch').set({ state: 'approved' }).where('batchId', '=', batchId).execute();
    await told('issue', String(batchId));
    const range = db.selectFrom('batchRange').selectAll().where('batchId', '=', batchId);
    const { spaceId, epoch } = await range.executeTakeFirstOrThrow();
    await told('key', 'rotate', String(spaceId));
    const words = ['key', 'retire', String(spaceId), String(epoch)];
    expect(await told(...words)).toMatchObject({ code: 1, stderr: expect.stringContaining('发过 10 枚码（1 个批次）') });
    expect(await told(...words, '--yes')).toMatchObject({ stdout: expect.stringContaining('已停用') });
    // what cannot be done is said before anybody is asked to confirm it
    for (const gone of [epoch, epoch + 1])
      expect(await told('key', 'retire', String(spaceId), String(gone))).toMatchObject({
        code: 1,
        stderr: expect.not.stringContaining('--yes'),
      });
    await close();
  });
});
