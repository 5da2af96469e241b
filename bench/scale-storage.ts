import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import * as figureService from '../apps/server/src/features/insights/figure/figure.service.ts';
import { createScanId } from '../apps/server/src/features/scans/verification/scan-id.ts';
import { createVerifier } from '../apps/server/src/features/scans/verification/verification.service.ts';
import { connect, onOwner } from '../apps/server/src/platform/db/connect.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { openEmbedded } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { insertDealer } from '../apps/server/src/test/dealers.ts';
import { issueCodes } from '../apps/server/src/test/issued-codes.ts';
import { benchInstallation } from './installation.ts';
import type { Measurement } from './measurement.ts';

const SCANS = Number(process.env.BENCH_SCANS ?? 200_000);
/** Batches, their codes, and the dealers that hold equal parts of them. */
const [BATCHES, CODES, DEALERS] = [20, Math.ceil(SCANS / 10), 10];
/** Scans run over the last half day, at one pace: 4.6 per second with 200,000. */
const HALF_DAY = 43_200_000;
/** Scans between two updates of the figures, and requests that share a transaction. */
const [FOLLOWED, TOGETHER] = [5000, 64];

/** First bytes of networks of Chinese carriers. */
const NETWORKS = [
  '36.16',
  '58.48',
  '60.176',
  '61.128',
  '111.0',
  '112.0',
  '113.64',
  '114.216',
  '117.128',
  '120.192',
  '123.160',
  '183.0',
  '218.64',
  '222.64',
];
/** Browsers as they name themselves. */
const AGENTS = [
  'Mozilla/5.0 (Linux; Android 14; V2309A Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.188 Mobile Safari/537.36 XWEB/1260117 MMWEBSDK/20240404 MMWEBID/6170 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/5G Language/zh_CN ABI/arm64',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.58(0x18003a2a) NetType/WIFI Language/zh_CN',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 12; HarmonyOS; ALN-AL00; HMSCore 6.14.0.302) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36',
];

/** In the /11 that starts with two bytes. */
function addressIn(network: string): string {
  const [first, second] = network.split('.');
  return [first, Number(second) + randomInt(32), randomInt(256), randomInt(1, 255)].join('.');
}

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)]!;

/** Bytes and WAL of scans with places, browsers, dealers and devices, through the verifier and the product's own settings of PostgreSQL. */
export async function run(report: (figure: Measurement) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-bench-'));
  // the database runs as another account and must traverse the folder
  chmodSync(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  const embedded = await openEmbedded({ dataDir, print: () => {}, onFailure: (error) => console.error(error) });
  const db = connect(embedded.url, { max: 20, ownerUrl: embedded.ownerUrl });
  try {
    await migrate(db, { report: () => {} });
    const installation = benchInstallation(db, dataDir);
    const batches: Awaited<ReturnType<typeof issueHeld>>[] = [];
    for (let index = 0; index < BATCHES; index++) batches.push(await issueHeld(db, installation));
    const verifier = createVerifier(installation);
    const start = Date.now() - HALF_DAY;
    const verify = (index: number) =>
      verifier.verify({
        text: pick(batches).code(randomInt(CODES)),
        scanId: createScanId(start + Math.floor((index * HALF_DAY) / SCANS)),
        device: randomBytes(16),
        ip: addressIn(pick(NETWORKS)),
        channel: 'page',
        agent: pick(AGENTS),
      });
    const wal = { scans: 0, figures: 0, counted: 0 };
    for (let first = 0; first < SCANS; first += FOLLOWED) {
      const before = await position(db);
      const end = Math.min(first + FOLLOWED, SCANS);
      for (let index = first; index < end; index += TOGETHER)
        await Promise.all(Array.from({ length: Math.min(TOGETHER, end - index) }, (_, offset) => verify(index + offset)));
      const between = await position(db);
      await figureService.follow(db);
      // the first half fills the pages that the second finds
      if (first === Math.floor(SCANS / 2 / FOLLOWED) * FOLLOWED) await onOwner(db, (owner) => sql`checkpoint`.execute(owner));
      if (first <= SCANS / 2) continue;
      wal.scans += between - before;
      wal.figures += (await position(db)) - between;
      wal.counted += end - first;
    }
    await onOwner(db, (owner) => sql`vacuum analyze`.execute(owner));
    const bytes = await sizes(db);
    const perScan = (name: string, value: number, aim?: number) =>
      report({ name, value: value / SCANS, unit: 'bytes', lowerIsBetter: true, ...(aim !== undefined && { aim }) });
    perScan('scan with its indexes', bytes.scan, 450);
    for (const { name, size } of bytes.parts) perScan(`  ${name}`, size);
    report({ name: 'scanned code (scan_state)', value: bytes.state / bytes.codes, unit: 'bytes' });
    perScan('sums by hour and day, per scan', bytes.sums);
    report({ name: 'WAL per scan, including page images', value: wal.scans / wal.counted, unit: 'bytes', aim: 1000, lowerIsBetter: true });
    report({ name: 'WAL of the sums, per scan', value: wal.figures / wal.counted, unit: 'bytes' });
  } finally {
    await db.destroy();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function issueHeld(db: Db, installation: ReturnType<typeof benchInstallation>) {
  const batch = await issueCodes(installation, { count: CODES });
  await db.deleteFrom('codeSegment').where('batchId', '=', batch.batchId).execute();
  for (let part = 0; part < DEALERS; part++) {
    const { channelBusinessId: holderId } = await insertDealer(db);
    const count = CODES / DEALERS;
    const segment = { batchId: batch.batchId, level: 0, ordinalFrom: part * count, count, status: 'shipped', holderId };
    await db.insertInto('codeSegment').values(segment).execute();
  }
  return batch;
}

async function position(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}

async function sizes(db: Db) {
  const { rows } = await sql<{ name: string; size: number }>`
    select coalesce(replace(parent.indexrelid::regclass::text, 'scan_', ''), 'rows') as name, sum(pg_relation_size(part.relation)) as size
    from (
      select inhrelid as relation, null::oid as parent_index from pg_inherits where inhparent = 'scan'::regclass
      union all
      select i.inhrelid, i.inhparent from pg_inherits i join pg_index x on x.indexrelid = i.inhparent where x.indrelid = 'scan'::regclass
    ) part left join pg_index parent on parent.indexrelid = part.parent_index group by 1 order by 2 desc`.execute(db);
  const { rows: totals } = await sql<{ state: number; codes: number; sums: number }>`
    select pg_total_relation_size('scan_state') as state, (select count(*) from scan_state) as codes,
      (select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relname in
        ('scan_hour', 'scan_day', 'scan_batch_hour', 'scan_batch_day', 'scan_place_day', 'scan_batch_place_day')) as sums`.execute(db);
  const parts = rows.map(({ name, size }) => ({ name, size: Number(size) }));
  const { state = 0, codes = 1, sums = 0 } = totals[0] ?? {};
  return { parts, scan: parts.reduce((sum, { size }) => sum + size, 0), state: Number(state), codes: Number(codes), sums: Number(sums) };
}
