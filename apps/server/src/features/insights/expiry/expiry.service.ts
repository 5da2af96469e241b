import {
  batches,
  dealers,
  type ExpiryCounts,
  type ExpiryKind,
  expiries,
  expiryKinds,
  type QueryOf,
  supplierPapers,
} from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { type Context, may } from '../../../platform/http/context.ts';
import * as dealerLife from '../../partners/dealer/dealer-life.service.ts';
import * as noticeService from '../../system/notice/notice.service.ts';
import * as configService from '../../system/setting/setting.service.ts';
import * as queries from './expiry.queries.ts';

type Expiries = typeof expiries;

/** Days before the end for further reminders, in addition to the setting. */
const AGAIN = [7, 0];

const DAYS = 'suyuan.expiry.days';

/** Permission required to see each kind: that of the list it belongs to. */
const nouns: Record<ExpiryKind, string> = {
  certificate: supplierPapers.permission('list'),
  contract: supplierPapers.permission('list'),
  dealerContract: dealers.permission('list'),
  batch: batches.permission('list'),
};

const daysOf = (db: Db) => configService.number(db, DAYS, 30);

const seen = ({ actor }: Pick<Context, 'actor'>, wanted?: ExpiryKind) =>
  expiryKinds.filter((kind) => (wanted === undefined || kind === wanted) && may(actor, nouns[kind]));

export async function list(ctx: Context, query: QueryOf<Expiries>) {
  const within = query.within ?? (await daysOf(ctx.db));
  return queries.list(ctx.db, ctx.scope, seen(ctx, query.kind), within, query);
}

/** Ended and ending records together, within the days of the setting. */
export async function listed(ctx: Pick<Context, 'db' | 'scope' | 'actor'>) {
  const days = await daysOf(ctx.db);
  const rows = await queries.counts(ctx.db, ctx.scope, seen(ctx), days);
  const of = (...kinds: ExpiryKind[]) => rows.reduce((sum, { kind, near, over }) => sum + (kinds.includes(kind) ? near + over : 0), 0);
  return { days, batches: of('batch'), papers: of('certificate', 'contract'), contracts: of('dealerContract') };
}

export async function counts(ctx: Context): Promise<ExpiryCounts> {
  const days = await daysOf(ctx.db);
  const rows = await queries.counts(ctx.db, ctx.scope, seen(ctx), days);
  const near = { certificate: 0, contract: 0, dealerContract: 0, batch: 0 };
  for (const { kind, near: count } of rows) near[kind] = count;
  return { days, near, over: rows.reduce((sum, { over }) => sum + over, 0) };
}

/**
 * Once a day over all processes: suspends dealers with an ended contract, and creates one notice. The notice names no records, because its
 * readers have different scopes.
 */
export const watch = (db: Db): Promise<{ suspended: number; told: number }> =>
  inTransaction(db, async (tx) => {
    if (!(await queries.takeToday(tx))) return { suspended: 0, told: 0 };
    const suspended = await dealerLife.suspendLapsed(tx);
    const rows = await queries.news(tx, expiryKinds, [await daysOf(tx), ...AGAIN], await queries.lastWatch(tx));
    const told = rows.reduce((sum, { count }) => sum + count, 0);
    if (told > 0 || suspended > 0) await queries.noteNotice(tx, await noticeService.file(tx, noticeOf(rows, suspended)));
    return { suspended, told };
  });

/** Stored titles are in Chinese, as in all logs of the system. */
function noticeOf(rows: { kind: ExpiryKind; count: number }[], suspended: number) {
  const parts = rows.map(({ kind, count }) => `${zhCN[`manage.expiry.kind.${kind}`]} ${count} 项`);
  const lapsed = suspended > 0 ? [`${suspended} 家渠道商合同到期，已暂停`] : [];
  const items = [...parts.map((part) => `${part}即将到期`), ...lapsed].map((item) => `<li>${item}</li>`).join('');
  return {
    noticeTitle: `到期提醒：${[...parts, ...(suspended > 0 ? [`暂停渠道商 ${suspended} 家`] : [])].join('、')}`.slice(0, 50),
    noticeContent: `<ul>${items}</ul><p><a href="/manage/expiry">打开到期预警</a></p>`,
    audience: expiries.permission('list'),
  };
}
