import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { capacityOf, DEFAULT_SHAPE } from '@suyuan/codes';
import { emptyDoc } from '@suyuan/forms';
import pg from 'pg';
import { connect } from '../apps/server/src/platform/db/connect.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { testPostgres } from '../apps/server/src/test/postgres.ts';

/**
 * Writes the fixture of the upgrade test: the schema and the seeds of 1.0.0, and some records of each domain, as SQL. Run once for the
 * release. A later release adds another fixture.
 */

const server = path.join(import.meta.dirname, '../apps/server/src');
const target = path.join(server, 'test/fixtures/1.0.0.sql.gz');
/** In place of the time of the run, so that every run writes the same bytes. */
const RELEASE = '2026-01-01T00:00:00+08:00';

const { prefix, alphabet, serialDigits, tagDigits, checkCharacter } = DEFAULT_SHAPE;
const records = `
  insert into users (user_id, user_name, nick_name, password, dept_id) values (100, 'founder', '创办人', '-', 103), (101, 'second', '第二人', '-', 104);
  insert into user_role values (100, 100), (101, 101);
  update setting set config_value = '溯源茶业', update_by = 100 where config_key = 'suyuan.footer.company';
  insert into notice (notice_id, notice_title, notice_type, notice_content, create_by) values (100, '盘点', '1', '<p>月底盘点</p>', 100);
  insert into category (catalogue_id, kind, catalogue_name, catalogue_code, create_by) values (100, 'category', '茶叶', 'TEA', 100);
  insert into code_space (space_id, prefix, alphabet, serial_digits, tag_digits, check_character, next_serial, capacity)
    values (1, '${prefix}', '${alphabet}', ${serialDigits}, ${tagDigits}, ${checkCharacter}, 1000, ${capacityOf(DEFAULT_SHAPE)});
  insert into code_epoch (space_id, epoch) values (1, 0);
  insert into code_rule (code_rule_id, rule_name, space_id, create_by) values (1, '默认规则', 1, 100);
  insert into supplier (supplier_id, supplier_code, supplier_name, state, submit_by, review_by, create_by)
    values (1, 'OLD', '旧供应商', 'approved', 100, 101, 100);
  insert into dealer (channel_business_id, channel_business_code, channel_business_name, state, create_by) values (1, 'OLD', '旧渠道商', 'active', 100);
  insert into dealer_region values (1, '440000');
  insert into trace_template (template_id, template_name, create_by) values (1, '茶叶溯源', 100);
  insert into trace_step (step_id, template_id, order_num, step_name, required, filler, form, biz_step, public)
    values (1, 1, 1, '采摘', true, 'any', '{"designer":"fields","version":1,"fields":[]}', 'collecting', true);
  insert into product (category_id, category_code, category_name, gtin, code_rule_id, catalogue_id, template_id, create_by)
    values (1, 'OLD', '旧品类', '06901234567892', 1, 100, 1, 100);
  insert into dealer_product values (1, 1);
  insert into batch (batch_id, batch_no, category_id, supplier_id, code_rule_id, quantity, made_date, state, submit_by, approve_by, issue_time, create_by)
    values (1, 'OLD-1', 1, 1, 1, 1000, '2026-01-01', 'active', 100, 101, now(), 100);
  insert into batch_event (batch_id, action, user_id) values (1, 'issue', 101);
  insert into batch_range (batch_id, ordinal_from, space_id, epoch, serial_from, count) values (1, 0, 1, 0, 0, 1000);
  insert into code_segment (batch_id, ordinal_from, count, status, holder_id) values (1, 0, 900, 'activated', null), (1, 900, 100, 'shipped', 1);
  insert into shipment (dispatch_id, dispatch_no, kind, to_id, state, create_by) values (1, 'FH260101-00001', 'out', 1, 'shipped', 100);
  insert into shipment_line (line_id, dispatch_id, batch_id) values (1, 1, 1);
  insert into shipment_run values (1, 1, 1, 0, 900, 100);
  insert into trace_record (trace_record_id, batch_id, step_id, subject, state, event_time, step_name, filler, biz_step, form, create_by)
    values (1000, 1, 1, 'batch', 'draft', '${RELEASE}', '采摘', 'any', 'collecting', '{"designer":"fields","version":1,"fields":[]}', 100);
  select ensure_scan_partition('${RELEASE}');
  insert into scan (scan_id, scan_time, verdict, session_no, batch_id, level, ordinal, device, channel)
    values ('019b7579-b000-7000-8000-000000000001', '2026-01-01 12:00+08', 'genuine', 1, 1, 0, 7, '\\x00', 'api');
  insert into scan_state (batch_id, ordinal, first_time, last_time, sessions, scans)
    values (1, 7, '2026-01-01 12:00+08', '2026-01-01 12:00+08', 1, 1);
  insert into scan_case (case_id, subject, reason, code_text) values (1, 'text', 'reported', 'UNKNOWN-1');
  insert into scan_case_event (case_id, action) values (1, 'open');
  insert into consumer_report (case_id, code_text, words, device) values (1, 'UNKNOWN-1', '买到假货', '\\x00');
  insert into blacklist (kind, network, reason, create_by) values ('address', '203.0.113.0/24', '刷码', 100);
  insert into audit_log (title, business_type, oper_name, status) values ('批次管理', 1, 'founder', '0');
  insert into sign_in_log (user_name, ipaddr, status, msg) values ('founder', '192.0.2.1', '0', '登录成功');
  insert into form (form_id, form_key, form_name, doc, create_by) values (1, 'survey', '回访', '${JSON.stringify(emptyDoc())}', 100);
  -- identity columns continue after the ids above
  do $$ declare identity record; highest bigint; begin
    for identity in select c.relname as name, a.attname as key, pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass as sequence
      from pg_class c join pg_attribute a on a.attrelid = c.oid where a.attidentity <> '' and c.relnamespace = 'public'::regnamespace
    loop
      execute format('select max(%I) from %I', identity.key, identity.name) into highest;
      if highest >= (select seqstart from pg_sequence where seqrelid = identity.sequence) then perform setval(identity.sequence, highest); end if;
    end loop;
  end $$;`;

// Keeps the process alive while the database stops.
const alive = setInterval(() => {}, 1000);
const postgres = await testPostgres();
const db = connect(postgres.url);
await migrate(db, { only: ['0001-baseline'] });
await db.destroy();
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
await client.query(records);
const [schema = ''] = readFileSync(path.join(server, 'platform/db/schema/baseline.sql'), 'utf8').split('\n-- ==== First rows');
const tables = await client.query<{ name: string; columns: string }>(`
  select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by 1 order by 1`);
const rows: string[] = [];
for (const { name, columns } of tables.rows) {
  const found = await client.query<{ rows: string | null }>(
    `select jsonb_agg(to_jsonb(t) order by to_jsonb(t))::text as rows from ${name} t`,
  );
  const text = found.rows[0]?.rows;
  if (text)
    rows.push(
      `insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, ${pg.escapeLiteral(text)});`,
    );
}
const sequences = await client.query<{ statement: string }>(`
  select format('select setval(%L, %s);', sequencename, last_value) as statement from pg_sequences
  where schemaname = 'public' and last_value is not null order by sequencename`);
const { rows: today } = await client.query<{ day: string }>('select current_date::text as day');
await client.end();
await postgres.stop();
clearInterval(alive);

const written = [
  schema,
  'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);',
  'create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);',
  `select ensure_scan_partition('${RELEASE}'), ensure_scan_partition(now()), ensure_scan_partition(now() + interval '1 month');`,
  // rows come with what triggers and defaults made of them
  'set session_replication_role = replica;',
  ...rows,
  ...sequences.rows.map(({ statement }) => statement),
].join('\n');
const ofToday = new RegExp(`"${today[0]?.day}[T ][0-9:.]+([+-][0-9:]+|Z)"`, 'g');
mkdirSync(path.dirname(target), { recursive: true });
writeFileSync(target, gzipSync(written.replace(ofToday, `"${RELEASE}"`), { level: 9 }));
