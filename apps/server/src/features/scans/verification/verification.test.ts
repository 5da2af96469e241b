// Over 300 lines: all behaviour of scans, tested through the HTTP interface.
import { type BatchState, type CodeStatus, Verification } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SHANGHAI_OFFSET } from '../../../platform/shanghai-time.ts';
import { onDatabase } from '../../../test/database.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { nextAddress, openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { createScanId } from './scan-id.ts';
import { previewVerification } from './verification.service.ts';
import type { Recent } from './visit.ts';

const tally = (values: string[]) =>
  Object.fromEntries(
    Map.groupBy(values, (value) => value)
      .entries()
      .map(([value, all]) => [value, all.length]),
  );

describe('verification', () => {
  let server: TestServer;
  let site: PublicSite;
  let live: Awaited<ReturnType<typeof issueCodes>>;
  let next = 0;
  /** A live code that no other test uses. */
  const freshCode = () => live.code(next++);
  const counterOf = async (code: string) => {
    const { code: facts } = await previewVerification(server.installation, code);
    return facts && { sessions: facts.sessions, scans: facts.scans };
  };
  const storedScans = () => server.db.selectFrom('scan').selectAll().execute();

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    live = await issueCodes(server.installation, { gtin: '09506000134352', categoryName: '纯牛奶' });
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('returns genuine to the first consumer, and the time and place of the first scan to the next', async () => {
    const code = freshCode();
    const first = (await site.verify(code, {}, '112.10.0.1')).body;
    expect(first).toMatchObject({
      verdict: 'genuine',
      sessions: 1,
      firstRegion: '浙江省杭州市',
      goods: { name: '纯牛奶', maker: '顶点标签' },
    });
    expect(Verification.strict().safeParse(first).error).toBeUndefined();
    const second = (await site.verify(code, {}, '8.8.8.8')).body;
    expect(second).toMatchObject({ verdict: 'alreadyVerified', sessions: 2, firstTime: first.firstTime, firstRegion: '浙江省杭州市' });
    expect(Math.abs(Date.parse(first.firstTime) - Date.now())).toBeLessThan(60_000);
  });

  it('returns the same first time to the first consumer and the next when the database waits between reading and storing', async () => {
    const { code } = await issueCodes(server.installation);
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
    const lock = server.db.transaction().execute(async (tx) => {
      await sql`lock table supplier in access exclusive mode`.execute(tx);
      isLocked();
      await sql`select pg_sleep(1.5)`.execute(tx);
    });
    await locked;
    const first = (await site.verify(code(0))).body;
    await lock;
    expect((await site.verify(code(0))).body).toMatchObject({ sessions: 2, firstTime: first.firstTime });
  });

  const stateCases: [BatchState, CodeStatus, string][] = [
    ['issued', 'issued', 'notActivated'],
    ['active', 'issued', 'notActivated'],
    ['active', 'printed', 'notActivated'],
    ['active', 'activated', 'genuine'],
    ['active', 'packed', 'genuine'],
    ['active', 'shipped', 'genuine'],
    ['closed', 'sold', 'genuine'],
    ['active', 'frozen', 'frozen'],
    ['active', 'recalled', 'recalled'],
    ['active', 'void', 'void'],
    ['frozen', 'activated', 'frozen'],
    ['frozen', 'void', 'void'],
    ['recalled', 'activated', 'recalled'],
    ['void', 'issued', 'void'],
    ['issuing', 'issued', 'unknown'],
    ['cancelled', 'issued', 'unknown'],
  ];
  it.each(stateCases)('returns the verdict for a %s batch and a %s code: %s', async (state, status, verdict) => {
    const { code, batchId } = await issueCodes(server.installation, { state, status });
    const { status: http, body } = await site.verify(code(0));
    expect({ http, verdict: body.verdict }).toEqual({ http: 200, verdict });
    const isLive = verdict === 'genuine';
    expect(body.sessions).toBe(isLive ? 1 : null);
    // visits of recalled products are counted but not shown to the consumer
    const visits = isLive || verdict === 'recalled' ? 1 : 0;
    const counter = await server.db.selectFrom('scanState').select(['sessions', 'scans']).where('batchId', '=', batchId).executeTakeFirst();
    expect(counter).toEqual(verdict === 'unknown' ? undefined : { sessions: visits, scans: 1 });
  });

  it('counts no visit before activation, and returns genuine for the first one after it', async () => {
    const { code, batchId } = await issueCodes(server.installation, { state: 'issued', status: 'issued' });
    const device = crypto.randomUUID();
    expect((await site.verify(code(0), { device })).body.verdict).toBe('notActivated');
    await server.db.updateTable('batch').set({ state: 'active' }).where('batchId', '=', batchId).execute();
    await server.db.updateTable('codeSegment').set({ status: 'activated' }).where('batchId', '=', batchId).execute();
    expect((await site.verify(code(0), { device })).body).toMatchObject({ verdict: 'genuine', sessions: 1 });
    expect(await counterOf(code(0))).toEqual({ sessions: 1, scans: 2 });
  });

  it('returns expired from the day after the expiry date', async () => {
    const shanghai = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
    for (const [days, verdict] of [
      [0, 'genuine'],
      [-1, 'expired'],
    ] as const) {
      const { code } = await issueCodes(server.installation, { expiryDate: shanghai(days) });
      expect((await site.verify(code(0))).body).toMatchObject({ verdict, sessions: 1 });
    }
  });

  it('reads the code from a link, and returns suspect for a foreign GTIN or lot', async () => {
    const { batchNo } = live;
    const links: [string, string, string | null][] = [
      [`https://t.example.cn/c/${freshCode()}`, 'genuine', null],
      [` HTTPS://T.EXAMPLE.CN/c/${freshCode()}?utm=1 `, 'genuine', null],
      [`https://id.other.cn/x/01/09506000134352/10/${batchNo}/21/${freshCode()}`, 'genuine', null],
      [`/01/9506000134352/21/${freshCode()}`, 'genuine', null],
      [`https://t.example.cn/01/04012345000009/21/${freshCode()}`, 'suspect', 'otherGtin'],
      [`https://t.example.cn/01/1/21/${freshCode()}`, 'suspect', 'otherGtin'],
      [`https://t.example.cn/01/09506000134352/10/OTHER/21/${freshCode()}`, 'suspect', 'otherLot'],
      [`HTTP://T.EXAMPLE.CN:8081/C/${freshCode()}#a`, 'genuine', null],
      [`https://id.other.cn/8006/095060001343520102/10/${batchNo}/21/${freshCode()}`, 'genuine', null],
    ];
    for (const [text, verdict, reason] of links) expect((await site.verify(text)).body).toMatchObject({ verdict, reason });
  });

  it('reads the serial from a GS1 element string, and returns suspect for a foreign GTIN or lot', async () => {
    const { batchNo } = live;
    const strings: [string, string, string | null][] = [
      [`]d2010950600013435210${batchNo}\u001d21${freshCode()}`, 'genuine', null],
      [`]Q3010950600013435210${batchNo}\u001d21${freshCode()}`, 'genuine', null],
      [`010950600013435210${batchNo}{GS}21${freshCode()}`, 'genuine', null],
      [`(01)09506000134352(10)${batchNo}(21)${freshCode()}`, 'genuine', null],
      [`010950600013435221${freshCode()}`, 'genuine', null],
      [`]d2010401234500000910${batchNo}\u001d21${freshCode()}`, 'suspect', 'otherGtin'],
      [`(01)09506000134352(10)OTHER(21)${freshCode()}`, 'suspect', 'otherLot'],
      [`]d2010950600013435210${batchNo}\u001d21NOTOURS`, 'unknown', null],
      [']d2no element string', 'unknown', null],
    ];
    for (const [text, verdict, reason] of strings) expect((await site.verify(text)).body, text).toMatchObject({ verdict, reason });
  });

  it('accepts a code in any spelling', async () => {
    const retypedCode = freshCode()
      .toLowerCase()
      .replace(/(.{4})/g, ' $1－')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect((await site.verify(retypedCode)).body.verdict).toBe('genuine');
  });

  it('returns already verified up to ten visits, stronger from the sixth, and suspect from the eleventh', async () => {
    const code = freshCode();
    const outcomes: string[] = [];
    for (let session = 1; session <= 12; session++) {
      const { body } = await site.verify(code);
      expect(body.sessions).toBe(session);
      outcomes.push(body.reason ?? body.verdict);
    }
    expect(tally(outcomes)).toEqual({ genuine: 1, alreadyVerified: 9, manySessions: 2 });
  });

  it('counts a hundred parallel first scans, and returns genuine exactly once', async () => {
    const code = freshCode();
    const answers = await Promise.all(Array.from({ length: 100 }, () => site.verify(code)));
    expect(tally(answers.map(({ body }) => body.verdict))).toEqual({ genuine: 1, alreadyVerified: 9, suspect: 90 });
    expect(answers.map(({ body }) => body.sessions).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
    expect(await counterOf(code)).toEqual({ sessions: 100, scans: 100 });
  });

  it('returns genuine once per code across two servers with one database', async () => {
    const other = await openPublicSite(server.installation);
    const codes = Array.from({ length: 20 }, freshCode);
    const requests = Array.from({ length: 400 }, (_, index) => ({ code: codes[index % 20] ?? '', at: index % 3 ? site : other }));
    const answers = await Promise.all(requests.map(async ({ code, at }) => ({ code, verdict: (await at.verify(code)).body.verdict })));
    expect(
      answers
        .filter(({ verdict }) => verdict === 'genuine')
        .map(({ code }) => code)
        .toSorted(),
    ).toEqual(codes.toSorted());
    for (const code of codes) expect(await counterOf(code)).toEqual({ sessions: 20, scans: 20 });
    await other.close();
  });

  it('treats scans of one device within thirty minutes as one visit, and a later one as the next', async () => {
    const code = freshCode();
    const device = crypto.randomUUID();
    const first = (await site.verify(code, { device })).body;
    expect((await site.verify(code, { device })).body).toEqual(first);
    expect((await site.verify(code)).body.sessions).toBe(2);
    expect((await site.verify(code, { device })).body).toMatchObject({ verdict: 'genuine', sessions: 1 });
    expect(await counterOf(code)).toEqual({ sessions: 2, scans: 4 });

    const ordinal = ((await previewVerification(server.installation, code)).code?.ordinal ?? 0) - 1;
    const counters = server.db.updateTable('scanState').where('batchId', '=', live.batchId).where('ordinal', '=', ordinal);
    const shiftVisits = async (minutes: number) => {
      const { recent } = await counters.set({ scans: 4 }).returning('recent').executeTakeFirstOrThrow();
      const moved = (recent as Recent).map(([visitor, second, session]) => [visitor, second - minutes * 60, session]);
      await counters.set({ recent: JSON.stringify(moved) }).execute();
    };
    await shiftVisits(29);
    expect((await site.verify(code, { device })).body.sessions).toBe(1);
    await shiftVisits(31);
    expect((await site.verify(code, { device })).body).toMatchObject({ verdict: 'alreadyVerified', sessions: 3 });
  });

  it('treats callers without a device ID as one when address and browser are equal', async () => {
    const code = freshCode();
    const verifyFrom = (ip: string, agent: string) =>
      site.call({ method: 'POST', url: '/v1/verifications', payload: { code }, remoteAddress: ip, headers: { 'user-agent': agent } });
    const [one, another] = [nextAddress(), nextAddress()];
    expect((await verifyFrom(one, 'A')).body.sessions).toBe(1);
    expect((await verifyFrom(one, 'A')).body.sessions).toBe(1);
    expect((await verifyFrom(one, 'B')).body.sessions).toBe(2);
    expect((await verifyFrom(another, 'A')).body.sessions).toBe(3);
  });

  it('returns the first response to a repeated request, and counts it once', async () => {
    const code = freshCode();
    const scanId = createScanId();
    const first = await site.verify(code, { scanId });
    expect((await site.verify(code)).body.sessions).toBe(2);
    const again = await site.verify(code, { scanId: scanId.toUpperCase() });
    expect(again.text).toBe(first.text);
    expect(await counterOf(code)).toEqual({ sessions: 2, scans: 2 });
  });

  it('counts parallel repeats once, also across two servers', async () => {
    const other = await openPublicSite(server.installation);
    for (let round = 0; round < 5; round++) {
      const codes = Array.from({ length: 10 }, freshCode);
      const ids = codes.map(() => createScanId());
      const requestIndexes = Array.from({ length: 100 }, (_, index) => index % 10);
      const answers = await Promise.all(
        requestIndexes.map(
          async (codeIndex, index) =>
            (await (index % 20 < 10 ? site : other).verify(codes[codeIndex] ?? '', { scanId: ids[codeIndex] ?? '' })).body,
        ),
      );
      expect(tally(answers.map(({ verdict }) => verdict))).toEqual({ genuine: 100 });
      for (const code of codes) expect(await counterOf(code)).toEqual({ sessions: 1, scans: 1 });
    }
    await other.close();
  });

  it('returns 409 for a scan ID of another code, at once and later', async () => {
    const [scanId, code, other] = [createScanId(), freshCode(), freshCode()];
    const answers = await Promise.all([code, other, 'NOTOURS'].map((text) => site.verify(text, { scanId })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const counts = await Promise.all([code, other].map(counterOf));
    expect(counts.reduce((sum, counter) => sum + (counter?.scans ?? 0), 0)).toBeLessThanOrEqual(1);

    const later = createScanId();
    const third = freshCode();
    await site.verify(third, { scanId: later });
    const { status, body, headers } = await site.verify(freshCode(), { scanId: later });
    expect({ status, body }).toEqual({
      status: 409,
      body: { type: 'about:blank#scanIdReused', title: '这个扫码编号属于另一枚码；换一个编号', status: 409 },
    });
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  it('stores a scan with an outdated ID under the current day, and recognises its repeat', async () => {
    for (const scanId of [createScanId(Date.now() - 3 * 86_400_000), createScanId(Date.now() + 400 * 86_400_000), crypto.randomUUID()]) {
      const code = freshCode();
      const answers = [await site.verify(code, { scanId }), await site.verify(code, { scanId })];
      expect(answers.map(({ body }) => body.verdict)).toEqual(['genuine', 'genuine']);
      expect(await counterOf(code)).toEqual({ sessions: 1, scans: 1 });
    }
  });

  it('counts a scan once when its repeat arrives after midnight or with an ID older than a day', async () => {
    const day = 86_400_000;
    const midnight = Math.ceil((Date.now() + SHANGHAI_OFFSET) / day) * day - SHANGHAI_OFFSET;
    // another version, a clock one day late, and one day early
    const rounds: [string, number][] = [
      [crypto.randomUUID(), midnight - 500],
      [createScanId(midnight - day), midnight - 500],
      [createScanId(midnight + day), midnight - 500],
    ];
    for (const [scanId, first] of rounds) {
      const code = freshCode();
      const verdicts: string[] = [];
      for (const moment of [first, first + 1000]) {
        vi.useFakeTimers({ toFake: ['Date'], now: moment });
        verdicts.push((await site.verify(code, { scanId })).body.verdict);
        vi.useRealTimers();
      }
      expect(verdicts).toEqual(['genuine', 'genuine']);
      expect(await counterOf(code)).toEqual({ sessions: 1, scans: 1 });
    }
  });

  it('returns identical bytes for all foreign codes, and stores the requested text', async () => {
    const { code: unissuedCode } = await issueCodes(server.installation, { state: 'issuing' });
    const real = freshCode();
    const changed = real.slice(0, -1) + (real.endsWith('7') ? '8' : '7');
    const foreign = await startTestServer();
    const { code: otherServerCode } = await issueCodes(foreign.installation);
    const texts = [
      unissuedCode(0),
      changed,
      otherServerCode(0),
      '1',
      'https://evil.example/x',
      '\u0000\u001b[31m\u202e',
      'x'.repeat(512),
      '０',
      '😀'.repeat(64),
    ];
    const answers = await Promise.all(texts.map((text) => site.verify(text)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.body).toEqual({
      verdict: 'unknown',
      reason: null,
      sessions: null,
      firstTime: null,
      firstRegion: null,
      pinDigits: 0,
      pinRight: null,
      pinFirst: null,
      pinFirstTime: null,
      pinFirstRegion: null,
      pinLocked: false,
      goods: null,
    });
    const storedTexts = (await storedScans()).filter(({ verdict }) => verdict === 'unknown').map(({ codeText }) => codeText ?? '');
    expect(storedTexts).toEqual(expect.arrayContaining([changed, '\uFFFD\uFFFD[31m\uFFFD', 'x'.repeat(64), '😀'.repeat(64)]));
    await foreign.close();
  });

  it('rejects an empty and an oversized text, and counts nothing', async () => {
    const before = (await storedScans()).length;
    const empty = await site.verify('');
    expect(empty).toMatchObject({ status: 400, body: { title: '码未填写；填写后再提交', field: 'code' } });
    expect(await site.verify('x'.repeat(10_000))).toMatchObject({ status: 400, body: { title: '码太长；至多 512 个字符' } });
    expect((await storedScans()).length).toBe(before);
  });

  it('explains the error of an invalid request body', async () => {
    const headers = { 'content-type': 'application/json' };
    const send = (payload: string) => site.call({ method: 'POST', url: '/v1/verifications', payload, headers });
    expect(await send('[]')).toMatchObject({ status: 400, body: { title: expect.stringMatching(/^请求内容.*对象/) } });
    expect(await send(JSON.stringify({ code: 'x'.repeat(20_000) }))).toMatchObject({
      status: 413,
      body: { title: expect.stringContaining('太大') },
    });
  });

  it('stores no text of valid codes', async () => {
    const code = freshCode();
    await site.verify(`https://t.example.cn/01/04012345000009/21/${code}`);
    expect(JSON.stringify(await storedScans())).not.toContain(code);
  });

  it('limits addresses that request unknown codes, but not those with valid codes', async () => {
    const address = nextAddress();
    const answers = [];
    for (let count = 0; count < 33; count++) answers.push(await site.verify(`NOTOURS${count}`, {}, address));
    expect(tally(answers.map(({ status }) => String(status)))).toEqual({ 200: 30, 429: 3 });
    const refused = answers.at(-1);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.body).toMatchObject({ type: 'about:blank#unknownLimited', status: 429 });
    const real = await Promise.all(Array.from({ length: 100 }, () => site.verify(freshCode(), {}, address)));
    expect(new Set(real.map(({ body }) => body.verdict))).toEqual(new Set(['genuine']));
    expect((await site.verify('NOTOURS', {}, nextAddress())).status).toBe(200);
  });

  it('verifies the PIN, and allows five wrong ones a day', async () => {
    const { code, pin } = await issueCodes(server.installation, { pinDigits: 6 });
    const wrong = pin(0) === '000000' ? '000001' : '000000';
    expect((await site.verify(code(0))).body).toMatchObject({ pinDigits: 6, pinRight: null, pinLocked: false });
    expect((await site.verify(code(0), { pin: pin(0) })).body).toMatchObject({ pinRight: true });
    const tries = await Promise.all(Array.from({ length: 12 }, () => site.verify(code(0), { pin: wrong })));
    expect(tally(tries.map(({ body }) => `${body.pinRight} ${body.pinLocked}`))).toEqual({ 'false false': 5, 'null true': 7 });
    expect((await site.verify(code(0), { pin: pin(0) })).body).toMatchObject({ pinRight: null, pinLocked: true });
    expect((await site.verify(code(1), { pin: pin(1) })).body).toMatchObject({ pinRight: true });
    await server.db.updateTable('pinTry').set({ firstTime: '2026-01-01' }).execute();
    expect((await site.verify(code(0), { pin: pin(0) })).body).toMatchObject({ pinRight: true });
  });

  it('returns the first response to a repeated PIN, and counts one attempt', async () => {
    const { code, pin, batchId } = await issueCodes(server.installation, { pinDigits: 6 });
    const [right, wrong] = [pin(0), pin(0) === '000000' ? '000001' : '000000'];
    const tries = async () =>
      (await server.db.selectFrom('pinTry').select('tries').where('batchId', '=', batchId).executeTakeFirst())?.tries ?? 0;
    const tryPin = async (scanId: string, attemptedPin: string) => {
      const { pinRight, pinLocked } = (await site.verify(code(0), { scanId, pin: attemptedPin })).body;
      return pinLocked ? 'locked' : pinRight;
    };
    const [one, two, genuine] = [createScanId(), createScanId(), createScanId()];
    expect(await Promise.all(Array.from({ length: 8 }, () => tryPin(one, wrong)))).toEqual(Array(8).fill(false));
    expect(await tries()).toBe(1);
    expect(await tryPin(two, wrong)).toBe(false);
    expect(await tries()).toBe(2);
    expect(await tryPin(genuine, right)).toBe(true);
    expect(await tries()).toBe(2);

    // a different PIN is a new attempt, with any scan
    const others = ['111111', '222222', '333333', '444444'].filter((other) => other !== right).slice(0, 3);
    for (const other of others) expect(await tryPin(one, other)).toBe(false);
    expect(await tries()).toBe(5);
    const late = createScanId();
    expect(await tryPin(late, right)).toBe('locked');
    expect(await tryPin(one, right)).toBe('locked');
    expect(await tryPin(genuine, right)).toBe(true);
    expect(await tryPin(one, wrong)).toBe(false);
    await server.db.updateTable('pinTry').set({ firstTime: '2026-01-01' }).where('batchId', '=', batchId).execute();
    expect(await tryPin(late, right)).toBe('locked');
    expect(await tryPin(createScanId(), right)).toBe(true);
    expect(JSON.stringify((await storedScans()).map(({ pinAnswers }) => pinAnswers))).not.toContain(right);
  });

  it('shows the operator the next consumer result, and counts nothing', async () => {
    const code = freshCode();
    await site.verify(code);
    const facts = await previewVerification(server.installation, `https://t.example.cn/c/${code}`);
    expect(facts).toMatchObject({
      verdict: 'alreadyVerified',
      reason: null,
      code: { batchNo: live.batchNo, sessions: 1, scans: 1, status: 'activated' },
    });
    expect(await previewVerification(server.installation, code)).toEqual(facts);
    expect(await previewVerification(server.installation, 'NOTOURS')).toEqual({ verdict: 'unknown', reason: null, leak: false });
  });

  it('isolates a scan that the database rejects from the scans processed with it', async () => {
    await onDatabase(server.ownerUrl, `alter table scan add constraint poison check (agent <> 'poison')`);
    const requests = Array.from({ length: 20 }, (_, index) => ({ code: freshCode(), agent: index === 7 ? 'poison' : 'sound' }));
    const answers = await Promise.all(
      requests.map(({ code, agent }) =>
        site.call({ method: 'POST', url: '/v1/verifications', payload: { code }, headers: { 'user-agent': agent } }),
      ),
    );
    expect(tally(answers.map(({ status }) => String(status)))).toEqual({ 200: 19, 500: 1 });
    const counts = await Promise.all(requests.map(({ code }) => counterOf(code)));
    expect(counts.map((counter) => counter?.scans)).toEqual(requests.map(({ agent }) => (agent === 'poison' ? 0 : 1)));
    await onDatabase(server.ownerUrl, 'alter table scan drop constraint poison');
  });

  it('creates the partition of a missing month', async () => {
    const month = new Date().toISOString().slice(0, 7).replace('-', '');
    await onDatabase(server.ownerUrl, `drop table scan_${month}`);
    // around the first of a month, scans above are in another one
    const others = (await storedScans()).length;
    expect((await site.verify(freshCode())).body.verdict).toBe('genuine');
    expect(await storedScans()).toHaveLength(others + 1);
  });
});
