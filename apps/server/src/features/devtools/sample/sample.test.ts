// Over 300 lines: one sample is loaded, checked, removed and loaded again.
import { isGs1Key, isUscc, readSymbol } from '@suyuan/codes';
import { batchStates, type Verdict } from '@suyuan/contract';
import { docFaults, FormDoc } from '@suyuan/forms';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { taskHandlers } from '../../../boot/task-handlers.ts';
import { timeOf } from '../../../platform/shanghai-time.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { insertBatch, insertSupplier, insertUser } from '../../../test/factories.ts';
import { openPublicSite } from '../../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';
import * as codeSpaceService from '../../codes/code-space/code-space.service.ts';
import * as figureService from '../../insights/figure/figure.service.ts';
import * as archiveService from '../../scans/archive/scan-archive.service.ts';
import { regionFullName } from '../../scans/place/regions.ts';
import { startTasks } from '../../system/task/task-worker.ts';
import * as sampleService from './sample.service.ts';
import { momentOf } from './timeline.ts';

describe('times of sample steps', () => {
  const now = Date.parse('2026-11-30T19:44:00+08:00');

  it('are at different minutes on whole days, in order within a day, and not in the future', () => {
    const minutes = Array.from({ length: 10 }, (_, day) => timeOf(momentOf(now, day + 1)).slice(11, 16));
    expect(new Set(minutes).size).toBe(10);
    const times = Array.from({ length: 480 }, (_, halfHour) => momentOf(now, 10 - halfHour / 48));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(times).size).toBe(480);
    for (const time of times) expect(timeOf(time).slice(11) >= '08:30:00' && timeOf(time).slice(11) <= '17:30:00').toBe(true);
    expect(momentOf(Date.parse('2026-11-30T07:00:00+08:00'), 0)).toBe(Date.parse('2026-11-30T07:00:00+08:00'));
  });
});

describe('sample data', () => {
  let server: TestServer;
  let loadTime: string;
  const rowsOf = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(server.db)).rows;
  const countOf = async (from: string) => Number((await rowsOf(`select count(*) as n from ${from}`))[0]?.n);

  beforeAll(async () => {
    server = await startTestServer();
    loadTime = new Date().toISOString();
    expect(await sampleService.loadSample(server.installation)).toBe(true);
    return () => server.close();
  });

  it('is loaded once for repeated requests', async () => {
    expect(await sampleService.loadSample(server.installation)).toBe(false);
    expect(await countOf('supplier')).toBe(6);
    expect(await countOf('product')).toBe(8);
    expect(await countOf('code_rule')).toBe(3);
  });

  it('has batches in every state except the transient one', async () => {
    const states = (await rowsOf('select distinct state from batch')).map(({ state }) => state);
    expect(states.sort()).toEqual(batchStates.filter((state) => state !== 'issuing').sort());
  });

  it('has numbers with correct check digits', async () => {
    const [products, suppliers] = [await rowsOf('select gtin from product'), await rowsOf('select gln from supplier')];
    expect([products, suppliers]).not.toContainEqual([]);
    for (const { gtin } of products) expect(isGs1Key(String(gtin), 14)).toBe(true);
    for (const { gln } of suppliers) expect(isGs1Key(String(gln), 13)).toBe(true);
  });

  it('has companies registered where they are', async () => {
    const companies = await rowsOf('select uscc, region_code from supplier union all select uscc, region_code from dealer');
    expect(companies).toHaveLength(14);
    for (const { uscc, regionCode } of companies) expect([isUscc(String(uscc)), String(uscc).slice(2, 8)]).toEqual([true, regionCode]);
  });

  it('plans batches of approved suppliers only', async () => {
    expect(await countOf("batch b join supplier s on s.supplier_id = b.supplier_id where s.state <> 'approved'")).toBe(0);
  });

  it('has a production line for each batch, and only authorised intended dealers', async () => {
    expect(await countOf('batch where production_line is null')).toBe(0);
    expect(await countOf('batch where intended_dealer_id is not null')).toBeGreaterThan(8);
    const unfit = `batch b join dealer d on d.channel_business_id = b.intended_dealer_id
      where d.state <> 'active' or exists (select from dealer_product c where c.channel_business_id = d.channel_business_id)
        and not exists (select from dealer_product c where c.channel_business_id = d.channel_business_id and c.category_id = b.category_id)`;
    expect(await countOf(unfit)).toBe(0);
  });

  it('has a case about a code that moved too fast', async () => {
    const admin = await server.as(['manage:codeCase:list', 'manage:codeCase:query']);
    const { rows } = (await admin.get('/manage/codeCase/list?pageSize=50&reason=manySessions')).body;
    const { jumps } = (await admin.get(`/manage/codeCase/${rows[0].caseId}/evidence`)).body.data;
    expect(jumps.at(-1)).toMatchObject({ fromRegion: '云南省昆明市', toRegion: '黑龙江省哈尔滨市' });
    expect(jumps.at(-1).seconds).toBeLessThanOrEqual(2400);
  });

  it('dates cases, reports and decisions in the past, in their order', async () => {
    expect(await countOf("scan_case where last_time > now() - interval '1 hour' and report_count > 0")).toBe(0);
    expect(await countOf('scan_case where judge_time <= last_time or last_time < create_time')).toBe(0);
    expect(
      await countOf(
        'scan_case_event e join scan_case c using (case_id) where e.event_time not between c.create_time and coalesce(c.judge_time, c.last_time)',
      ),
    ).toBe(0);
    expect(await countOf('consumer_report r join scan s using (scan_id) where r.create_time <= s.scan_time')).toBe(0);
    expect(await countOf('scan_case where report_count > 0')).toBe(2);
    // the history names the place of the scan with which the case began
    const opened = await rowsOf(`select e.note, r.region_code as region from scan_case_event e
      join lateral (select scan_id from scan_case_scan where case_id = e.case_id) evidence on true join scan r using (scan_id)
      join scan_case c using (case_id) where e.action = 'open' and c.reason = 'otherRegion' and r.scan_time = c.create_time`);
    expect(opened.length).toBeGreaterThan(0);
    for (const { note, region } of opened) expect(note).toBe(regionFullName(String(region), 'zh-CN'));
  });

  it('numbers cases and pallets with an SSCC prefix', async () => {
    const levels = await rowsOf(
      `select p ->> 'level' as level, p ->> 'ssccPrefix' as prefix from product, jsonb_array_elements(packaging) p`,
    );
    for (const { level, prefix } of levels) expect(prefix).toBe(level === '1' ? null : '069900168');
    expect(levels.length).toBeGreaterThan(8);
  });

  it('has consistent batches: serials and codes for all or none, and events that match the state', async () => {
    const batches = await rowsOf(`select b.*, (select sum(count) from batch_range r where r.batch_id = b.batch_id and level = 0) as serials,
      (select sum(count) from code_segment s where s.batch_id = b.batch_id and level = 0) as codes,
      (select string_agg(action, ' ' order by event_id) from batch_event e where e.batch_id = b.batch_id) as steps,
      (select array_agg(event_time order by event_id) from batch_event e where e.batch_id = b.batch_id) as times,
      (select bool_and(event_time <= now()) from batch_event e where e.batch_id = b.batch_id) as past from batch b`);
    for (const { state, quantity, serials, codes, steps, times, past, issueTime, submitBy, approveBy } of batches) {
      const issued = issueTime !== null;
      expect([serials, codes]).toEqual(issued ? [quantity, quantity] : [null, null]);
      expect(String(steps)).toMatch(/^add/);
      expect(String(steps).includes('issued')).toBe(issued);
      expect(past).toBe(true);
      const moments = (times as Date[]).map(Number);
      expect(moments).toEqual(moments.toSorted((one, other) => one - other));
      if (submitBy !== null) expect(submitBy).not.toBe(approveBy);
      if (state === 'active' || state === 'closed') expect(String(steps)).toContain('activate');
    }
  });

  it('contains every verdict, and correct scan counts', async () => {
    const verdicts = await rowsOf('select verdict, count(*) as n from scan group by verdict');
    const all: Verdict[] = ['genuine', 'alreadyVerified', 'suspect', 'notActivated', 'recalled', 'frozen', 'expired', 'void', 'unknown'];
    expect(verdicts.map(({ verdict }) => verdict).sort()).toEqual(all.sort());
    expect(await countOf("scan where verdict = 'genuine'")).toBeGreaterThan((await countOf('scan')) / 2);
    expect(await countOf('scan_state where sessions > 10')).toBe(5);
    const [sums] =
      await rowsOf(`select (select sum(scans) from scan_state) as scans, (select count(*) from scan where batch_id is not null) as records,
      (select count(*) from scan_state where (first_time is null) <> (sessions = 0)) as wrong,
      (select count(*) from scan where scan_time > now() or scan_time < now() - interval '61 days') as outside,
      (select count(*) from scan where scan_id < uuid7_floor(scan_time - interval '2 ms') or scan_id > uuid7_floor(scan_time + interval '2 ms')) as off`);
    expect(sums).toMatchObject({ wrong: 0, outside: 0, off: 0 });
    expect(sums?.scans).toBe(sums?.records);
  });

  it('has shipped each batch that consumers scanned, including recalled and frozen ones', async () => {
    const scanned = await rowsOf(`select b.batch_id, b.batch_no, b.state,
        (select count(*) from code_segment s where s.batch_id = b.batch_id and s.holder_id is not null) as held,
        r.held_scans as "heldScans", r.recent
      from batch b join (select batch_id, count(*) as scans, count(holder_id) as held_scans, count(*) filter (where scan_time > now() - interval '20 days') as recent
        from scan group by 1) r using (batch_id) where r.scans > 50`);
    expect(scanned.length).toBeGreaterThanOrEqual(8);
    expect(scanned.map(({ state }) => state)).toEqual(expect.arrayContaining(['recalled', 'frozen', 'active', 'closed']));
    // dealers hold what was scanned in the last weeks, which is little of a closed batch
    for (const { batchNo, held, heldScans, recent } of scanned)
      expect([Number(held) > 0, Number(heldScans) > 0 || Number(recent) < 20], String(batchNo)).toEqual([true, true]);
    expect(scanned.filter(({ heldScans }) => Number(heldScans) > 50).length).toBeGreaterThanOrEqual(6);
    // the frozen run has a holding dealer
    const [run] = await rowsOf("select status_before, holder_id from code_segment where status = 'frozen' and level = 0");
    expect(run).toMatchObject({ statusBefore: 'shipped', holderId: expect.any(Number) });
    const late = `shipment d join shipment_line l using (dispatch_id) join batch_event e on e.batch_id = l.batch_id
      where e.action in ('recall', 'freeze') and e.count is null and coalesce(d.ship_time, d.create_time) > e.event_time`;
    expect(await countOf(late)).toBe(0);
    const unfit = `shipment d join shipment_line l using (dispatch_id) join batch b using (batch_id)
      join dealer_product any_of on any_of.channel_business_id = d.to_id and d.kind = 'out'
      where not exists (select from dealer_product c where c.channel_business_id = d.to_id and c.category_id = b.category_id)`;
    expect(await countOf(unfit)).toBe(0);
  });

  it('names in the history of batches each shipment with its dealer, like a real shipment', async () => {
    const sent = `shipment d join shipment_line l using (dispatch_id)
      join dealer c on c.channel_business_id = case d.kind when 'return' then d.from_id else d.to_id end where d.state in ('shipped', 'received')`;
    expect(await rowsOf("select batch_id, reason from batch_event where action in ('ship', 'return') order by 1, 2")).toEqual(
      await rowsOf(`select l.batch_id, d.dispatch_no || ' ' || c.channel_business_name as reason from ${sent} order by 1, 2`),
    );
    expect(await countOf("shipment where kind = 'transfer'")).toBeGreaterThan(0);
  });

  it('numbers shipments in the order of time', async () => {
    const number = (shipment: string) => `split_part(${shipment}.dispatch_no, '-', 2)::int`;
    expect(await countOf('shipment')).toBeGreaterThan(20);
    expect(await countOf(`shipment a join shipment b on a.create_time < b.create_time and ${number('a')} > ${number('b')}`)).toBe(0);
  });

  it('shows the recipients of recalled products on the recall page', async () => {
    const [recalled] = await rowsOf("select batch_id from batch where state = 'recalled'");
    const desk = await server.as(['manage:recallImpact:list', 'manage:recallImpact:query']);
    const { data } = (await desk.get(`/manage/recallImpact/${recalled?.batchId}/summary`)).body;
    expect(data.dealerCount).toBeGreaterThan(1);
    expect(data.dispatches).toBeGreaterThan(1);
    expect(data.out).toBeGreaterThan(0);
    for (const { contactName, contactPhone } of data.dealers)
      expect([contactName, contactPhone]).toEqual([expect.any(String), expect.any(String)]);
    const { rows } = (await desk.get(`/manage/recallImpact/list?batchId=${recalled?.batchId}`)).body;
    expect(rows.length).toBeGreaterThan(1);
  });

  it('has trace records that match each product, at different hours', async () => {
    const steps =
      await rowsOf(`select c.category_code as goods, c.origin_region_code as origin, r.step_name as step, r.data, r.region_code as region,
        to_char(r.event_time at time zone 'Asia/Shanghai', 'HH24:MI') as hour from trace_record r join batch b using (batch_id) join product c using (category_id)`);
    const picked = steps.filter(({ step }) => step === '采摘');
    expect(new Set(picked.map(({ goods }) => goods)).size).toBe(4);
    for (const { goods, region, origin } of picked) expect(region, String(goods)).toBe(origin);
    // each tea is picked in its season, from leaves that suffice for the batch
    const seasons =
      await rowsOf(`select distinct c.category_code as goods, to_char(r.event_time at time zone 'Asia/Shanghai', 'MM') as month,
        i.lot_no = 'TL-' || to_char(r.event_time at time zone 'Asia/Shanghai', 'MMDD') as named_after_the_day,
        round(i.quantity / (b.quantity * c.net_content / 1000000.0), 1)::float as leaves, made.create_time >= b.create_time as planned_before
      from trace_record r join batch b using (batch_id) join product c using (category_id)
      join trace_record made on made.batch_id = b.batch_id and made.step_name = '初制' and made.event_time > r.event_time
      join trace_ingredient i on i.trace_record_id = made.trace_record_id where r.step_name = '采摘' order by 1`);
    expect(seasons).toEqual(
      Object.entries({ 'TEA-BHYZ': '03', 'TEA-DHP': '05', 'TEA-TGY': '10', 'TEA-ZSXZ': '05' }).map(([goods, month]) => ({
        ...{ goods, month, namedAfterTheDay: true, leaves: 4.5, plannedBefore: true },
      })),
    );
    const white = steps.filter(({ goods }) => goods === 'TEA-BHYZ').map(({ data }) => data as { grade?: string; method?: string });
    expect(white.flatMap(({ grade }) => grade ?? [])).toEqual(['单芽']);
    expect(white.flatMap(({ method }) => method ?? [])).toEqual(['低温烘干']);
    expect(new Set(steps.map(({ hour }) => hour)).size).toBeGreaterThan(10);
  });

  it('has trace records that staff fill in, verify and publish in working hours, after the event', async () => {
    const stamps = `(select event_time, create_time, unnest(array[create_time, submit_time, verify_time, publish_time]) as stamp from trace_record) stamps`;
    expect(await countOf(`${stamps} where stamp < '${loadTime}'`)).toBeGreaterThan(100);
    const isOffHours = `(stamp at time zone 'Asia/Shanghai')::time not between '08:30' and '17:30' and stamp < '${loadTime}'`;
    expect(await countOf(`${stamps} where ${isOffHours} or stamp < event_time or stamp < create_time`)).toBe(0);
  });

  it('varies whole numbers of trace records to whole numbers', async () => {
    const altitudes = (await rowsOf(`select data ->> 'altitude' as altitude from trace_record where data ? 'altitude'`)).map(
      ({ altitude }) => altitude,
    );
    expect(new Set(altitudes).size).toBeGreaterThan(3);
    for (const altitude of altitudes) expect(altitude).toMatch(/^\d+$/);
  });

  it('has unique batch numbers', async () => {
    expect(await countOf('batch')).toBe(await countOf('(select distinct batch_no from batch) numbers'));
    expect(await countOf("batch where batch_no !~ '^[0-9]{8}[A-Z]$'")).toBe(0);
  });

  it('has a bulk action whose codes are printed, with a report of every line', async () => {
    const reader = await server.as(['manage:codeList:list', 'manage:codeList:query']);
    const [action] = (await reader.get('/manage/codeList/list')).body.rows;
    expect(action).toMatchObject({ act: 'print', state: 'done', total: 243, doneCount: 240, alreadyCount: 2, refusedCount: 1 });
    const [printed] = await rowsOf(`select sum(count)::int as count from code_segment join batch using (batch_id)
      where sample and level = 0 and code_segment.status = 'printed'`);
    expect(printed).toEqual({ count: 240 });
    const { rows } = (await reader.get(`/manage/codeList/${action.codeListId}/lines?outcome=all&from=240`)).body.data;
    expect(rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'already', 'already', 'unreadable']);
  });

  it('has codes that verify', async () => {
    const [range] = await rowsOf('select space_id, epoch, serial_from from batch_range order by range_id limit 1');
    const [spaceId, serial] = [Number(range?.spaceId), Number(range?.serialFrom) + 5];
    const shape = await codeSpaceService.shapeOf(server.db, spaceId);
    const code = codeSpaceService.deriverOf(server.installation, spaceId, shape, Number(range?.epoch)).code(serial);
    expect(await codeSpaceService.decode(server.installation, readSymbol(code))).toMatchObject([{ spaceId, serial }]);
  });

  it('can be loaded at large scale, with scans that match the counts', async () => {
    const before = await countOf('scan');
    const seen: number[] = [];
    const [few = 0] = await sampleService.loadLarge(server.installation, { codes: 1_000_000_000, scans: 30_000 }, (done) =>
      seen.push(done),
    );
    const [many = 0] = await sampleService.loadLarge(server.installation, { codes: 700, scans: 30_000 });
    expect(seen.at(-1)).toBe(30_000);
    expect((await countOf('scan')) - before).toBe(60_000);
    expect(await countOf(`scan_state where batch_id = ${few}`)).toBe(24_000);
    expect(await countOf(`scan_state where batch_id = ${many}`)).toBe(700);
    for (const batchId of [few, many]) {
      const wrong = `(select ordinal, count(*) n, max(session_no) s, min(scan_time) f, max(scan_time) l from scan where batch_id = ${batchId} group by 1) r
        join scan_state c on c.batch_id = ${batchId} and c.ordinal = r.ordinal where (c.scans, c.sessions, c.first_time, c.last_time) is distinct from (n, s, f, l)`;
      expect(await countOf(wrong)).toBe(0);
    }
  });

  it('has a submitted form in its second version and a draft form, both without errors', async () => {
    const [filled, drawn] = await rowsOf(`select f.*, (select count(*) from form_answer a where a.form_id = f.form_id) as answers,
      (select count(distinct version_no) from form_answer a where a.form_id = f.form_id) as versions from form f order by form_id`);
    expect(filled).toMatchObject({ state: 'published', versionNo: 2, versions: 2, answers: filled?.answerCount });
    expect(drawn).toMatchObject({ state: 'draft', answers: 0 });
    for (const doc of [filled?.doc, drawn?.doc]) {
      const read = FormDoc.parse(doc);
      expect([read, docFaults(read)]).toEqual([doc, []]);
    }
    expect(await countOf("form_answer where data ? 'reason'")).toBeGreaterThan(0);
    expect(await countOf("form_answer where (data -> 'wrongAll')::int = 0 and data ? 'reason'")).toBe(0);
    expect(
      await countOf(
        'form_answer where create_time > now() or create_time < (select publish_time from form_version v where v.form_id = form_answer.form_id and v.version_no = form_answer.version_no)',
      ),
    ).toBe(0);
  });

  it('is removed with permission and password only, and by one task for repeated requests', async () => {
    const reader = await server.as(['system:config:list']);
    const keeper = await server.as(['tool:sample:remove']);
    const batches = await countOf('batch where sample');
    for (const answer of [await reader.get('/tool/sample'), await reader.delete('/tool/sample')]) expect(answer.body.code).toBe(403);
    const standing = async () => (await keeper.get('/tool/sample')).body.data;
    expect(await standing()).toEqual({ there: true, batches, removing: false });
    const confirmed = (minutes: number) =>
      sql`update session set confirm_time = now() - make_interval(mins => ${minutes}) where user_id = ${keeper.userId}`.execute(server.db);
    await confirmed(11);
    expect((await keeper.delete('/tool/sample')).body).toMatchObject({ problem: 'passwordNeeded' });
    await confirmed(0);
    for (let time = 0; time < 2; time++) expect((await keeper.delete('/tool/sample')).body).toMatchObject({ code: 200 });
    expect(await standing()).toEqual({ there: true, batches, removing: true });
    expect(await countOf("task where kind = 'removeSample'")).toBe(1);
    // the final removal below tests the task itself
    await server.db.updateTable('task').set({ state: 'cancelled' }).where('kind', '=', 'removeSample').execute();
    expect(await standing()).toMatchObject({ there: true, removing: false });
  });

  it('is removed completely, except records that other records reference', async () => {
    const { supplierId } = await server.db
      .selectFrom('supplier')
      .select('supplierId')
      .where('supplierCode', '=', 'YL-DAIRY')
      .executeTakeFirstOrThrow();
    const { categoryId } = await server.db
      .selectFrom('product')
      .select('categoryId')
      .where('categoryCode', '=', 'MILK-250')
      .executeTakeFirstOrThrow();
    const own = await insertBatch(server.db, { supplierId, categoryId });
    await insertUser(server.db, { userName: 'somebody' });
    const keeper = await server.as(['tool:sample:remove', 'system:notice:list']);
    // scans without a code belong to batch 0
    const unknownScans = () => figureService.follow(server.db).then(() => countOf('scan_hour where batch_id = 0'));
    await expect.poll(unknownScans).toBeGreaterThan(0);
    const isArchivable = inject('workerUrls').length === 0;
    if (isArchivable) {
      await server.db.updateTable('setting').set({ configValue: '0' }).where('configKey', '=', 'suyuan.scan.keepAddressDays').execute();
      // on some days the month of the first scan, 60 days ago, has only a few
      const [past] = await rowsOf("select to_char((now() - interval '45 days') at time zone 'UTC', 'YYYY-MM') as month");
      // transactions of other tests can delay the figures, without which no month is archived
      const archive = () => unknownScans().then(() => archiveService.archiveMonth(server.installation, String(past?.month)));
      const { scans } = await vi.waitFor(archive, { timeout: 20_000, interval: 200 });
      expect(scans).toBeGreaterThan(100);
    }
    await keeper.delete('/tool/sample');
    const tasks = startTasks(server.installation, taskHandlers, (error) => expect.fail(String(error)), 20);
    const taskOf = async () => (await keeper.get('/account/task/list')).body.rows[0];
    await until(async () => expect(await taskOf()).toMatchObject({ kind: 'removeSample', state: 'done' }));
    await tasks.stop();
    expect((await taskOf()).result.kept.sort()).toEqual(['approver', 'planner']);
    expect((await keeper.get('/tool/sample')).body.data).toEqual({ there: false, batches: 0, removing: false });
    const [told] = (await keeper.get('/system/notice/list?noticeTitle=示例')).body.rows;
    expect(told).toMatchObject({ noticeTitle: '示例业务已删除' });
    // each remaining kind, with names and reason
    for (const line of [
      '<p>供应商 云岭牧场乳业有限公司：您的批次或溯源记录用到。</p>',
      '<p>商品 纯牛奶 250 毫升：您有它的批次。</p>',
      '<p>码规则 通用 16 位：留下的商品或批次用到。</p>',
      /<p>示例账号 (approver、planner|planner、approver)：名下还有您的记录，已停用而没有删除；要继续用时在用户管理中启用。<\/p>/,
    ])
      expect(told.noticeContent).toMatch(line);
    expect(told.noticeContent).not.toContain('渠道商');
    expect((await keeper.delete('/tool/sample')).body).toMatchObject({ code: 200 });
    expect(await countOf("task where kind = 'removeSample' and state in ('queued', 'running')")).toBe(0);
    expect(await rowsOf('select batch_id from batch')).toEqual([{ batchId: own.batchId }]);
    expect(await rowsOf('select supplier_code, sample from supplier')).toEqual([{ supplierCode: 'YL-DAIRY', sample: false }]);
    expect(await rowsOf('select category_code, sample from product')).toEqual([{ categoryCode: 'MILK-250', sample: false }]);
    for (const table of [
      'scan',
      'scan_archive',
      'scan_hour',
      'scan_day',
      'scan_state',
      'code_segment',
      'batch_range',
      'batch_event',
      'form',
      'form_answer',
    ])
      expect(await countOf(table)).toBe(0);
    // the planner created remaining products, the approver approved their supplier
    expect(await rowsOf("select user_name, status from users where user_name in ('planner', 'approver', 'somebody') order by 1")).toEqual([
      { userName: 'approver', status: '1' },
      { userName: 'planner', status: '1' },
      { userName: 'somebody', status: '0' },
    ]);
    await sampleService.removeSample(server.installation);
    // reloading reuses remaining records and re-enables users
    expect(await sampleService.loadSample(server.installation)).toBe(true);
    expect((await keeper.get('/tool/sample')).body.data).toMatchObject({ there: true, removing: false });
    expect(await rowsOf("select user_name, status from users where user_name in ('planner', 'approver') order by 1")).toEqual([
      { userName: 'approver', status: '0' },
      { userName: 'planner', status: '0' },
    ]);
    expect([await countOf('supplier where sample'), await countOf('product where sample')]).toEqual([6, 8]);
    expect(await countOf("supplier_paper p join supplier s using (supplier_id) where s.supplier_code = 'YL-DAIRY'")).toBe(3);
    const site = await openPublicSite(server.installation);
    onTestFinished(() => site.close());
    const [code] = await codesOf(server, "select batch_id from batch where sample and state = 'active' order by 1 limit 1", [5]);
    expect((await site.verify(code ?? '')).body).toMatchObject({ verdict: expect.stringMatching(/genuine|alreadyVerified/) });
    // the same again, with records still in use
    await sampleService.removeSample(server.installation);
    expect(await rowsOf('select batch_id from batch')).toEqual([{ batchId: own.batchId }]);
    expect(await sampleService.loadSample(server.installation)).toBe(true);
  });
});

/** Code texts of units of one batch, by ordinal from 0. */
async function codesOf({ db, installation }: TestServer, batch: string, ordinals: number[]): Promise<string[]> {
  const { rows } = await sql<{ spaceId: number; epoch: number; serialFrom: number }>`
    select space_id, epoch, serial_from from batch_range where level = 0 and batch_id = (${sql.raw(batch)})`.execute(db);
  const { spaceId, epoch, serialFrom } = rows[0]!;
  const deriver = codeSpaceService.deriverOf(installation, spaceId, await codeSpaceService.shapeOf(db, spaceId), epoch);
  return ordinals.map((ordinal) => deriver.code(serialFrom + ordinal));
}

describe('sample data with user records', () => {
  it('keeps referenced dealers with their products, and the suppliers of batch materials', async () => {
    const server = await startTestServer();
    const { db, installation } = server;
    onTestFinished(() => server.close());
    await sampleService.loadSample(installation);
    const goods = async (code: string) =>
      (await db.selectFrom('product').select('categoryId').where('categoryCode', '=', code).executeTakeFirstOrThrow()).categoryId;
    await insertDealer(db, { categoryIds: [await goods('TEA-TGY')] });
    const { batchId } = await insertBatch(db);
    const { userId } = await insertUser(db);
    await sql`insert into shipment (kind, to_id, create_by)
      select 'out', channel_business_id, ${userId} from dealer where channel_business_code = 'GD-00'`.execute(db);
    await sql`with record as (
        insert into trace_record (batch_id, step_id, subject, event_time, step_name, filler, biz_step, form, create_by)
        select ${batchId}, min(step_id), 'batch', now(), '投料', 'staff', 'commissioning', '{}', ${userId} from trace_step returning trace_record_id)
      insert into trace_ingredient (trace_record_id, order_num, input_name, supplier_id)
      select trace_record_id, 1, '生牛乳', supplier_id from record, supplier where supplier_code = 'YL-ORGANIC'`.execute(db);
    const kept = await sampleService.removeSample(installation);
    expect(kept).toMatchObject({ suppliers: [expect.any(String)], dealers: [expect.any(String)] });
    expect(kept.goods).toHaveLength(6);
    for (const { ofBatch, dealers } of kept.goods) expect([ofBatch, dealers.length > 0]).toEqual([false, true]);
    const left = async (from: string, code: string) =>
      (await sql<{ code: string }>`select ${sql.ref(code)} as code from ${sql.table(from)} order by 1`.execute(db)).rows
        .map((row) => row.code)
        .filter((text) => !/^[A-Z]-\d/.test(text));
    expect(await left('dealer', 'channel_business_code')).toEqual(['GD-00']);
    expect(await left('product', 'category_code')).toEqual(['CHEESE-90', 'MILK-250', 'MILK-ORG', 'TEA-DHP', 'TEA-TGY', 'YOGURT-180']);
    expect(await left('supplier', 'supplier_code')).toEqual(['YL-ORGANIC']);
    // dealer, product and supplier are reused, with their templates and categories
    expect(await sampleService.loadSample(installation)).toBe(true);
    const counts = await sql<{ n: number }>`select count(*)::int as n from dealer where sample union all
      select count(*)::int from trace_template where sample union all select count(*)::int from trace_template`.execute(db);
    expect(counts.rows.map(({ n }) => n)).toEqual([8, 2, 2]);
  });

  it('is not loaded when one of its codes is in use, and names only that code', async () => {
    const server = await startTestServer();
    const { db, installation } = server;
    onTestFinished(() => server.close());
    const { supplierId } = await insertSupplier(db);
    await db.updateTable('supplier').set({ supplierCode: 'MS-FUDING' }).where('supplierId', '=', supplierId).execute();
    await expect(sampleService.loadSample(installation)).rejects.toMatchObject({
      problem: 'supplierCodeTaken',
      params: { supplierCode: 'MS-FUDING' },
    });
    expect(await db.selectFrom('supplier').select(['supplierCode', 'sample']).execute()).toEqual([
      { supplierCode: 'MS-FUDING', sample: false },
    ]);
  });
});

describe('English sample data', () => {
  it('has no Chinese text, except texts that readers get translated', async () => {
    const server = await startTestServer();
    const { db, installation } = server;
    onTestFinished(() => server.close());
    expect(await sampleService.loadSample(installation, 'en-US')).toBe(true);
    const { rows: columns } = await sql<{ table: string; column: string }>`
      select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.columns s using (table_schema, table_name)
      where c.table_schema = current_schema() and c.data_type in ('text', 'jsonb') and s.column_name = 'sample'`.execute(db);
    const chinese: string[] = [];
    for (const { table, column } of columns) {
      const value = sql`${sql.ref(column)}::text`;
      const { rows } = await sql<{ text: string }>`select distinct ${value} as text from ${sql.table(table)}
        where sample and ${value} ~ '[一-龥]'`.execute(db);
      chinese.push(...rows.map(({ text }) => `${table}.${column}: ${text}`));
    }
    expect(chinese.filter((text) => !/region: /.test(text))).toEqual(['dealer.state_reason: 合同到期']);
  });
});
