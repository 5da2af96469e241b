import { sql } from 'kysely';
import { dealerInCategory } from '../../../platform/db/category-filter.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { DataScope } from '../../../platform/db/scope.ts';
import type { Condition } from '../../../platform/threads/duckdb-job.ts';
import { filtersBatches, lastCodeOf, listBatches, type ScanFilter } from './scan.queries.ts';
import { padDevice } from './visitor-filter.queries.ts';

/** Maximum batches or dealers that a filter lists. */
const MAX_IDS = 1_000_000;

const LIST = { bigint: `(select unnest(from_json(?, '["BIGINT"]')))`, text: `(select unnest(from_json(?, '["VARCHAR"]')))` };

/** The filter of scans in the SQL of DuckDB. What it needs of other tables is read first, so the visible rows are the same. */
export async function toCondition(db: Db, scope: DataScope, filter: ScanFilter): Promise<Condition> {
  const parts: Condition[] = [];
  const add = (text: string, ...parameters: (string | number)[]) => parts.push({ sql: text, parameters: parameters.map(String) });
  const { batchId, batchIds, level, ordinal, codeText, pastedCodes, verdict, reason, sessionFrom, sessionTo, address } = filter;
  const { regionCode, unplaced, channelBusinessId, holderBranch, dealerCatalogueId, regionCodes, channel, inspection } = filter;
  if (batchIds ?? (scope !== 'all' || filtersBatches(filter)))
    add(`batch_id in ${LIST.bigint}`, JSON.stringify(batchIds ?? (await listBatches(db, scope, filter, MAX_IDS))));
  if (batchId !== undefined) add('batch_id = ?::bigint', batchId);
  if (level !== undefined) add('level = ?::smallint', level);
  if (ordinal !== undefined) add('ordinal = ?::bigint', ordinal);
  if (codeText !== undefined) add('code_text = ?', codeText);
  if (pastedCodes) {
    const places = pastedCodes.places.map((place) => [place.batchId, place.level, place.ordinal].join('/'));
    const names = `batch_id || '/' || level || '/' || ordinal`;
    add(`code_text in ${LIST.text} or ${names} in ${LIST.text}`, JSON.stringify(pastedCodes.texts), JSON.stringify(places));
  }
  if (verdict) add('verdict = ?', verdict);
  if (reason) add('reason = ?', reason);
  if (sessionFrom !== undefined) add('session_no >= ?::int', sessionFrom);
  if (sessionTo !== undefined) add('session_no <= ?::int', sessionTo);
  if (address) parts.push(await inNetwork(db, address));
  if (regionCode) add('place between ? and ?', regionCode, `${lastCodeOf(regionCode)}~`);
  if (unplaced) add(String.raw`starts_with(place, '\N') = ?::boolean`, unplaced === '1' ? 'true' : 'false');
  if (channelBusinessId !== undefined) add('holder_id = ?::bigint', channelBusinessId);
  if (holderBranch !== undefined || dealerCatalogueId) add(`holder_id in ${LIST.bigint}`, JSON.stringify(await listDealers(db, filter)));
  if (regionCodes) add(`split_part(place, chr(9), 1) in ${LIST.text}`, JSON.stringify(regionCodes));
  if (channel) add('channel = ?', channel);
  if (inspection) add(`channel ${inspection === '1' ? '=' : '<>'} 'inspect'`);
  if (filter.first) add('first');
  if (filter.device !== undefined)
    add(
      'device between unhex(?) and unhex(?)',
      padDevice(filter.device, '0').toString('hex'),
      padDevice(filter.device, 'f').toString('hex'),
    );
  if (filter.places) {
    const part = (index: 1 | 2) => `split_part(place, chr(9), ${index}) in ${LIST.text}`;
    add(`${part(1)} or ${part(2)}`, JSON.stringify(filter.places.codes), JSON.stringify(filter.places.texts));
  }
  const { from, to } = periodOf(filter);
  if (from !== undefined) add('id_ms >= ?::bigint', from);
  if (to !== undefined) add('id_ms < ?::bigint', to);
  return and(parts);
}

/** True for all scans if there are no parts. */
const and = (parts: readonly Condition[]): Condition => ({
  sql: parts.map((part) => `(${part.sql})`).join(' and ') || 'true',
  parameters: parts.flatMap(({ parameters }) => parameters),
});

/** Whether a filter has conditions other than its period. */
export const isUnfiltered = (scope: DataScope, { beginTime: _, endTime: __, ...filter }: ScanFilter): boolean =>
  scope === 'all' && Object.values(filter).every((value) => value === undefined);

/** Milliseconds since 1970; `to` is exclusive. A day as end includes all of it, a moment its whole second. */
export function periodOf({ beginTime, endTime }: Pick<ScanFilter, 'beginTime' | 'endTime'>): {
  from: number | undefined;
  to: number | undefined;
} {
  const momentOf = (text: string) => Date.parse(`${text.replace(' ', 'T').padEnd(16, 'T00:00')}+08:00`);
  return {
    from: beginTime ? momentOf(beginTime) : undefined,
    to: endTime ? momentOf(endTime) + (endTime.length > 10 ? 1000 : 86_400_000) : undefined,
  };
}

/** An address, or addresses and smaller networks in a network. PostgreSQL reads and compares the address. */
async function inNetwork(db: Db, address: string): Promise<Condition> {
  const hex = (value: string) => sql<string>`encode(inet_send(${sql.raw(value)}), 'hex')`;
  const { rows } = await sql<{ exact: string; low: string; high: string; bits: string }>`
    select ${hex('a')} as exact, ${hex('network(a)')} as low, ${hex('broadcast(a)')} as high, lpad(to_hex(masklen(a)), 2, '0') as bits
    from (select ${address}::inet as a) given`.execute(db);
  const { exact, low, high, bits } = rows[0]!;
  if (!address.includes('/')) return { sql: 'ip = ?', parameters: [exact] };
  return {
    sql: 'starts_with(ip, ?) and substr(ip, 3, 2) >= ? and substr(ip, 9) between ? and ?',
    parameters: [exact.slice(0, 2), bits, low.slice(8), high.slice(8)],
  };
}

async function listDealers(db: Db, { holderBranch, dealerCatalogueId, catalogueOnly }: ScanFilter): Promise<number[]> {
  let dealers = db.selectFrom('dealer as d').select('d.channelBusinessId').orderBy('d.channelBusinessId').limit(MAX_IDS);
  if (holderBranch !== undefined)
    dealers = dealers.where(sql<boolean>`(d.channel_business_id = ${holderBranch} or ${holderBranch}::bigint = any(d.ancestors))`);
  for (const condition of dealerInCategory('d.channel_business_id', dealerCatalogueId, catalogueOnly)) dealers = dealers.where(condition);
  return (await dealers.execute()).map(({ channelBusinessId }) => channelBusinessId);
}
