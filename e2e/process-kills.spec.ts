import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { runningDatabaseUrls } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { type Api, api, pollUntil, tokenOf } from './support/api.ts';
import { seededRandom } from './support/seeded-random.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';
import { expect, test } from './support/test.ts';
import { uuid7 } from './support/uuid7.ts';

/** Kills per run: three, twenty at full size, or `SUYUAN_KILLS`. */
const KILLS = Number(process.env.SUYUAN_KILLS ?? (process.env.SUYUAN_LONG === '1' ? 20 : 3));
/** Target, time and pause of each kill derive from `SUYUAN_SEED`, so that a failed run can be repeated. */
const { seed, below } = seededRandom(process.env.SUYUAN_SEED);
const MADE_DATE = new Date().toISOString().slice(0, 10);
const QUANTITY = 100_000;

/** Milliseconds of load before and after each kill, and whether the server or PostgreSQL is killed. The first two kills cover both. */
const killPlans = Array.from(
  { length: KILLS },
  (_, kill) => [50 + below(3000), below(600), kill < 2 ? kill === 0 : below(2) === 0] as const,
);

interface Scan {
  code: string;
  scanId: string;
  acknowledged: boolean;
}

test.describe('kill -9 of the server or of PostgreSQL during issuing, export and scans', () => {
  let suyuan: Suyuan;
  let passwords: Record<string, string>;
  let planner: Api;
  let approver: Api;
  let admin: Api;
  let codes: string[] = [];
  const scans: Scan[] = [];
  const batchIds: number[] = [];
  let master = { supplierId: 0, categoryId: 0, codeRuleId: 0 };
  let batchCounter = 0;

  const signInAgain = async () => {
    planner = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'planner', passwords.planner ?? ''));
    approver = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'approver', passwords.approver ?? ''));
    // once per start, not per download: sign-in is rate limited per address
    admin = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'admin', passwords.admin ?? ''));
  };

  /** Plans, approves and issues a batch with idempotency keys, so that retries are safe. A refusal throws. */
  async function issueBatch(key: string): Promise<number> {
    const step = async (client: Api, name: string, method: string, path: string, body: object) => {
      const answer = await client.call(method, path, body, { 'idempotency-key': `${key}-${name}` });
      if (answer.code !== 200) throw new Error(`${name} ${path}: ${answer.msg}`);
      return answer;
    };
    const input = { batchNo: `K${key}`, ...master, quantity: QUANTITY, madeDate: MADE_DATE };
    const { batchId } = (await step(planner, 'add', 'POST', '/manage/batch', input)).data;
    await step(planner, 'submit', 'PUT', `/manage/batch/${batchId}/submit`, {});
    await step(approver, 'approve', 'PUT', `/manage/batch/${batchId}/approve`, {});
    await step(approver, 'issue', 'PUT', `/manage/batch/${batchId}/issue`, {});
    return batchId;
  }

  async function download(batchId: number, count: number): Promise<string> {
    const exportResponse = await admin.must('PUT', `/manage/batch/${batchId}/exportCodes`, { format: 'txt', from: 1, to: count });
    const response = await fetch(suyuan.consoleUrl + exportResponse.data.url);
    return response.text();
  }

  async function scan(scanRequest: Scan) {
    const response = await fetch(`${suyuan.publicUrl}/v1/verifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: scanRequest.code, scanId: scanRequest.scanId, device: `d${below(1000)}` }),
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status === 200) scanRequest.acknowledged = true;
    await response.arrayBuffer();
  }

  /** Scans, issues and exports until aborted. Failed requests are retried after the restart. */
  async function runLoad(signal: AbortSignal) {
    const scanLoop = async () => {
      while (!signal.aborted) {
        const one = { code: codes[below(codes.length)] ?? '', scanId: uuid7(), acknowledged: false };
        scans.push(one);
        await scan(one).catch(() => {});
      }
    };
    const issueLoop = async () => {
      while (!signal.aborted) {
        const key = `${process.pid}-${++batchCounter}`;
        pendingKeys.add(key);
        await issueBatch(key).then(
          () => pendingKeys.delete(key),
          () => undefined,
        );
      }
    };
    const exportLoop = async () => {
      while (!signal.aborted) await download(batchIds[0] ?? 0, QUANTITY).catch(() => {});
    };
    await Promise.all([scanLoop(), scanLoop(), scanLoop(), scanLoop(), issueLoop(), exportLoop()]);
  }
  const pendingKeys = new Set<string>();

  test.beforeAll(async () => {
    suyuan = await startSuyuan();
    passwords = suyuan.passwords;
    await signInAgain();
    const rule = await planner.must('POST', '/manage/codeRule', {
      ruleName: '断电试验',
      prefix: 'KX',
      alphabet: 'base32',
      serialDigits: 8,
      tagDigits: 8,
    });
    const product = await planner.must('POST', '/manage/category', {
      categoryCode: 'KILL',
      categoryName: '断电试验',
      codeRuleId: rule.data.codeRuleId,
    });
    const supplier = await planner.must('POST', '/manage/supplier', { supplierCode: 'KILL', supplierName: '断电试验' });
    await planner.must('PUT', `/manage/supplier/${supplier.data.supplierId}/submit`, {});
    await approver.must('PUT', `/manage/supplier/${supplier.data.supplierId}/approve`, {});
    master = { ...rule.data, ...product.data, ...supplier.data };
    const batchId = await issueBatch('first');
    batchIds.push(batchId);
    await pollUntil(
      () => approver.call('GET', `/manage/batch/${batchId}`),
      ({ data }) => data?.state === 'issued',
    );
    await approver.must('PUT', `/manage/batch/${batchId}/activate`, {});
    codes = (await download(batchId, 500)).trim().split('\n');
  });
  test.afterAll(async () => {
    await suyuan?.stop();
    if (suyuan) rmSync(suyuan.dataDir, { recursive: true, force: true });
  });

  test(`loses no acknowledged scan, counts none twice and issues complete batches in ${KILLS} kills`, async () => {
    test.setTimeout(KILLS * 60_000 + 60_000);
    console.log(`SUYUAN_KILLS=${KILLS} SUYUAN_SEED=${seed}`);
    for (let kill = 0; kill < KILLS; kill++) {
      // chosen before the load uses the generator, so that response order does not matter
      const [loadMs, pauseMs, killsServer] = killPlans[kill] ?? [0, 0, true];
      const stop = new AbortController();
      const loadDone = runLoad(stop.signal);
      await new Promise((resolve) => setTimeout(resolve, loadMs));
      const url = (await runningDatabaseUrls(suyuan.dataDir))?.ownerUrl ?? '';
      const postmaster = await postmasterOf(url);
      if (killsServer) process.kill(suyuan.pid, 'SIGKILL');
      else process.kill(postmaster, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      stop.abort();
      await loadDone;
      if (killsServer) suyuan = await startSuyuan({}, suyuan.dataDir);
      await pollUntil(
        () =>
          api(suyuan.consoleUrl)
            .call('GET', '/captchaImage')
            .catch(() => ({ code: 0, msg: '' })),
        ({ code }) => code === 200,
      );
      await signInAgain();
      for (const key of pendingKeys) {
        await issueBatch(key);
        pendingKeys.delete(key);
      }
      // a server that has just started may refuse or delay a scan
      for (const one of scans.filter(({ acknowledged }) => !acknowledged))
        await pollUntil(
          () => scan(one).catch(() => {}),
          () => one.acknowledged,
        );
    }
    expect(pendingKeys.size).toBe(0);
    expect(scans.every(({ acknowledged }) => acknowledged)).toBe(true);
    expect(scans.length).toBeGreaterThan(KILLS);
    await checkDatabase();
    await test.step('exports the same bytes twice after the kills', async () => {
      const [firstExport, secondExport] = [await download(batchIds[0] ?? 0, QUANTITY), await download(batchIds[0] ?? 0, QUANTITY)];
      const hash = (text: string) => createHash('sha256').update(text).digest('hex');
      expect(hash(firstExport)).toBe(hash(secondExport));
      expect(firstExport.trim().split('\n')).toHaveLength(QUANTITY);
    });
  });

  /** Invariants of the tables, after any kill. */
  async function checkDatabase() {
    const client = await connectClient((await runningDatabaseUrls(suyuan.dataDir))?.ownerUrl ?? '');
    const query = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows;
    const ids = scans.map(({ scanId }) => scanId);
    const [counted] = await query('select count(*)::int as n from scan where scan_id = any($1::uuid[])', [ids]);
    expect(counted.n).toBe(ids.length);
    const [sums] = await query(
      `select (select sum(scans)::int from scan_state join batch using (batch_id) where batch_no like 'Kfirst') as scans,
        (select count(*)::int from scan join batch using (batch_id) where batch_no like 'Kfirst') as records`,
    );
    expect(sums.scans).toBe(sums.records);
    await pollUntil(
      () => query("select batch_no, state from batch where batch_no like 'K%' and state not in ('issued', 'active')"),
      (unfinished) => unfinished.length === 0,
    );
    const runs = await query(
      `select batch.batch_id, quantity::int as quantity, (select sum(count)::int from batch_range r where r.batch_id = batch.batch_id) as ranged,
        (select sum(count)::int from code_segment s where s.batch_id = batch.batch_id) as segmented from batch where batch_no like 'K%'`,
    );
    expect(runs.length).toBeGreaterThan(KILLS);
    for (const { quantity, ranged, segmented } of runs) expect([ranged, segmented]).toEqual([quantity, quantity]);
    expect(
      await query(
        `select a.range_id from batch_range a join batch_range b on a.space_id = b.space_id and a.range_id < b.range_id
        and int8range(a.serial_from, a.serial_from + a.count) && int8range(b.serial_from, b.serial_from + b.count)`,
      ),
    ).toEqual([]);
    await client.end();
  }
});

async function postmasterOf(url: string): Promise<number> {
  const client = await connectClient(url);
  const { rows } = await client.query("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid");
  await client.end();
  return rows[0].pid;
}

/** A connection that may break without failing the test. */
async function connectClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return client;
}
