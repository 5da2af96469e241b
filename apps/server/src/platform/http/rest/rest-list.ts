import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { int, type Page } from '@suyuan/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CursorPaging } from '../../db/page.ts';
import { Seek, type SeekPosition } from '../../db/seek.ts';
import type { Context } from '../context.ts';
import { MAX_PAGE_SIZE, unordered } from '../list-query.ts';
import { InvalidInput, issueOf } from '../refusal.ts';

const DEFAULT_LIMIT = 50;
const MAC_BYTES = 12;

// shared, because a schema takes kilobytes
const paging = {
  limit: int(1, MAX_PAGE_SIZE).default(DEFAULT_LIMIT),
  cursor: z.string().min(1).max(4000).optional(),
  total: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .default(false),
};
const pageFields = { nextCursor: z.string().nullable(), total: z.int().min(0).optional() };

/** `limit`, `cursor`, `sort` (`-` descends), `total`, and the filters. Any other name is refused. */
export function restListQuery(filters: z.ZodObject, sortable: readonly string[]) {
  return z.strictObject({
    ...filters.shape,
    ...paging,
    sort: sortable.length > 0 ? z.enum(sortable.flatMap((field) => [field, `-${field}`])).optional() : unordered,
  });
}

export const restPage = (row: z.ZodType) => z.object({ items: z.array(row), ...pageFields });

export interface RestPage {
  items: unknown[];
  nextCursor: string | null;
  total?: number;
}

interface ListInput {
  limit: number;
  cursor?: string;
  sort?: string;
  total: boolean;
  [filter: string]: unknown;
}

export async function readPage(
  ctx: Context,
  request: FastifyRequest,
  input: ListInput,
  list: (ctx: Context, query: Record<string, unknown> & { paging: CursorPaging }) => Promise<Page<unknown>>,
): Promise<RestPage> {
  const { limit, cursor, sort, total: isCounted, ...filters } = input;
  const seek = new Seek(ctx.db, cursor === undefined ? undefined : openCursor(request, cursor), isCounted);
  const order = { orderBy: sort?.replace(/^-/, ''), descending: sort?.startsWith('-') ?? false };
  const { rows, total } = await list(ctx, { ...filters, paging: { page: 1, pageSize: limit, ...order, seek } });
  if (seek.next === undefined && rows.length > 0) throw new Error(`${request.routeOptions.url} does not page by cursor`);
  return { items: rows, nextCursor: seek.next ? sealCursor(request, seek.next) : null, ...(isCounted && { total }) };
}

function addressOf({ url }: FastifyRequest): { path: string; parameters: URLSearchParams } {
  const [path = ''] = url.split('?');
  return { path, parameters: new URLSearchParams(url.slice(path.length)) };
}

/** The address of the next page. */
export function nextAddress(request: FastifyRequest, cursor: string): string {
  const { path, parameters } = addressOf(request);
  parameters.set('cursor', cursor);
  return `${path}?${parameters}`;
}

/** A cursor is valid for the path, order and filters of its list only. */
function listOf(request: FastifyRequest): string {
  const { path, parameters } = addressOf(request);
  for (const name of ['cursor', 'limit', 'total']) parameters.delete(name);
  parameters.sort();
  return `${path}?${parameters}`;
}

/** Signed, so that the database only gets positions that it wrote. */
const macOf = (request: FastifyRequest, position: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', request.ctx.installation.masterKey, '', 'suyuan/cursor/v1', 32)))
    .update(`${listOf(request)}\n${position}`)
    .digest()
    .subarray(0, MAC_BYTES);

function sealCursor(request: FastifyRequest, position: SeekPosition): string {
  const text = JSON.stringify(position);
  return Buffer.concat([macOf(request, text), Buffer.from(text)]).toString('base64url');
}

function openCursor(request: FastifyRequest, cursor: string): SeekPosition {
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.subarray(MAC_BYTES).toString();
  const isOurs = bytes.length > MAC_BYTES && timingSafeEqual(macOf(request, text), bytes.subarray(0, MAC_BYTES));
  if (!isOurs) throw new InvalidInput([issueOf(['cursor'], cursor, 'issue.cursor')], 'querystring');
  return JSON.parse(text);
}
