import type { Condition, DuckDbStatement } from '../../../platform/threads/duckdb-job.ts';

/*
 * SQL of DuckDB. Values, also names of files, are parameters.
 *
 * A file has one row per scan, ordered by day, code and time: a list reads few days, a code few groups of rows. A scan id is three numbers,
 * because a UUID does not compress. Text stands for what must come back exactly: addresses as PostgreSQL sends them, positions, JSON.
 */

/** Rows per group, the unit that a query reads or skips. */
const GROUP_ROWS = 122_880;
export const DAY_MS = 86_400_000;

/** Marks null in texts that are joined. */
const NULL_MARK = String.raw`\N`;

/** Columns that the export writes as texts, in order; `first`: the first scan of its code. */
export const exportedColumns = [
  ...['scan_id', 'scan_us', 'verdict', 'reason', 'session_no', 'batch_id', 'level', 'ordinal', 'code_text', 'device', 'ip'],
  ...['region_code', 'region', 'channel', 'agent', 'pin_answers', 'lng', 'lat', 'holder_id', 'accuracy', 'consumer_verdict', 'first'],
];

const csvTypes = `{${exportedColumns.map((name) => `'${name}': 'VARCHAR'`).join(', ')}}`;

/** Reads the exported lines and writes the file. */
export const write = (csv: string, parquet: string): DuckDbStatement => ({
  sql: `copy (
      select ('0x' || substr(h, 1, 12))::bigint as id_ms, ('0x' || substr(h, 14, 3))::smallint as rand_a, ('0x' || substr(h, 17, 16))::ubigint as rand_b,
        scan_us::bigint - ('0x' || substr(h, 1, 12))::bigint * 1000 as delay_us, verdict, reason, session_no::int as session_no,
        batch_id::bigint as batch_id, level::smallint as level, ordinal::bigint as ordinal, code_text, unhex(device) as device, ip,
        coalesce(region_code, '${NULL_MARK}') || chr(9) || coalesce(region, '${NULL_MARK}') as place, channel, agent, pin_answers, lng, lat,
        holder_id::bigint as holder_id, accuracy::int as accuracy, consumer_verdict, first = 't' as first
      from (select *, replace(scan_id, '-', '') as h
        from read_csv($1, header = false, columns = ${csvTypes}, nullstr = '', allow_quoted_nulls = false, quote = '"', escape = '"', delim = ',',
          auto_detect = false, parallel = false, max_line_size = 1048576))
      order by id_ms // ${DAY_MS}, batch_id, level, ordinal, id_ms, rand_a, rand_b
    ) to $2 (format parquet, compression zstd, parquet_version v2, row_group_size ${GROUP_ROWS},
      dictionary_size_limit ${GROUP_ROWS / 2}, string_dictionary_page_size_limit ${GROUP_ROWS * 20})`,
  parameters: [csv, parquet],
});

const FILES = `read_parquet(from_json(?, '["VARCHAR"]'))`;

const idOf = `(lpad(lower(to_hex(id_ms)), 12, '0') || '7' || lpad(lower(to_hex(rand_a)), 3, '0') || lpad(lower(to_hex(rand_b)), 16, '0'))`;
const uuidOf = `(${idOf})::uuid::varchar`;
const byte = (at: number) => `('0x' || substr(ip, ${at}, 2))::int`;
const group = (at: number) => `substr(ip, ${9 + 4 * at}, 4)`;
/** Undoes `inet_send`: family, bits, a flag, length, address. */
const addressOf = `(case when ip is not null then case when starts_with(ip, '02') then concat_ws('.', ${byte(9)}, ${byte(11)}, ${byte(13)}, ${byte(15)})
  else concat_ws(':', ${[0, 1, 2, 3, 4, 5, 6, 7].map(group).join(', ')}) end || '/' || ${byte(3)} end)`;
const partOfPlace = (part: 1 | 2) => `nullif(split_part(place, chr(9), ${part}), '${NULL_MARK}')`;
const scanUs = '(id_ms * 1000 + delay_us)';
const deviceHex = 'lower(hex(device))';

/** Sum over a hash of each scan, so the order does not matter. PostgreSQL computes the same (scan-archive.queries.ts). */
export const digest = (file: string): DuckDbStatement => ({
  sql: `select count(*)::varchar as scans, coalesce(sum(('0x' || left(md5(concat_ws(chr(31), ${[
    uuidOf,
    scanUs,
    'verdict',
    ...[
      'reason',
      'session_no',
      'batch_id',
      'level',
      'ordinal',
      'code_text',
      deviceHex,
      'ip',
      partOfPlace(1),
      partOfPlace(2),
      'channel',
    ].map(orNull),
    ...['agent', 'pin_answers', 'lng', 'lat', 'holder_id', 'accuracy', 'consumer_verdict'].map(orNull),
  ].join(', ')})), 15))::bigint), 0)::varchar as digest,
    (${minId('min')})::uuid::varchar as first_scan_id, (${minId('max')})::uuid::varchar as last_scan_id from ${FILES}`,
  parameters: [JSON.stringify([file])],
});

function orNull(column: string) {
  return `coalesce(${column}::varchar, '${NULL_MARK}')`;
}

function minId(aggregate: 'min' | 'max') {
  return `${aggregate}(${idOf})`;
}

/** Scans and last moment of each batch, as JSON. */
export const batches = (file: string): DuckDbStatement => ({
  sql: `select coalesce(json_group_object(batch_id, json_array(n, last_ms)), '{}')::varchar as batches from (
    select batch_id::varchar as batch_id, count(*) as n, max(${scanUs}) // 1000 as last_ms from ${FILES} where batch_id is not null group by 1)`,
  parameters: [JSON.stringify([file])],
});

/** Columns of table `scan` as PostgreSQL reads them. */
const scanColumns = [
  `${uuidOf} as scan_id`,
  `strftime(make_timestamp(${scanUs}), '%Y-%m-%d %H:%M:%S.%f') || '+00' as scan_time`,
  ...['verdict', 'reason', 'session_no', 'batch_id', 'level', 'ordinal', 'code_text'],
  String.raw`'\x' || ${deviceHex} as device`,
  `${addressOf} as ip`,
  `${partOfPlace(1)} as region_code`,
  `${partOfPlace(2)} as region`,
  ...['channel', 'agent', 'lng', 'lat', 'holder_id', 'accuracy', 'consumer_verdict'],
];

export const restoredColumns = [...scanColumns.map((column) => column.slice(column.lastIndexOf(' ') + 1)), 'pin_answers'];

/** Writes all scans, oldest first, as lines for COPY. */
export const exportLines = (file: string, csv: string): DuckDbStatement[] => [
  {
    sql: `copy (select ${scanColumns.join(', ')}, pin_answers from read_parquet($1) order by id_ms) to $2
      (format csv, header false, nullstr '', quote '"', escape '"', delimiter ',')`,
    parameters: [file, csv],
  },
];

export interface Slice {
  condition: Condition;
  /** Exclusive. */
  beforeId?: string | undefined;
  beforeMs?: number | undefined;
  /** Inclusive. */
  sinceMs?: number | undefined;
  /** Oldest first; only then `offset` counts from the oldest. */
  isAscending?: boolean | undefined;
  limit: number;
  offset?: number | undefined;
}

const ID = ['id_ms', 'rand_a', 'rand_b'];

/** Scans in the order of their ids, newest first by default. */
export function list(
  files: readonly string[],
  { condition, beforeId, beforeMs, sinceMs, isAscending = false, limit, offset = 0 }: Slice,
): DuckDbStatement {
  const conditions = [
    condition,
    ...(beforeId === undefined ? [] : [before(beforeId)]),
    ...(beforeMs === undefined ? [] : [beforeMoment(beforeMs)]),
    ...(sinceMs === undefined ? [] : [{ sql: 'id_ms >= ?::bigint', parameters: [String(sinceMs)] }]),
  ];
  const direction = isAscending ? 'asc' : 'desc';
  return {
    sql: `select ${scanColumns.join(', ')} from (select * from ${FILES} where ${conditions.map(({ sql }) => `(${sql})`).join(' and ')}
      order by ${ID.map((column) => `${column} ${direction}`).join(', ')} limit ${Math.trunc(limit)} offset ${Math.trunc(offset)})
      order by ${ID.map((column) => `${column} ${direction}`).join(', ')}`,
    parameters: [JSON.stringify(files), ...conditions.flatMap(({ parameters }) => parameters)],
  };
}

const beforeMoment = (ms: number): Condition => ({ sql: 'id_ms < ?::bigint', parameters: [String(Math.floor(ms))] });

/** The three numbers of a scan id. */
const partsOf = (scanId: string): [string, string, string] => {
  const hex = scanId.replaceAll('-', '');
  return [`0x${hex.slice(0, 12)}`, `0x${hex.slice(13, 16)}`, `0x${hex.slice(16)}`];
};

function before(scanId: string): Condition {
  const [ms, a, b] = partsOf(scanId);
  return {
    sql: 'id_ms <= ?::bigint and (id_ms < ?::bigint or rand_a < ?::smallint or (rand_a = ?::smallint and rand_b < ?::ubigint))',
    parameters: [ms, ms, a, a, b],
  };
}

/** Any of the scans. */
export const hasId = (scanIds: readonly string[]): Condition => {
  const parts = scanIds.map(partsOf);
  const values = (type: string) => `(select unnest(from_json(?, '["VARCHAR"]'))::${type})`;
  return {
    sql: `id_ms in ${values('bigint')} and rand_a in ${values('smallint')} and rand_b in ${values('ubigint')}`,
    parameters: ([0, 1, 2] as const).map((index) => JSON.stringify(parts.map((each) => each[index]))),
  };
};

export const count = (files: readonly string[], { sql, parameters }: Condition): DuckDbStatement => ({
  sql: `select count(*)::varchar as count from ${FILES} where ${sql}`,
  parameters: [JSON.stringify(files), ...parameters],
});

/** Scans by month of their ids; no row for a month without any. */
export const countByMonth = (files: readonly string[], { sql, parameters }: Condition): DuckDbStatement => ({
  sql: `select strftime(make_timestamp(id_ms * 1000), '%Y-%m') as month, count(*)::varchar as count from ${FILES} where ${sql} group by all`,
  parameters: [JSON.stringify(files), ...parameters],
});

/** Scans since a moment, and those that match. */
export const countSince = (files: readonly string[], { sql, parameters }: Condition, sinceMs: number): DuckDbStatement => ({
  sql: `select count(*)::varchar as scans, (count(*) filter (where ${sql}))::varchar as matches from ${FILES} where id_ms >= ?::bigint`,
  parameters: [...parameters, JSON.stringify(files), String(sinceMs)],
});

/** Scans by result, day in Asia/Shanghai and province, of the newest `limit`. */
export const sum = (files: readonly string[], { sql, parameters }: Condition, limit: number): DuckDbStatement => ({
  sql: `select verdict, ((make_timestamp(${scanUs}) + interval 8 hours)::date)::varchar as day,
      left(${partOfPlace(1)}, 2) || '0000' as region, count(*)::varchar as n
    from (select * from ${FILES} where ${sql} order by id_ms desc limit ${Math.trunc(limit)}) group by all`,
  parameters: [JSON.stringify(files), ...parameters],
});
