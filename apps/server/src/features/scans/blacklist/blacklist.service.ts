import { isIP } from 'node:net';
import type { blacklists, InputOf, Page, QueryOf, RecordOf, ScanBlock } from '@suyuan/contract';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import { allFound, orNotFound, Problem } from '../../../platform/problem.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as queries from './blacklist.queries.ts';

type Blacklists = typeof blacklists;

export const table = 'blacklist';
type Entry = RecordOf<Blacklists>;

/** Minimum prefix lengths; wider networks would block unrelated visitors. */
const MIN_PREFIX_LENGTH = { 4: 16, 6: 48 } as const;

/** @throws codeUnreadable where `target` is not an issued code */
export async function list(ctx: Context, { target, ...query }: QueryOf<Blacklists>): Promise<Page<Entry>> {
  const { rows, total } = await queries.list(ctx, { ...query, ...(target && (await parseTarget(ctx, target))) });
  return { rows: await toEntries(ctx, rows), total };
}

/** Interprets the filter as an address, a device prefix, or a code. */
async function parseTarget({ db, installation }: Context, target: string) {
  const address = addressOf(target);
  if (address) return { network: `${address.ip}/${address.length}` };
  if (/^[0-9a-f]{4,32}$/i.test(target) && !(await codeService.locate(db, installation, target))) return { device: target.toLowerCase() };
  return { place: await placeOf({ db, installation }, target) };
}

/** @throws notFound */
export async function read(ctx: Context, id: number): Promise<Entry> {
  const [entry] = await toEntries(ctx, [orNotFound(await queries.find(ctx, id))]);
  return orNotFound(entry);
}

/** @throws blockTaken, blockDeviceWrong, blockAddressWrong, blockAddressTooWide, codeUnreadable, notFound for a batch out of scope */
export async function add(ctx: Context, { kind, target, reason }: InputOf<Blacklists>): Promise<number> {
  const { db, actor } = ctx;
  if (kind === 'code') {
    const place = await placeOf(ctx, target);
    await codeService.batchOf(ctx, place.batchId);
    const blacklistId = await blockCode(db, place, { reason, caseId: null, deptId: actor.deptId, createBy: actor.userId });
    if (blacklistId === undefined) throw new Problem('blockTaken', { field: 'target', target });
    return blacklistId;
  }
  const targetColumns = kind === 'device' ? { device: deviceOf(target) } : { network: networkOf(target) };
  const row = await queries.insert(db, { kind, ...targetColumns, reason, caseId: null, deptId: actor.deptId, createBy: actor.userId });
  if (!row) throw new Problem('blockTaken', { field: 'target', target });
  return row.blacklistId;
}

/** Adds the code of a scan. @throws blockTaken, notFound for a scan of an unknown code or of a batch out of scope */
export async function addOfScan(ctx: Context, { scanId, reason }: z.output<typeof ScanBlock>): Promise<number> {
  const { db, actor } = ctx;
  const { place, batchNo } = await codeService.findScannedCode(ctx, scanId);
  const blacklistId = await blockCode(db, place, { reason, caseId: null, deptId: actor.deptId, createBy: actor.userId });
  if (blacklistId === undefined) throw new Problem('blockTaken', { field: 'scanId', target: `${batchNo} ${place.ordinal + 1}` });
  return blacklistId;
}

interface BlockDetails {
  reason: string;
  caseId: number | null;
  deptId: number | null;
  /** Null for the system. */
  createBy: number | null;
}

/** Undefined if the code is on the list already. */
export async function blockCode(db: Db, place: codeService.CodePlace, details: BlockDetails): Promise<number | undefined> {
  const row = await queries.insert(db, { kind: 'code', ...place, ...details });
  if (row) await queries.setBlocked(db, place, true);
  return row?.blacklistId;
}

/** @throws notFound when one of `ids` is not there or not in scope */
export async function remove(ctx: Context, ids: number[]) {
  const removed = allFound(await queries.remove(ctx, ids), ids);
  for (const { kind, batchId, level, ordinal } of removed)
    if (kind === 'code' && batchId !== null && level !== null && ordinal !== null)
      await queries.setBlocked(ctx.db, { batchId, level, ordinal }, false);
}

async function placeOf({ db, installation }: Pick<Context, 'db' | 'installation'>, code: string): Promise<codeService.CodePlace> {
  const place = await codeService.locate(db, installation, code);
  if (!place) throw new Problem('codeUnreadable', { code, field: 'target' });
  return place;
}

function deviceOf(target: string): string {
  if (!/^[0-9a-f]{12,32}$/i.test(target)) throw new Problem('blockDeviceWrong', { field: 'target', target });
  return target.toLowerCase();
}

/** Parses an address with an optional prefix length; undefined for any other text. */
function addressOf(target: string): { ip: string; length: number; family: 4 | 6 } | undefined {
  const [, ip = '', prefixLength] = /^([\da-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(target.trim()) ?? [];
  const family = isIP(ip);
  if (family !== 4 && family !== 6) return undefined;
  const maxLength = family === 4 ? 32 : 128;
  const length = prefixLength === undefined ? maxLength : Number(prefixLength);
  return length <= maxLength ? { ip, length, family } : undefined;
}

function networkOf(target: string): string {
  const address = addressOf(target);
  if (!address) throw new Problem('blockAddressWrong', { field: 'target', target });
  const least = MIN_PREFIX_LENGTH[address.family];
  if (address.length < least) throw new Problem('blockAddressTooWide', { field: 'target', target, least });
  return `${address.ip}/${address.length}`;
}

/** Converts rows to the wire format and derives the code texts. */
async function toEntries(ctx: Context, rows: queries.EntryRow[]): Promise<Entry[]> {
  const places = rows.flatMap(({ blacklistId, batchId, level, ordinal }) =>
    batchId !== null && level !== null && ordinal !== null ? [{ blacklistId, batchId, level, ordinal: ordinal - 1 }] : [],
  );
  const texts = await codeService.textsAt(ctx, places);
  const textOf = new Map(places.map(({ blacklistId }, index) => [blacklistId, texts[index]]));
  return rows.map(({ level: _, ...row }) => ({ ...row, target: textOf.get(row.blacklistId) ?? row.target }));
}
