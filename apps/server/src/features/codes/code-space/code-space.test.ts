import { type CodeShape, readSymbol } from '@suyuan/codes';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { keyRotate } from '../../../boot/commands/key-rotate.ts';
import { announce, listen } from '../../../platform/db/listen.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { insertBatch } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as codeSpaceService from './code-space.service.ts';

const shape = (given: Partial<CodeShape> = {}): CodeShape => ({
  prefix: '',
  alphabet: 'base32',
  serialDigits: 8,
  tagDigits: 8,
  checkCharacter: false,
  ...given,
});

describe('code spaces', () => {
  let server: TestServer;
  const make = (given: Partial<CodeShape>) => codeSpaceService.findOrMake(server.db, shape(given));
  const codeOf = (spaceId: number, of: CodeShape, epoch: number, serial: number) =>
    codeSpaceService.deriverOf(server.installation, spaceId, of, epoch).code(serial);

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('gives rules of one shape one space, also when twenty make it at once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => make({ prefix: 'NE' })));
    expect(new Set(made).size).toBe(1);
    expect(await codeSpaceService.shapeOf(server.db, made[0] ?? 0)).toEqual(shape({ prefix: 'NE' }));
  });

  it('refuses to split texts of one prefix, length and alphabet in two ways', async () => {
    await make({ prefix: 'SP', serialDigits: 8, tagDigits: 8 });
    const taken = { problem: 'codeSpaceTaken', params: { field: 'prefix', prefix: 'SP', length: 18 } };
    await expect(make({ prefix: 'SP', serialDigits: 8, tagDigits: 7, checkCharacter: true })).rejects.toMatchObject(taken);
    await make({ prefix: 'SP', serialDigits: 7, tagDigits: 8 });
    await make({ prefix: 'SP', alphabet: 'decimal', serialDigits: 8, tagDigits: 8 });
  });

  it('never gives a serial twice: a hundred runs at once, and the exclusion constraint as the judge', async () => {
    const spaceId = await make({ prefix: 'PAR' });
    const { batchId } = await insertBatch(server.db);
    const run = (index: number) =>
      server.db.transaction().execute(async (db) => {
        const count = 1 + (index % 7) * 1000;
        const allocated = await codeSpaceService.allocate(db, spaceId, count);
        const row = { batchId, ordinalFrom: index * 10_000, spaceId, count, ...allocated };
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

  it('knows the codes of a new space as soon as it is there, though somebody asked for one the moment before', async () => {
    const known = async (spaceId: number) => {
      const code = codeOf(spaceId, shape({ prefix: 'YET' }), 1, 0);
      return (await codeSpaceService.decode(server.installation, readSymbol(code))).length;
    };
    const spaceId = await inTransaction(server.db, async (tx) => {
      const made = await codeSpaceService.findOrMake(tx, shape({ prefix: 'YET' }));
      expect(await known(made)).toBe(0);
      return made;
    });
    expect(await known(spaceId)).toBe(1);
  });

  it('tells every process of a new space when it is there, not before', async () => {
    const heard: (string | undefined)[] = [];
    const line = listen(server.db, 'cache', (said) => heard.push(said));
    await expect.poll(() => heard).toEqual([undefined]);
    await inTransaction(server.db, async (tx) => {
      await codeSpaceService.findOrMake(tx, shape({ prefix: 'HEAR' }));
      // this later message arrives first, because the other is sent on commit
      await announce(server.db, 'cache', 'mark');
      await expect.poll(() => heard).toContain('mark');
      expect(heard).not.toContain('code_spaces');
    });
    await expect.poll(() => heard).toContain('code_spaces');
    await line.close();
  });

  it('gives back the serials of a run that was rolled back', async () => {
    const spaceId = await make({ prefix: 'BACK' });
    const lost = server.db.transaction().execute(async (db) => {
      await codeSpaceService.allocate(db, spaceId, 1000);
      throw new Error('lost');
    });
    await expect(lost).rejects.toThrow('lost');
    expect(await codeSpaceService.allocate(server.db, spaceId, 1)).toEqual({ epoch: 1, serialFrom: 0 });
  });

  it('gives none while an older database may not know what is out, until there is a newer epoch', async () => {
    const spaceId = await make({ prefix: 'OLD' });
    await codeSpaceService.allocate(server.db, spaceId, 10);
    await codeSpaceService.noteLost(server.db, 7);
    expect(await codeSpaceService.findLost(server.db)).toBe(7);
    await expect(codeSpaceService.allocate(server.db, spaceId, 1)).rejects.toMatchObject({ problem: 'codesUnknown' });
    await codeSpaceService.rotateKeys(server.db, spaceId);
    // the same loss, detected again at the next start
    await codeSpaceService.noteLost(server.db, 7);
    // the lost database may have used the second epoch and the same space numbers
    const begun = [spaceId, await make({ prefix: 'NEW' })].map((id) => codeSpaceService.allocate(server.db, id, 1));
    for (const { epoch } of await Promise.all(begun)) expect(epoch).toBeGreaterThan(20_000_000);
    await server.db.deleteFrom('installation').where('name', '=', 'codes.lost').execute();
    expect(await codeSpaceService.findLost(server.db)).toBeUndefined();
  });

  it('gives all that is left and says what is left where that is not enough', async () => {
    const spaceId = await make({ prefix: 'END', serialDigits: 2, tagDigits: 8 });
    await codeSpaceService.allocate(server.db, spaceId, 1000);
    const exhausted = { problem: 'codeSpaceExhausted', params: { left: 24, quantity: 25 } };
    await expect(codeSpaceService.allocate(server.db, spaceId, 25)).rejects.toMatchObject(exhausted);
    expect(await codeSpaceService.allocate(server.db, spaceId, 24)).toEqual({ epoch: 1, serialFrom: 1000 });
    await expect(codeSpaceService.allocate(server.db, spaceId, 1)).rejects.toMatchObject({ params: { left: 0 } });
  });

  it('reads a code back to its space, epoch and serial, however it was typed', async () => {
    const of = shape({ prefix: 'AB' });
    const spaceId = await make(of);
    const code = codeOf(spaceId, of, 1, 123_456);
    const typed = ` ${code.toLowerCase().replace(/(.{4})/g, '$1-')}`;
    for (const text of [code, typed]) {
      expect(await codeSpaceService.decode(server.installation, readSymbol(text))).toEqual([{ spaceId, epoch: 1, serial: 123_456 }]);
    }
  });

  it('takes nothing that another installation made, and nothing changed', async () => {
    const of = shape({ prefix: 'FR' });
    const spaceId = await make(of);
    const code = codeOf(spaceId, of, 1, 7);
    const foreign = codeSpaceService.deriverOf({ masterKey: Buffer.alloc(32, 1) }, spaceId, of, 1).code(7);
    const changed = code.slice(0, -1) + (code.endsWith('7') ? '8' : '7');
    for (const text of [foreign, changed, '', '0', 'x'.repeat(10_000), '\u0000'.repeat(18), '％'.repeat(18)]) {
      expect(await codeSpaceService.decode(server.installation, readSymbol(text))).toEqual([]);
    }
  });

  it('issues in the newest epoch, reads up to four, and reads none that is retired', async () => {
    const of = shape({ prefix: 'R0T' });
    const spaceId = await make(of);
    for (const epoch of [2, 3, 4]) {
      expect(await codeSpaceService.rotateKeys(server.db, spaceId)).toEqual({ begun: [{ spaceId, epoch }], refused: [] });
      expect((await codeSpaceService.allocate(server.db, spaceId, 1)).epoch).toBe(epoch);
    }
    await expect(codeSpaceService.rotateKeys(server.db, spaceId)).rejects.toMatchObject({ problem: 'codeEpochsFull', params: { max: 4 } });
    const old = codeOf(spaceId, of, 1, 42);
    expect(await codeSpaceService.decode(server.installation, readSymbol(old))).toEqual([{ spaceId, epoch: 1, serial: 42 }]);
    await codeSpaceService.retireEpoch(server.db, spaceId, 1);
    expect(await codeSpaceService.decode(server.installation, readSymbol(old))).toEqual([]);
    await expect(codeSpaceService.retireEpoch(server.db, spaceId, 4)).rejects.toMatchObject({ problem: 'codeEpochCurrent' });
    await expect(codeSpaceService.retireEpoch(server.db, spaceId, 9)).rejects.toMatchObject({ problem: 'notFound' });
    expect(await codeSpaceService.rotateKeys(server.db, spaceId)).toEqual({ begun: [{ spaceId, epoch: 5 }], refused: [] });
  });

  it('refuses a second key where two would be guessed too often, and begins none', async () => {
    const spaceId = await make({ prefix: 'W', alphabet: 'decimal', tagDigits: 4 });
    await expect(codeSpaceService.rotateKeys(server.db, spaceId)).rejects.toMatchObject({
      problem: 'codeRuleTooWeak',
      params: { odds: 5000, floor: 10_000 },
    });
    expect((await codeSpaceService.allocate(server.db, spaceId, 1)).epoch).toBe(1);
  });

  it('rotates all that can be, and says which space stays, whose rules it serves and why', async () => {
    const [weak, strong] = [await make({ prefix: 'WK', alphabet: 'decimal', tagDigits: 4 }), await make({ prefix: 'STR' })];
    const { userId: createBy } = await server.as([]);
    await server.db.insertInto('codeRule').values({ ruleName: '弱规则', spaceId: weak, createBy }).execute();
    const { begun, refused } = await codeSpaceService.rotateKeys(server.db);
    expect(begun).toContainEqual({ spaceId: strong, epoch: 2 });
    expect(refused).toContainEqual({
      spaceId: weak,
      ruleNames: ['弱规则'],
      problem: expect.objectContaining({ problem: 'codeRuleTooWeak' }),
    });
    expect((await codeSpaceService.allocate(server.db, weak, 1)).epoch).toBe(1);
    const told: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void told.push(line));
    const command = keyRotate
      .run(server.installation, { values: {}, positionals: [], language: 'zh-CN' })
      .finally(() => vi.restoreAllMocks());
    await expect(command).rejects.toThrow(
      `码空间 ${weak}（规则：弱规则）未启用新密钥：规则太弱：随机猜中的概率约为 1/5 000，高于 1/10 000 的底线；增加防伪位数`,
    );
    expect(told.join('\n')).toContain(`码空间 ${strong} 现用第 3 期密钥`);
  });

  it('forgets a space that no code is of, and keeps one that has codes', async () => {
    const [unused, used] = [await make({ prefix: 'GN' }), await make({ prefix: 'ST' })];
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
