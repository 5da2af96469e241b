import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Db } from '../../../platform/db/db.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { insertDepartment } from '../../../test/factories.ts';
import { followAllScans } from '../../../test/follow-all-scans.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { skipOnCluster } from '../../../test/skip-on-cluster.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

/** Scans of the two measurements: tenfold, over the same codes, days, places, dealers and batches. */
const [FEW, MANY] = process.env.SUYUAN_LONG === '1' ? [100_000, 1_000_000] : [10_000, 100_000];
const CODES_PER_BATCH = 200;
/** A list counts at most this many matches before it estimates. */
const COUNTED = 10_001;
/** Sums have rows for each day, batch, place and finding that occurs; rare findings occur at more of them. */
const MASTER_DATA = 1500;

/** Indexes that no page needs, and what does. */
const otherStatements: Record<string, string> = {
  scan_tx_idx: 'scans that are not in the figures yet (count-scans.queries.ts: add)',
  scan_hour_pkey: 'adding to the figures (count-scans.queries.ts: add)',
  scan_hour_hour_idx: 'sums of a day (0006-scan-storage.ts: replace_scan_sums)',
};

const scanTables = /^scan(_\d{6}|_state|_hour|_day|_batch_hour|_batch_day|_place_day|_batch_place_day)$/;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

interface Reads {
  /** From `scan`. */
  scans: number;
  /** From counters and sums. */
  sums: number;
}

const readsOf = (plan: Plan): Reads => {
  const reads = { scans: 0, sums: 0 };
  for (const node of nodesOf(plan)) {
    const table = node['Relation Name'] ?? '';
    const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    if (scanTables.test(table)) reads[/^scan_\d/.test(table) ? 'scans' : 'sums'] += rows * node['Actual Loops'];
  }
  return reads;
};

interface Statement {
  text: string;
  values: unknown[];
}

/** Reading statements about scans that `work` sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const statements = spy.mock.calls.map(([config, values]): Statement => {
      const query = config as unknown as string | { text?: string; values?: unknown[] };
      return typeof query === 'string'
        ? { text: query, values: (values as unknown as unknown[]) ?? [] }
        : { text: query.text ?? '', values: query.values ?? [] };
    });
    return statements.filter(
      ({ text }) => /^\s*(\/\*.*?\*\/\s*)?(select|with)\b/i.test(text) && /\bscan(_\w+)?\b/.test(text) && !/for update/.test(text),
    );
  } finally {
    spy.mockRestore();
  }
}

async function plansOf(db: Db, statements: Statement[], options: string): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const { text, values } of statements) {
    const { rows } = await db.executeQuery<Record<string, [{ Plan: Plan }]>>(CompiledQuery.raw(`explain ${options} ${text}`, values));
    plans.push(Object.values(rows[0] ?? {})[0]![0].Plan);
  }
  return plans;
}

describe.skipIf(skipOnCluster('its plans omit the rows and indexes of workers'))('rows that a page reads', { timeout: 600_000 }, () => {
  let server: TestServer;
  let director: Client;
  let manager: Client;
  let batchIds: number[];
  let dealerIds: number[];
  let addresses: string[];

  /** Numbers `from` to `to` (exclusive), spread over the last 30 days. */
  const insert = (from: number, to: number) =>
    sql`insert into scan (scan_id, scan_time, verdict, reason, session_no, batch_id, level, ordinal, holder_id, code_text, device, ip, region, region_code, channel, agent)
      select (lpad(to_hex(ms), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid, to_timestamp(ms / 1000.0),
        case when n % 50 = 7 then 'unknown' when n % 20 = 3 then 'suspect' when n % 4 = 0 then 'alreadyVerified' else 'genuine' end,
        case when n % 20 = 3 then 'otherRegion' end, case when n % 20 = 3 then 9 else 1 + n % 3 end,
        case when n % 50 <> 7 then (${batchIds}::bigint[])[1 + batch] end, case when n % 50 <> 7 then 0 end, case when n % 50 <> 7 then code end,
        case when n % 50 <> 7 then (${dealerIds}::bigint[])[1 + batch] end, case when n % 50 = 7 then 'X' || n % 10 end,
        decode(rpad(lpad(to_hex(code), 12, '0'), 32, '7'), 'hex'), ((100 + n % 7) || '.' || n % 97 || '.' || n % 89 || '.' || n % 250)::inet, case when n % 40 = 1 then '美国' end,
        case when n % 40 <> 1 then (array['330100', '330200', '440100', '440300'])[1 + code % 4] end,
        case when n % 10 = 9 then 'api' when n % 100 = 5 then 'inspect' else 'page' end, 'Chrome/130.0'
      from (select n, md5(n::text) as hash, n / 3 % ${batchIds.length} as batch, n / 7 % ${CODES_PER_BATCH} as code,
          (extract(epoch from now()) * 1000 - 60000 - (n::bigint * 7919 % 100003) * (30 * 86400000.0 / 100003))::bigint as ms
        from generate_series(${from}::int, ${to}::int - 1) n) numbered`.execute(server.db);

  const count = async () => {
    await sql`delete from scan_state`.execute(server.db);
    await sql`insert into scan_state (batch_id, level, ordinal, first_time, last_time, sessions, scans)
      select batch_id, level, ordinal, min(scan_time), max(scan_time), count(*), count(*) from scan where batch_id is not null
      group by 1, 2, 3`.execute(server.db);
    // figures exclude inspections
    const { rows } = await sql<{ inspected: string }>`select count(*) as inspected from scan where channel = 'inspect'`.execute(server.db);
    await followAllScans(server.db, -Number(rows[0]?.inspected));
    await sql`vacuum (analyze) scan, scan_state, scan_hour, scan_day, scan_batch_hour, scan_batch_day, scan_place_day, scan_batch_place_day`.execute(
      server.owner,
    );
  };

  beforeAll(async () => {
    server = await startTestServer();
    const { db } = server;
    await sql`select ensure_scan_partition(now() - i * interval '16 days') from generate_series(0, 2) i`.execute(db);
    const { deptId } = await insertDepartment(db);
    const batches = [];
    for (let index = 0; index < 3; index++)
      batches.push(await issueCodes(server.installation, { count: CODES_PER_BATCH, deptId, categoryName: `茶${index}` }));
    batchIds = batches.map(({ batchId }) => batchId);
    dealerIds = [];
    for (const { categoryId } of batches)
      dealerIds.push((await insertDealer(db, { categoryIds: [categoryId], regionCodes: ['330000'] })).channelBusinessId);
    const { supplierId } = await db.selectFrom('batch').select('supplierId').where('batchId', '=', batchIds[0]!).executeTakeFirstOrThrow();
    const permissions = server.app.routeTable.flatMap(({ access }) =>
      typeof access === 'object' && access.permission ? access.permission : [],
    );
    const all = [...new Set([...permissions, 'manage:codeRecord:query'])];
    director = await server.as(all);
    manager = await server.as(all, { deptId, dataScope: '4' });
    const [batchId, dealer, product] = [batchIds[0]!, dealerIds[0]!, batches[0]!.categoryId];
    const ids: Record<string, number> = { batch: batchId, category: product, channelBusiness: dealer, supplier: supplierId, batchId };
    const idOf = (url: string, name: string) => ids[name] ?? ids[/^\/api\/manage\/(\w+)\//.exec(url)?.[1] ?? ''];
    const pages = server.app.routeTable
      .filter(({ method, url }) => method === 'GET' && /^\/api\/(manage|digit)\//.test(url) && !/watch|download|export|picture/.test(url))
      .flatMap(({ url }) => {
        const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
        if (url.includes('*') || names.some((name) => idOf(url, name) === undefined)) return [];
        return url.slice(4).replace(/:(\w+)/g, (_, name: string) => String(idOf(url, name)));
      });
    const filters = [
      ...['verdict=genuine', 'verdict=alreadyVerified', 'verdict=suspect', 'verdict=unknown', 'reason=otherRegion', 'sessionFrom=6'],
      ...[`batchId=${batchId}`, `batchId=${batchId}&verdict=suspect`, `categoryId=${product}`, `supplierId=${supplierId}`],
      ...[
        `channelBusinessId=${dealer}`,
        `holderBranch=${dealer}`,
        'regionCode=330000',
        'regionCode=330100',
        `region=${encodeURIComponent('宁波')}`,
      ],
      ...[`region=${encodeURIComponent('美国')}`, 'unplaced=1', 'channel=api', 'channel=page', 'inspection=1', 'inspection=0', 'code=X1'],
      ...['device=000000000005', 'device=00000000000577777777777777777777', 'address=105.5.5.5', 'address=105.5.5.0/24'],
      ...[`code=${batches[0]!.code(5)}`, `batchId=${batchId}&ordinal=6`, `outsideOf=${dealer}`, 'pageNum=3', 'pageNum=900'],
    ];
    addresses = [
      ...new Set([
        ...pages,
        ...filters.flatMap((filter) => [`/manage/codeRecord/list?${filter}`, `/manage/codeRecord/figures?${filter}`]),
        ...[`/manage/code/detail?code=${batches[0]!.code(5)}`, `/manage/code/history?code=${batches[0]!.code(5)}`],
        ...[
          '/manage/batch/list?suspectsOver=1',
          `/manage/code/list?batchId=${batchId}`,
          '/manage/figure/home?days=90',
          '/manage/figure/regions?regionCode=330000',
          '/digit/channelBusiness/figures',
        ],
        ...[`/manage/diversion/matrix?channelBusinessId=${dealer}`, `/manage/diversion/matrix?categoryId=${product}`],
      ]),
    ];
    return () => server.close();
  });

  /** Of each statement, by person, page and place in the page. */
  const measure = async () => {
    const reads = new Map<string, Reads & { text: string }>();
    for (const [who, client] of Object.entries({ director, manager }))
      for (const address of addresses) {
        const statements = await statementsOf(() => client.get(address));
        for (const [index, plan] of (await plansOf(server.db, statements, '(analyze, timing off, format json)')).entries())
          reads.set(`${who} ${address} #${index}`, { ...readsOf(plan), text: statements[index]!.text });
      }
    return reads;
  };

  it('do not grow with the number of scans', async () => {
    await insert(0, FEW);
    await count();
    const few = await measure();
    expect(few.size).toBeGreaterThan(150);
    for (let from = FEW; from < MANY; from += FEW) await insert(from, from + FEW);
    await count();
    const many = await measure();
    const grown = [...many].flatMap(([page, { scans, sums, text }]) => {
      const before = few.get(page) ?? { scans: 0, sums: 0 };
      // a list counts at most 10,000 matches: one scan in four is the rarest value without an index
      const isGrown = scans > before.scans * 1.2 + 4 * COUNTED || sums > before.sums * 1.5 + MASTER_DATA;
      return isGrown ? [{ page, before: [before.scans, before.sums], scans, sums, text }] : [];
    });
    expect(grown).toEqual([]);
  });

  it('are found by the indexes, of which each has a statement', async () => {
    // sums of other batches and of the years before, as an installation has them
    await sql`insert into scan_batch_day select 1000000 + b, current_date - 40 - d, 0, 'genuine', '', 1, 1
      from generate_series(1, 40) b, generate_series(1, 700) d`.execute(server.db);
    await sql`insert into scan_place_day select current_date - 40 - d, '110000', 1000000 + h, 0, 'genuine', '', 1, 1
      from generate_series(1, 40) h, generate_series(1, 700) d`.execute(server.db);
    await sql`insert into scan_day select current_date - 40 - d, 0, '110000', 1000000 + h, 'genuine', '', 1, 1
      from generate_series(1, 40) h, generate_series(1, 700) d`.execute(server.db);
    await sql`analyze`.execute(server.owner);
    const used = new Set<string>();
    for (const client of [director, manager])
      for (const address of addresses) {
        const statements = await statementsOf(() => client.get(address));
        for (const plan of await plansOf(server.db, statements, '(format json)'))
          for (const node of nodesOf(plan)) if (node['Index Name']) used.add(node['Index Name']);
      }
    const { rows } = await sql<{ name: string; parts: string[] }>`
      select i.indexrelid::regclass::text as name, array_agg(coalesce(p.inhrelid, i.indexrelid)::regclass::text) as parts
      from pg_index i join pg_class c on c.oid = i.indrelid left join pg_inherits p on p.inhparent = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition
        and c.relname in ('scan', 'scan_state', 'scan_hour', 'scan_day', 'scan_batch_hour', 'scan_batch_day', 'scan_place_day', 'scan_batch_place_day')
      group by 1 order by 1`.execute(server.db);
    expect(rows.length).toBeGreaterThan(20);
    const unused = rows.filter(({ parts }) => !parts.some((part) => used.has(part))).map(({ name }) => name);
    expect(unused.filter((name) => !(name in otherStatements))).toEqual([]);
  });
});
