// Over 300 lines: cases, the blacklist and consumers’ reports depend on each other; tested through the HTTP interface.
import { createCanvas } from '@napi-rs/canvas';
import { Blacklist, CaseEvidence, Diversion, ScanCase } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDealer } from '../../../test/dealers.ts';
import { insertDepartment } from '../../../test/factories.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { nextAddress, openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts';
import { follow } from '../../insights/figure/count-scans.service.ts';
import { processSuspectScans } from './scan-case.service.ts';

const verbs = 'list query add export assign note judge reopen';
const permissions = [
  ...verbs.split(' ').map((verb) => `manage:codeCase:${verb}`),
  ...['list', 'query', 'add', 'remove', 'export'].map((verb) => `manage:blacklist:${verb}`),
  'manage:codeRecord:list',
  'manage:codeRecord:query',
  'manage:code:query',
  'manage:batch:exportCodes',
  'manage:diversion:list',
];
const hangzhou = '112.10.0.1';

describe('scan cases', () => {
  let server: TestServer;
  let site: PublicSite;
  let client: Client;
  let live: Awaited<ReturnType<typeof issueCodes>>;
  let next = 0;
  const freshCode = () => live.code(next++);

  const verify = async (code: string, device: string = crypto.randomUUID(), ip = hangzhou) =>
    (await site.call({ method: 'POST', url: '/v1/verifications', payload: { code, device }, remoteAddress: ip })).body;
  const list = async (query = '', by = client) => (await by.get(`/manage/codeCase/list?${query}`)).body;
  const casesOf = async (code: string, by = client) => (await list(`code=${code}`, by)).rows;
  const evidence = async (id: number) => (await client.get(`/manage/codeCase/${id}/evidence`)).body.data as CaseEvidence;
  const act = async (id: number, step: string, body: object, by = client) => (await by.put(`/manage/codeCase/${id}/${step}`, body)).body;
  const decide = (id: number, decision: object, by = client) => act(id, 'judge', decision, by);
  /** A code with enough devices to be suspect. */
  const makeSuspect = async (code = freshCode()) => {
    for (let session = 0; session < 11; session++) await verify(code);
    await processSuspectScans(server.db);
    return code;
  };
  const setSetting = (key: string, value: string) =>
    server.db.updateTable('setting').set({ configValue: value }).where('configKey', '=', key).execute();

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    client = await server.as(permissions);
    live = await issueCodes(server.installation);
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('are opened once by suspect scans of a code, and later scans join them', async () => {
    const code = await makeSuspect();
    await verify(code);
    await verify(code);
    await processSuspectScans(server.db);
    const [record, ...others] = await casesOf(code);
    expect(others).toEqual([]);
    expect(ScanCase.strict().safeParse(record).error).toBeUndefined();
    expect(record).toMatchObject({
      subject: 'code',
      reason: 'manySessions',
      state: 'open',
      code,
      scanCount: 3,
      codeCount: 1,
      lastRegion: '浙江省杭州市',
      severity: 'medium',
      createBy: null,
    });
    const caseEvidence = await evidence(record.caseId);
    expect(CaseEvidence.strict().safeParse(caseEvidence).error).toBeUndefined();
    expect(caseEvidence.scans.map(({ sessionNo, code: text }) => [sessionNo, text])).toEqual(
      [13, 12, 11].map((session) => [session, code]),
    );
    expect(caseEvidence.events.map(({ action }) => action)).toEqual(['open']);
  });

  it('name the moves of a code that are too fast for the time between two devices', async () => {
    const code = freshCode();
    const scanAt = async (lng: number, lat: number) =>
      site.call({
        method: 'POST',
        url: '/v1/verifications',
        payload: { code, device: crypto.randomUUID(), position: { lng, lat, accuracy: 30 } },
        remoteAddress: hangzhou,
      });
    await scanAt(108.94, 34.26);
    await scanAt(117.23, 31.82);
    await scanAt(117.24, 31.83);
    await processSuspectScans(server.db);
    const [record] = await casesOf(code);
    expect(record).toMatchObject({ reason: 'tooFast', severity: 'high' });
    expect((await list(`severity=low&code=${code}`)).rows).toEqual([]);
    const { jumps } = await evidence(record.caseId);
    expect(jumps).toMatchObject([
      { fromRegion: '陕西省西安市', toRegion: '安徽省合肥市', fromRegionCode: '610100', toRegionCode: '340100' },
    ]);
    expect(jumps[0]?.kilometres).toBeGreaterThan(800);
    expect(jumps[0]?.kilometres).toBeLessThan(900);
  });

  it('include each scan once, even when a follower is killed', async () => {
    const codes = [freshCode(), freshCode()];
    for (const code of codes) for (let session = 0; session < 12; session++) await verify(code);
    await expect(
      server.db.transaction().execute(async (db) => {
        await processSuspectScans(db);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    await Promise.all([1, 2, 3].map(() => processSuspectScans(server.db)));
    for (const code of codes) expect(await casesOf(code)).toMatchObject([{ scanCount: 2 }]);
    expect(await server.db.selectFrom('scanCaseInbox').selectAll().execute()).toEqual([]);
  });

  it('decided as false alarm require a cause, and mute their code until they are reopened', async () => {
    const code = await makeSuspect();
    const [{ caseId }] = await casesOf(code);
    expect(await decide(caseId, { verdict: 'falseAlarm', note: '陈列样品' })).toMatchObject({
      problem: 'invalidInput',
      params: { field: 'cause' },
    });
    expect((await decide(caseId, { verdict: 'falseAlarm', cause: 'staffScans', note: '陈列样品' })).code).toBe(200);
    expect(await verify(code)).toMatchObject({ verdict: 'alreadyVerified' });
    await processSuspectScans(server.db);
    expect(await casesOf(code)).toMatchObject([{ state: 'judged', verdict: 'falseAlarm', cause: 'staffScans', judgeBy: client.userName }]);
    expect((await evidence(caseId)).quietUntil).not.toBeNull();
    expect(await decide(caseId, { verdict: 'genuine', note: 'x' })).toMatchObject({
      problem: 'caseStateWrong',
      msg: '案件是“已判定”状态，不能判定；要先处于“待处理或处理中”',
    });
    expect((await act(caseId, 'reopen', { note: '又有人反馈' })).code).toBe(200);
    expect(await verify(code)).toMatchObject({ verdict: 'suspect' });
    expect((await client.get('/manage/codeCase/counts')).body.data.states.open).toBeGreaterThan(0);
    expect((await evidence(caseId)).events.map(({ action }) => action)).toEqual(['reopen', 'judge', 'open']);
  });

  it('decided as counterfeit can block their code, and collect its later scans', async () => {
    const code = await makeSuspect();
    const [{ caseId }] = await casesOf(code);
    expect((await decide(caseId, { verdict: 'counterfeit', note: '印刷不同', block: true })).code).toBe(200);
    expect(await verify(code)).toMatchObject({ verdict: 'suspect', reason: 'blocked' });
    await processSuspectScans(server.db);
    expect(await casesOf(code)).toMatchObject([{ caseId, state: 'judged', verdict: 'counterfeit', blocked: true, scanCount: 2 }]);
    const entries = (await client.get(`/manage/blacklist/list?target=${code}`)).body;
    expect(Blacklist.strict().array().safeParse(entries.rows).error).toBeUndefined();
    expect(entries.rows).toMatchObject([{ kind: 'code', target: code, caseId, reason: '印刷不同' }]);
    expect((await client.delete(`/manage/blacklist/${entries.rows[0].blacklistId}`)).body.code).toBe(200);
    expect(await verify(code)).toMatchObject({ verdict: 'suspect', reason: 'manySessions' });
  });

  it('block a code automatically when the setting allows it', async () => {
    await setSetting('suyuan.case.blockFromSessions', '11');
    const { deptId } = await insertDepartment(server.db);
    const goods = await issueCodes(server.installation, { deptId });
    const code = await makeSuspect(goods.code(0));
    await setSetting('suyuan.case.blockFromSessions', '0');
    expect(await verify(code)).toMatchObject({ reason: 'blocked' });
    expect((await evidence((await casesOf(code))[0].caseId)).events.map(({ action }) => action)).toEqual(['block', 'open']);
    const entries = await server.db.selectFrom('blacklist').select('deptId').where('batchId', '=', goods.batchId).execute();
    expect(entries).toEqual([{ deptId }]);
  });

  it('are opened for a dealer after three codes outside its region, with a diversion matrix', async () => {
    const dealer = await insertDealer(server.db, { regionCodes: ['440000'] });
    const goods = await issueCodes(server.installation);
    await server.db.updateTable('codeSegment').set({ holderId: dealer.channelBusinessId }).where('batchId', '=', goods.batchId).execute();
    const dealerCases = async () => (await list(`channelBusinessId=${dealer.channelBusinessId}`)).rows;
    for (const ordinal of [0, 0, 1]) {
      await verify(goods.code(ordinal));
      await processSuspectScans(server.db);
    }
    expect(await dealerCases()).toEqual([]);
    await verify(goods.code(2));
    await verify(goods.code(3), undefined, '59.38.0.1');
    await processSuspectScans(server.db);
    const [record] = await dealerCases();
    expect(record).toMatchObject({
      subject: 'dealer',
      reason: 'otherRegion',
      scanCount: 4,
      codeCount: 3,
      channelBusinessName: dealer.channelBusinessName,
    });
    expect((await evidence(record.caseId)).authorised).toEqual(['440000']);
    expect(await decide(record.caseId, { verdict: 'diversion', note: '核实', block: true })).toMatchObject({
      problem: 'caseNotOfCode',
    });
    expect((await decide(record.caseId, { verdict: 'diversion', note: '核实' })).code).toBe(200);
    // hourly sums follow once all open transactions of the cluster have ended
    await until(async () => {
      await follow(server.db);
      const { data } = (await client.get(`/manage/diversion/matrix?channelBusinessId=${dealer.channelBusinessId}`)).body;
      expect(Diversion.strict().safeParse(data).error).toBeUndefined();
      const cells = [
        { regionCode: '330000', scans: 4, foreign: 4 },
        { regionCode: '440000', scans: 1, foreign: 0 },
      ];
      expect(data.dealers).toMatchObject([{ scans: 5, foreign: 4, authorised: ['440000'], cells }]);
      expect(data.dealers[0]?.outside).toEqual([{ regionCode: expect.stringMatching(/^33/), scans: 4 }]);
    });
  });

  it('are opened, and codes blacklisted, by scan for users who cannot see full codes', async () => {
    const goods = await issueCodes(server.installation);
    await verify(goods.code(0));
    await verify('NOBODYS-SCAN');
    const clerkPermissions = [
      'manage:codeRecord:list',
      'manage:codeCase:add',
      'manage:codeCase:query',
      'manage:codeCase:list',
      'manage:blacklist:add',
    ];
    const clerk = await server.as(clerkPermissions);
    const [scan] = (await clerk.get(`/manage/codeRecord/list?batchId=${goods.batchId}`)).body.rows;
    expect(scan.code).toContain('*');
    const open = async (scanId: string, by = clerk) => (await by.post('/manage/codeCase/ofScan', { scanId, note: '有人投诉' })).body;
    const block = async (scanId: string, by = clerk) => (await by.post('/manage/blacklist/ofScan', { scanId, reason: '仿冒' })).body;

    const { data } = await open(scan.scanId);
    expect((await client.get(`/manage/codeCase/${data.caseId}`)).body.data).toMatchObject({ code: goods.code(0), reason: 'inspected' });
    expect((await open(scan.scanId)).data).toEqual(data);
    expect(await block(scan.scanId)).toMatchObject({ code: 200 });
    expect(await block(scan.scanId)).toMatchObject({ problem: 'blockTaken' });
    expect(await verify(goods.code(0))).toMatchObject({ verdict: 'suspect' });

    const [unknown] = (await clerk.get('/manage/codeRecord/list?code=NOBODYS-SCAN')).body.rows;
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(clerkPermissions, { deptId, dataScope: '3' });
    const reader = await server.as(['manage:codeRecord:list']);
    for (const request of [open, block]) {
      expect(await request(unknown.scanId)).toMatchObject({ problem: 'notFound' });
      expect(await request(scan.scanId, foreigner)).toMatchObject({ problem: 'notFound' });
      expect(await request(scan.scanId, reader)).toMatchObject({ code: 403 });
      expect(await request('7')).toMatchObject({ problem: 'invalidInput', params: { field: 'scanId' } });
    }
  });

  it('are opened manually once for a code or for foreign text', async () => {
    const code = freshCode();
    const add = async (text: string) => (await client.post('/manage/codeCase', { code: text, note: '门店稽查' })).body;
    const first = await add(`https://t.example.cn/c/${code}`);
    expect(first.data.caseId).toBeGreaterThan(0);
    expect((await add(code)).data).toEqual(first.data);
    expect((await evidence(first.data.caseId)).events.map(({ action, note }) => [action, note])).toEqual([
      ['note', '门店稽查'],
      ['open', '门店稽查'],
    ]);
    await add('FAKE-CODE-1');
    expect(await casesOf('FAKE-CODE-1')).toMatchObject([
      { subject: 'text', code: 'FAKE-CODE-1', reason: 'inspected', createBy: client.userName },
    ]);
  });

  it('are assigned only to users with the decide permission', async () => {
    const [{ caseId }] = await casesOf(await makeSuspect());
    const other = await server.as(['manage:codeCase:judge']);
    const clerk = await server.as(['manage:codeCase:list']);
    expect(await act(caseId, 'assign', { assigneeId: clerk.userId })).toMatchObject({ problem: 'caseHandlerWrong' });
    expect((await act(caseId, 'assign', { assigneeId: other.userId })).code).toBe(200);
    expect(await list(`assigneeId=${other.userId}`)).toMatchObject({ total: 1, rows: [{ state: 'assigned', assignee: other.userName }] });
    const [{ caseId: ownId }] = await casesOf(await makeSuspect());
    expect((await act(ownId, 'assign', { assigneeId: client.userId })).code).toBe(200);
    expect(await list('mine=1')).toMatchObject({ total: 1, rows: [{ caseId: ownId, assignee: client.userName }] });
    expect((await client.get('/manage/codeCase/counts')).body.data.mine).toBe(1);
    expect((await client.get('/manage/codeCase/handlers')).body.data.map(({ userId }: { userId: number }) => userId)).toEqual(
      expect.arrayContaining([client.userId, other.userId]),
    );
    expect((await act(caseId, 'assign', { assigneeId: null })).code).toBe(200);
    expect((await client.get(`/manage/codeCase/${caseId}`)).body.data).toMatchObject({ state: 'open', assignee: null });
  });

  it('are rejected at the field, without a record, when an unassigned case is assigned to no user', async () => {
    const [{ caseId }] = await casesOf(await makeSuspect());
    const before = await evidence(caseId);
    const { version } = (await client.get(`/manage/codeCase/${caseId}`)).body.data;
    for (const body of [{ assigneeId: null }, { assigneeId: null, note: '先放着' }, {}])
      expect(await act(caseId, 'assign', body)).toMatchObject({ problem: 'caseHandlerMissing', params: { field: 'assigneeId' } });
    expect(await evidence(caseId)).toEqual(before);
    expect((await client.get(`/manage/codeCase/${caseId}`)).body.data).toMatchObject({ state: 'open', assignee: null, version });
  });

  it('are assigned to users within the data scope of the assigner', async () => {
    const { deptId } = await insertDepartment(server.db);
    const [local, colleague] = [
      await server.as(permissions, { deptId, dataScope: '3' }),
      await server.as(['manage:codeCase:judge'], { deptId }),
    ];
    const ownScopeUser = await server.as(permissions, { deptId, dataScope: '5' });
    const handlersOf = async (by: Client) =>
      (await by.get('/manage/codeCase/handlers')).body.data.map(({ userId }: { userId: number }) => userId).sort();
    expect(await handlersOf(local)).toEqual([local.userId, colleague.userId, ownScopeUser.userId].sort());
    expect(await handlersOf(ownScopeUser)).toEqual([ownScopeUser.userId]);
    const { caseId } = (await local.post('/manage/codeCase', { code: `LOCAL-${deptId}`, note: '门店稽查' })).body.data;
    expect(await act(caseId, 'assign', { assigneeId: client.userId }, local)).toMatchObject({ problem: 'caseHandlerWrong' });
    expect((await act(caseId, 'assign', { assigneeId: colleague.userId }, local)).code).toBe(200);
  });

  it('are assigned only to users who see them', async () => {
    const { deptId } = await insertDepartment(server.db);
    const foreign = await server.as(['manage:codeCase:judge'], { deptId, dataScope: '3' });
    const [{ caseId }] = await casesOf(await makeSuspect());
    const handlersOf = async (query: string) =>
      (await client.get(`/manage/codeCase/handlers${query}`)).body.data.map(({ userId }: { userId: number }) => userId);
    expect(await handlersOf('')).toContain(foreign.userId);
    const offered = await handlersOf(`?caseId=${caseId}`);
    expect(offered).toContain(client.userId);
    expect(offered).not.toContain(foreign.userId);
    const refusal = { problem: 'caseHandlerScope', params: { field: 'assigneeId' } };
    expect(await act(caseId, 'assign', { assigneeId: foreign.userId })).toMatchObject(refusal);
    expect((await client.get(`/manage/codeCase/${caseId}`)).body.data).toMatchObject({ state: 'open', assignee: null });
  });

  it('require sign-in and the department, and let one of two users decide', async () => {
    const [{ caseId }] = await casesOf(await makeSuspect());
    expect((await server.stranger.get('/manage/codeCase/list')).body.code).toBe(401);
    const reader = await server.as(['manage:codeCase:list']);
    expect(await decide(caseId, { verdict: 'genuine', note: 'x' }, reader)).toMatchObject({ code: 403 });
    const { deptId } = await insertDepartment(server.db);
    const foreign = await server.as(permissions, { deptId, dataScope: '3' });
    expect((await list('', foreign)).total).toBe(0);
    expect((await foreign.get(`/manage/codeCase/${caseId}/evidence`)).body.problem).toBe('notFound');
    expect(await decide(caseId, { verdict: 'genuine', note: 'x' }, foreign)).toMatchObject({ problem: 'notFound' });
    const both = await Promise.all([1, 2].map(() => decide(caseId, { verdict: 'genuine', note: '核实' })));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
  });

  describe('and the blacklist', () => {
    const block = async (kind: string, target: string, by = client) =>
      (await by.post('/manage/blacklist', { kind, target, reason: '试探' })).body;

    it('count no visits of a listed device or address, and report the block to it', async () => {
      const other = await openPublicSite(server.installation);
      const code = freshCode();
      const verifyBlocked = (payload: object) =>
        other.call({ method: 'POST', url: '/v1/verifications', payload, remoteAddress: '203.0.113.77' });
      expect((await block('address', '203.0.113.0/24')).code).toBe(200);
      // invalidations reach other processes asynchronously
      const first = freshCode();
      await expect.poll(async () => (await verifyBlocked({ code: first })).body.reason).toBe('blockedVisitor');
      const answer = await verifyBlocked({ code });
      expect(answer.body).toMatchObject({ verdict: 'suspect', reason: 'blockedVisitor', sessions: null });
      expect((await verify(code)).sessions).toBe(1);
      const [row] = (await client.get(`/manage/codeRecord/list?code=${code}&address=203.0.113.0/24`)).body.rows;
      expect(row).toMatchObject({ reason: 'blockedVisitor', address: '203.0.113.77' });
      expect((await block('device', row.device)).code).toBe(200);
      await other.close();
      await processSuspectScans(server.db);
      expect(await casesOf(code)).toEqual([]);
    });

    it('reject duplicate, unreadable and too broad entries', async () => {
      const refusals: [string, string, string][] = [
        ['code', 'NOTOURS', 'codeUnreadable'],
        ['device', 'xyz', 'blockDeviceWrong'],
        ['address', '10.0.0.0/8', 'blockAddressTooWide'],
        ['address', 'fe80::/10', 'blockAddressTooWide'],
        ['address', '300.1.1.1', 'blockAddressWrong'],
        ['address', '10.0.0.1/33', 'blockAddressWrong'],
      ];
      for (const [kind, target, problem] of refusals)
        expect(await block(kind, target), target).toMatchObject({ problem, params: { field: 'target' } });
      expect((await block('address', '2001:db8:1::/48')).code).toBe(200);
      expect(await block('address', '2001:db8:1::/48')).toMatchObject({
        problem: 'blockTaken',
        msg: '“2001:db8:1::/48”已经在黑名单上；不用再加',
      });
      const code = freshCode();
      const both = await Promise.all([1, 2].map(() => block('code', code)));
      expect(both.map((answer) => answer.code).sort()).toEqual([200, 500]);
      expect((await client.get('/manage/blacklist/list?target=2001:db8:1::5')).body.rows).toMatchObject([{ target: '2001:db8:1::/48' }]);
    });
  });

  describe('and consumer reports', () => {
    const boundary = 'b0undary';
    const send = async (fields: Record<string, string>, picture?: Buffer, ip = nextAddress(), url = '/report') => {
      const parts = Object.entries(fields).map(
        ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const file = picture
        ? [
            Buffer.from(
              `--${boundary}\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
            ),
            picture,
            Buffer.from('\r\n'),
          ]
        : [];
      const payload = Buffer.concat([Buffer.from(parts.join('')), ...file, Buffer.from(`--${boundary}--\r\n`)]);
      const reply = await site.call({
        method: 'POST',
        url,
        payload,
        remoteAddress: ip,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
      return reply.status === 303 ? site.open(String(reply.headers.location)) : reply;
    };
    const scanOf = async (code: string) => /\/report\?scan=([\w-]{36})/.exec((await site.open(`/c/${code}`)).text)?.[1] ?? '';
    /** A camera photo of 40 by 20 pixels, rotated, with GPS metadata. */
    const photo = async () => {
      const canvas = createCanvas(40, 20);
      canvas.getContext('2d').fillRect(0, 0, 20, 20);
      const jpeg = await canvas.encode('jpeg', 90);
      const exif = Buffer.from(
        '457869660000' +
          '4d4d002a00000008' +
          '0001' +
          '0112000300000001' +
          '00060000' +
          '00000000' +
          Buffer.from('SECRETPLACE').toString('hex'),
        'hex',
      );
      const head = Buffer.alloc(4);
      head.writeUInt16BE(0xffe1, 0);
      head.writeUInt16BE(exif.length + 2, 2);
      return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
    };

    it('join the case of their code, with a picture without location and camera data', async () => {
      const code = freshCode();
      const scan = await scanOf(code);
      const picture = await photo();
      expect(picture.includes('SECRETPLACE')).toBe(true);
      const reply = await send({ scan, words: '瓶盖颜色不对\u{7}', boughtAt: '某小店', contact: '13800000000' }, picture);
      expect(reply.text).toContain('<h1>收到了，谢谢</h1>');
      const [record] = await casesOf(code);
      expect(record).toMatchObject({ reason: 'reported', reportCount: 1, scanCount: 1, state: 'open' });
      const { reports, events } = await evidence(record.caseId);
      expect(reports).toMatchObject([{ words: '瓶盖颜色不对', boughtAt: '某小店', contact: '13800000000' }]);
      expect(events.map(({ action }) => action)).toEqual(['report', 'open']);
      const storedPicture = await client.get(reports[0]?.picture ?? '');
      expect(storedPicture.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
      expect(storedPicture.body.includes('SECRETPLACE')).toBe(false);
      expect(storedPicture.body.includes('Exif')).toBe(false);
      expect((await send({ scan, words: '再说一次' })).text).toContain('这次扫码已经反馈过');
      // the device of the report leads to the scan, although the browser has got its cookie only with that scan
      const scansOfDevice = await client.get(`/manage/codeRecord/list?device=${reports[0]?.device}`);
      expect(scansOfDevice.body.rows.map(({ scanId }: { scanId: string }) => scanId)).toContain(scan);
    });

    it('of foreign codes are grouped by text, with the same response', async () => {
      expect((await send({ code: 'COPY-77', words: '买到假的' })).text).toContain('<h1>收到了，谢谢</h1>');
      expect((await send({ code: 'COPY-77', words: '我也是' }, undefined, undefined, '/report?lang=en')).text).toContain(
        '<h1>Received, thank you</h1>',
      );
      const records = await casesOf('COPY-77');
      expect(records).toMatchObject([{ subject: 'text', reportCount: 2, code: 'COPY-77' }]);
      expect(await decide(records[0]?.caseId ?? 0, { verdict: 'genuine', note: 'x' })).toMatchObject({
        problem: 'caseVerdictWrong',
        msg: '这个案件不是关于本系统的码的，不能判为正品；可选：误报、假冒',
      });
      expect((await decide(records[0]?.caseId ?? 0, { verdict: 'counterfeit', note: 'x' })).code).toBe(200);
    });

    it('are counted once when the same device sends them twice at once', async () => {
      const scan = await scanOf(freshCode());
      for (const fields of [
        { code: 'COPY-79', words: '双击' },
        { scan, words: '双击' },
      ]) {
        const address = nextAddress();
        const replies = await Promise.all([send(fields, undefined, address), send(fields, undefined, address)]);
        for (const { text } of replies) expect(text).toContain('<h1>收到了，谢谢</h1>');
      }
      expect(await casesOf('COPY-79')).toMatchObject([{ reportCount: 1 }]);
    });

    it('are counted once when two join an open case of a code at once', async () => {
      const code = freshCode();
      await send({ code, words: '第一次' });
      const [record] = await casesOf(code);
      const address = nextAddress();
      const replies = await server.db.transaction().execute(async (tx) => {
        await tx.selectFrom('scanCase').select('caseId').where('caseId', '=', record!.caseId).forUpdate().execute();
        const both = [1, 2].map(() => send({ code, words: '双击' }, undefined, address));
        await waitForBlockedTransaction(server.db, 2);
        return both;
      });
      for (const { text } of await Promise.all(replies)) expect(text).toContain('<h1>收到了，谢谢</h1>');
      expect(await casesOf(code)).toMatchObject([{ reportCount: 2 }]);
    });

    it('report missing or invalid input, and keep the input', async () => {
      const scan = await scanOf(freshCode());
      const empty = await send({ scan });
      expect({ status: empty.status, text: empty.text }).toMatchObject({ status: 400, text: expect.stringContaining('没有看到内容') });
      expect((await send({ words: 'x' })).text).toContain('没有看到码');
      const wrong = await send({ scan, words: '"><script>' }, Buffer.from('<svg onload=alert(1)>'));
      expect(wrong.text).toContain('照片读不出来');
      expect((await send({ scan, words: 'x' }, Buffer.alloc(0))).text).toContain('照片读不出来');
      const unread = await site.call({ method: 'POST', url: '/report', payload: { words: 'x' }, remoteAddress: nextAddress() });
      expect({ status: unread.status, text: unread.text }).toMatchObject({
        status: 415,
        text: expect.stringContaining('action="/report"'),
      });
      expect(wrong.text).toContain('&quot;&gt;&lt;script&gt;');
      expect((await send({ scan: crypto.randomUUID(), words: 'x' })).text).toContain('这次扫码太久了');
      const large = await send({ scan, words: '瓶口歪了' }, Buffer.concat([await photo(), Buffer.alloc(9 * 1024 * 1024)]));
      expect(large.text).toContain('照片太大');
      expect(large.text).toContain('瓶口歪了');
      const one = nextAddress();
      for (let time = 0; time < 3; time++) await send({ scan }, undefined, one);
      const excess = await send({ scan, words: '瓶盖颜色不对' }, Buffer.alloc(7 * 1024 * 1024), one);
      expect({ status: excess.status, text: excess.text }).toMatchObject({ status: 429, text: expect.stringContaining('瓶盖颜色不对') });
      expect(excess.text).toContain(`href="?scan=${scan}&amp;lang=en"`);
      expect((await site.open(`/report?scan=${scan}`)).text).toContain(`value="${scan}"`);
    });

    it('re-encode pictures one at a time, and request a retry with the same input for excess ones', async () => {
      const canvas = createCanvas(6000, 4000);
      canvas.getContext('2d').fillRect(0, 0, 3000, 2000);
      const large = canvas.toBuffer('image/png');
      const tooLarge = Buffer.from(large);
      tooLarge.writeUInt32BE(60_000, 16);
      expect((await send({ code: 'COPY-78', words: 'x' }, tooLarge)).text).toContain('照片读不出来');
      const replies = await Promise.all(Array.from({ length: 20 }, () => send({ code: 'COPY-78', words: '很大的照片' }, large)));
      const [accepted, rejected] = [200, 503].map((status) => replies.filter((reply) => reply.status === status));
      expect([accepted?.length, rejected?.length].every((count) => Number(count) > 0)).toBe(true);
      expect(Number(accepted?.length) + Number(rejected?.length)).toBe(20);
      for (const { headers, text } of rejected ?? []) {
        expect(headers['retry-after']).toMatch(/^\d+$/);
        expect(text).toContain('很大的照片');
      }
      expect(await casesOf('COPY-78')).toMatchObject([{ reportCount: accepted?.length }]);
    });

    it('may include the location of the consumer, once and soon after the scan', async () => {
      const dealer = await insertDealer(server.db, { regionCodes: ['330000'] });
      const goods = await issueCodes(server.installation);
      await server.db.updateTable('codeSegment').set({ holderId: dealer.channelBusinessId }).where('batchId', '=', goods.batchId).execute();
      const { text } = await site.open(`/c/${goods.code(0)}`, {}, hangzhou);
      const path = /action="(\/v1\/scans\/[\w-]+\/position)"/.exec(text)?.[1] ?? '';
      const sendPosition = (payload: object) => site.call({ method: 'POST', url: path, payload });
      expect((await sendPosition({ lng: 200, lat: 0 })).status).toBe(400);
      expect((await sendPosition({ lng: 114.05, lat: 22.54, accuracy: 20.4 })).status).toBe(200);
      expect((await sendPosition({ lng: 114.05, lat: 22.54 })).body.type).toContain('positionOver');
      const [row] = (await client.get(`/manage/codeRecord/list?code=${goods.code(0)}`)).body.rows;
      // the city of the reported position, not of the address, because it has to support the reason
      expect(row).toMatchObject({
        verdict: 'genuine',
        reason: 'otherRegion',
        lng: 114.05,
        lat: 22.54,
        region: '广东省深圳市',
        regionCode: '440300',
      });

      await server.db.updateTable('batch').set({ state: 'frozen' }).where('batchId', '=', goods.batchId).execute();
      const frozen =
        /action="(\/v1\/scans\/[\w-]+\/position)"/.exec((await site.open(`/c/${goods.code(1)}`, {}, hangzhou)).text)?.[1] ?? '';
      expect((await site.call({ method: 'POST', url: frozen, payload: { lng: 114.05, lat: 22.54 } })).status).toBe(200);
      const [other] = (await client.get(`/manage/codeRecord/list?code=${goods.code(1)}`)).body.rows;
      expect(other).toMatchObject({ verdict: 'frozen', reason: null });
      expect(await server.db.selectFrom('scanCaseInbox').selectAll().where('scanId', '=', other.scanId).execute()).toEqual([]);
    });
  });
});
