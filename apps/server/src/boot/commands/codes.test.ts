import type { Language } from '@suyuan/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCodes } from '../../test/issued-codes.ts';
import { openPublicSite } from '../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { verify } from './codes.ts';

describe('verify command', () => {
  let server: TestServer;
  let codes: Awaited<ReturnType<typeof issueCodes>>;
  const verifyText = (text: string, language: Language, json = false) =>
    verify.run(server.installation, { positionals: [text], values: { json }, language });

  beforeAll(async () => {
    server = await startTestServer();
    codes = await issueCodes(server.installation, { count: 10 });
  });
  afterAll(() => server?.close());

  it('answers in one line, in the language of the operator', async () => {
    const { categoryName, batchNo } = codes;
    expect(await verifyText(codes.code(2), 'zh-CN')).toBe(`正品：${categoryName}，批次 ${batchNo} 第 3 枚，已激活；没有扫码`);
    expect(await verifyText(codes.code(2), 'en-US')).toBe(
      `Genuine product: ${categoryName}, batch ${batchNo}, code 3, Activated; no scans`,
    );
    expect([await verifyText('NOTACODE', 'zh-CN'), await verifyText('NOTACODE', 'en-US')]).toEqual(['没有查到', 'Not found']);
  });

  it('lists scans with their times, and does not count itself as a scan', async () => {
    const site = await openPublicSite(server.installation);
    await site.verify(codes.code(5));
    await site.close();
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
    for (let round = 0; round < 2; round++) {
      expect(await verifyText(codes.code(5), 'zh-CN')).toMatch(new RegExp(`^已验证过：.*；扫码 1 次，首次 ${time}，最近 ${time}$`));
      expect(await verifyText(codes.code(5), 'en-US')).toMatch(new RegExp(`^Scanned before: .*; 1 scan, first ${time}, last ${time}$`));
    }
  });

  it('prints every field with --json', async () => {
    expect(JSON.parse(await verifyText(codes.code(3), 'zh-CN', true))).toMatchObject({
      verdict: 'genuine',
      code: { batchNo: codes.batchNo, ordinal: 4, scans: 0 },
    });
    expect(JSON.parse(await verifyText('NOTACODE', 'en-US', true))).toEqual({ verdict: 'unknown', reason: null, leak: false });
  });
});
