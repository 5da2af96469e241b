import { type CodeShape, readSymbol } from '@suyuan/codes';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { keyRotate } from '../../../boot/commands/key.ts';
import { listen, notifyChannel } from '../../../platform/db/listen.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { insertBatch } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as codeSpaceService from './code-space.service.ts';

const shape = (overrides: Partial<CodeShape> = {}): CodeShape => ({
  prefix: '',
  alphabet: 'base32',
  serialDigits: 8,
  tagDigits: 8,
  checkCharacter: false,
  ...overrides,
});

describe('code spaces', () => {
  let server: TestServer;
  const findOrCreate = (overrides: Partial<CodeShape>) => codeSpaceService.findOrCreate(server.db, shape(overrides));
  const codeOf = (spaceId: number, of: CodeShape, epoch: number, serial: number) =>
    codeSpaceService.deriverOf(server.installation, spaceId, of, epoch).code(serial);

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('gives rules of one shape one space, also when twenty create it at once', async () => {
    const spaceIds = await Promise.all(Array.from({ length: 20 }, () => findOrCreate({ prefix: 'NE' })));
    expect(new Set(spaceIds).size).toBe(1);
    expect(await codeSpaceService.shapeOf(server.db, spaceIds[0] ?? 0)).toEqual(shape({ prefix: 'NE' }));
  });

  it('rejects a second split of texts with one prefix, length and alphabet', async () => {
    await findOrCreate({ prefix: 'SP', serialDigits: 8, tagDigits: 8 });
    const problem = { problem: 'codeSpaceTaken', params: { field: 'prefix', prefix: 'SP', length: 18 } };
    await expect(findOrCreate({ prefix: 'SP', serialDigits: 8, tagDigits: 7, checkCharacter: true })).rejects.toMatchObject(problem);
    await findOrCreate({ prefix: 'SP', serialDigits: 7, tagDigits: 8 });
    await findOrCreate({ prefix: 'SP', alphabet: 'decimal', serialDigits: 8, tagDigits: 8 });
  });

  it('never allocates a serial twice in a hundred parallel runs', async () => {
    const spaceId = await findOrCreate({ prefix: 'PAR' });
    const { batchId } = await insertBatch(server.db);
    const run = (index: number) =>
      server.db.transaction().execute(async (db) => {
        const count = 1 + (index % 7) * 1000;
        const allocation = await codeSpaceService.allocate(db, spaceId, count);
        const row = { batchId, ordinalFrom: index * 10_000, spaceId, count, ...allocation };
        await db.insertInto('batchRange').values(row).execute();
      });
    await Promise.all(Array.from({ length: 100 }, (_, index) => run(index)));
    const ranges = await server.db.selectFrom('batchRange').selectAll().where('spaceId', '=', spaceId).orderBy('serialFrom').execute();
    expect(ranges).toHaveLength(100);
    let next = 0;
    for (const { serialFrom, count } of ranges) {
      expect(serialFrom).toBe(next);
      next += count;
    }
    await expect(
      server.db.insertInto('batchRange').values({ batchId, ordinalFrom: 5e6, spaceId, epoch: 1, serialFrom: 3, count: 1 }).execute(),
    ).rejects.toMatchObject({ constraint: 'batch_range_serial_excl' });
  });

  it('decodes codes of a new space at once, even after an earlier failed lookup', async () => {
    const countDecoded = async (spaceId: number) => {
      const code = codeOf(spaceId, shape({ prefix: 'YET' }), 1, 0);
      return (await codeSpaceService.decode(server.installation, readSymbol(code))).length;
    };
    const spaceId = await inTransaction(server.db, async (tx) => {
      const createdId = await codeSpaceService.findOrCreate(tx, shape({ prefix: 'YET' }));
      expect(await countDecoded(createdId)).toBe(0);
      return createdId;
    });
    expect(await countDecoded(spaceId)).toBe(1);
  });

  it('notifies every process of a new space after the commit, not before', async () => {
    const messages: (string | undefined)[] = [];
    const listener = listen(server.db, 'cache', (message) => messages.push(message));
    await expect.poll(() => messages).toEqual([undefined]);
    await inTransaction(server.db, async (tx) => {
      await codeSpaceService.findOrCreate(tx, shape({ prefix: 'HEAR' }));
      // this later message arrives first, because the other is sent on commit
      await notifyChannel(server.db, 'cache', 'mark');
      await expect.poll(() => messages).toContain('mark');
      expect(messages).not.toContain('code_spaces');
    });
    await expect.poll(() => messages).toContain('code_spaces');
    await listener.close();
  });

  it('reuses the serials of a rolled back run', async () => {
    const spaceId = await findOrCreate({ prefix: 'BACK' });
    const allocation = server.db.transaction().execute(async (db) => {
      await codeSpaceService.allocate(db, spaceId, 1000);
      throw new Error('lost');
    });
    await expect(allocation).rejects.toThrow('lost');
    expect(await codeSpaceService.allocate(server.db, spaceId, 1)).toEqual({ epoch: 1, serialFrom: 0 });
  });

  it('allocates nothing after a restore of an older database until a newer epoch exists', async () => {
    const spaceId = await findOrCreate({ prefix: 'OLD' });
    await codeSpaceService.allocate(server.db, spaceId, 10);
    await codeSpaceService.recordLoss(server.db, 7);
    expect(await codeSpaceService.findLoss(server.db)).toBe(7);
    await expect(codeSpaceService.allocate(server.db, spaceId, 1)).rejects.toMatchObject({ problem: 'codesUnknown' });
    await codeSpaceService.rotateKeys(server.db, spaceId);
    // the same loss, detected again at the next start
    await codeSpaceService.recordLoss(server.db, 7);
    // the lost database may have used the second epoch and the same space numbers
    const allocations = [spaceId, await findOrCreate({ prefix: 'NEW' })].map((id) => codeSpaceService.allocate(server.db, id, 1));
    for (const { epoch } of await Promise.all(allocations)) expect(epoch).toBeGreaterThan(20_000_000);
    await server.db.deleteFrom('installation').where('name', '=', 'codes.lost').execute();
    expect(await codeSpaceService.findLoss(server.db)).toBeUndefined();
  });

  it('allocates all remaining serials, and reports the rest when they are not enough', async () => {
    const spaceId = await findOrCreate({ prefix: 'END', serialDigits: 2, tagDigits: 8 });
    await codeSpaceService.allocate(server.db, spaceId, 1000);
    const problem = { problem: 'codeSpaceExhausted', params: { left: 24, quantity: 25 } };
    await expect(codeSpaceService.allocate(server.db, spaceId, 25)).rejects.toMatchObject(problem);
    expect(await codeSpaceService.allocate(server.db, spaceId, 24)).toEqual({ epoch: 1, serialFrom: 1000 });
    await expect(codeSpaceService.allocate(server.db, spaceId, 1)).rejects.toMatchObject({ params: { left: 0 } });
  });

  it('decodes a code to its space, epoch and serial, in any spelling', async () => {
    const of = shape({ prefix: 'AB' });
    const spaceId = await findOrCreate(of);
    const code = codeOf(spaceId, of, 1, 123_456);
    const typedText = ` ${code.toLowerCase().replace(/(.{4})/g, '$1-')}`;
    for (const text of [code, typedText]) {
      expect(await codeSpaceService.decode(server.installation, readSymbol(text))).toEqual([{ spaceId, epoch: 1, serial: 123_456 }]);
    }
  });

  it('rejects codes of another installation and changed codes', async () => {
    const of = shape({ prefix: 'FR' });
    const spaceId = await findOrCreate(of);
    const code = codeOf(spaceId, of, 1, 7);
    const foreign = codeSpaceService.deriverOf({ masterKey: Buffer.alloc(32, 1) }, spaceId, of, 1).code(7);
    const changedCode = code.slice(0, -1) + (code.endsWith('7') ? '8' : '7');
    for (const text of [foreign, changedCode, '', '0', 'x'.repeat(10_000), '\u0000'.repeat(18), '％'.repeat(18)]) {
      expect(await codeSpaceService.decode(server.installation, readSymbol(text))).toEqual([]);
    }
  });

  it('issues in the newest epoch, reads up to four, and reads no retired epoch', async () => {
    const of = shape({ prefix: 'R0T' });
    const spaceId = await findOrCreate(of);
    for (const epoch of [2, 3, 4]) {
      expect(await codeSpaceService.rotateKeys(server.db, spaceId)).toEqual({ newEpochs: [{ spaceId, epoch }], refusals: [] });
      expect((await codeSpaceService.allocate(server.db, spaceId, 1)).epoch).toBe(epoch);
    }
    await expect(codeSpaceService.rotateKeys(server.db, spaceId)).rejects.toMatchObject({ problem: 'codeEpochsFull', params: { max: 4 } });
    const oldCode = codeOf(spaceId, of, 1, 42);
    expect(await codeSpaceService.decode(server.installation, readSymbol(oldCode))).toEqual([{ spaceId, epoch: 1, serial: 42 }]);
    await codeSpaceService.retireEpoch(server.db, spaceId, 1);
    expect(await codeSpaceService.decode(server.installation, readSymbol(oldCode))).toEqual([]);
    await expect(codeSpaceService.retireEpoch(server.db, spaceId, 4)).rejects.toMatchObject({ problem: 'codeEpochCurrent' });
    await expect(codeSpaceService.retireEpoch(server.db, spaceId, 9)).rejects.toMatchObject({ problem: 'notFound' });
    expect(await codeSpaceService.rotateKeys(server.db, spaceId)).toEqual({ newEpochs: [{ spaceId, epoch: 5 }], refusals: [] });
  });

  it('refuses a second key when two keys would be too easy to guess, and starts no epoch', async () => {
    const spaceId = await findOrCreate({ prefix: 'W', alphabet: 'decimal', tagDigits: 4 });
    await expect(codeSpaceService.rotateKeys(server.db, spaceId)).rejects.toMatchObject({
      problem: 'codeRuleTooWeak',
      params: { odds: 5000, floor: 10_000 },
    });
    expect((await codeSpaceService.allocate(server.db, spaceId, 1)).epoch).toBe(1);
  });

  it('rotates all eligible spaces, and reports each refused space with its rules and the reason', async () => {
    const [weak, strong] = [await findOrCreate({ prefix: 'WK', alphabet: 'decimal', tagDigits: 4 }), await findOrCreate({ prefix: 'STR' })];
    const { userId: createBy } = await server.as([]);
    await server.db.insertInto('codeRule').values({ ruleName: '弱规则', spaceId: weak, createBy }).execute();
    const { newEpochs, refusals } = await codeSpaceService.rotateKeys(server.db);
    expect(newEpochs).toContainEqual({ spaceId: strong, epoch: 2 });
    expect(refusals).toContainEqual({
      spaceId: weak,
      ruleNames: ['弱规则'],
      problem: expect.objectContaining({ problem: 'codeRuleTooWeak' }),
    });
    expect((await codeSpaceService.allocate(server.db, weak, 1)).epoch).toBe(1);
    const output: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void output.push(line));
    const command = keyRotate
      .run(server.installation, { values: {}, positionals: [], language: 'zh-CN' })
      .finally(() => vi.restoreAllMocks());
    await expect(command).rejects.toThrow(
      `码空间 ${weak}（规则：弱规则）未启用新密钥：规则太弱：随机猜中的概率约为 1/5,000，高于 1/10,000 的底线；增加防伪位数`,
    );
    expect(output.join('\n')).toContain(`码空间 ${strong} 现用第 3 期密钥`);
  });

  it('deletes a space without codes, and keeps one with codes', async () => {
    const [unused, used] = [await findOrCreate({ prefix: 'GN' }), await findOrCreate({ prefix: 'ST' })];
    const { batchId } = await insertBatch(server.db);
    const serials = await codeSpaceService.allocate(server.db, used, 1);
    await server.db
      .insertInto('batchRange')
      .values({ batchId, ordinalFrom: 0, spaceId: used, count: 1, ...serials })
      .execute();
    await codeSpaceService.removeUnused(server.db, [unused, used]);
    await expect(codeSpaceService.shapeOf(server.db, unused)).rejects.toMatchObject({ problem: 'notFound' });
    expect(await codeSpaceService.shapeOf(server.db, used)).toMatchObject({ prefix: 'ST' });
  });
});
