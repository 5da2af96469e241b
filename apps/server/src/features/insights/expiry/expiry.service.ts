import {
  batches,
  dealers,
  type ExpiryCounts,
  type ExpiryKind,
  expiries,
  expiryKinds,
  type QueryOf,
  supplierPapers,
  type Translate,
} from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { scopeOf } from '../../../platform/http/access-control.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import * as dealerLifeCycle from '../../partners/dealer/dealer-life-cycle.service.ts';
import * as noticeService from '../../system/notice/notice.service.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as queries from './expiry.queries.ts';

type Expiries = typeof expiries;

/** Days before the end for further reminders, in addition to the setting. */
const REMINDER_DAYS = [7, 0];

const DAYS_SETTING = 'suyuan.expiry.days';

/** Permission required to see each kind, and the one that decides which of its records: that of the list it belongs to. */
const listPermissions: Record<ExpiryKind, string> = {
  certificate: supplierPapers.permission('list'),
  contract: supplierPapers.permission('list'),
  dealerContract: dealers.permission('list'),
  batch: batches.permission('list'),
};

const daysOf = (db: Db) => settingService.number(db, DAYS_SETTING, 30);

const scopesOf = ({ actor }: Pick<Context, 'actor'>, kinds: readonly ExpiryKind[] = expiryKinds): queries.KindScopes =>
  Object.fromEntries(
    kinds.filter((kind) => hasPermission(actor, listPermissions[kind])).map((kind) => [kind, scopeOf(actor, listPermissions[kind])]),
  );

export async function list(ctx: Context, query: QueryOf<Expiries>) {
  const within = query.within ?? (await daysOf(ctx.db));
  return queries.list(ctx.db, scopesOf(ctx, query.kind && [query.kind]), within, query);
}

export const listOpenWork = async (ctx: Context, kinds: readonly ExpiryKind[], limit: number) =>
  queries.listOpenWork(ctx.db, scopesOf(ctx, kinds), await daysOf(ctx.db), limit);

export async function counts(ctx: Pick<Context, 'db' | 'actor'>): Promise<ExpiryCounts> {
  const days = await daysOf(ctx.db);
  const rows = await queries.counts(ctx.db, scopesOf(ctx), days);
  const near = { certificate: 0, contract: 0, dealerContract: 0, batch: 0 };
  for (const { kind, near: count } of rows) near[kind] = count;
  return { days, near, over: rows.reduce((sum, { over }) => sum + over, 0) };
}

const allScopes: queries.KindScopes = Object.fromEntries(expiryKinds.map((kind) => [kind, 'all']));

/**
 * Once a day over all processes: suspends dealers with an ended contract, and creates one notice. The notice names no records, because its
 * readers have different scopes.
 */
export const watch = (db: Db): Promise<{ suspended: number; expiringCount: number }> =>
  inTransaction(db, async (tx) => {
    if (!(await queries.claimToday(tx))) return { suspended: 0, expiringCount: 0 };
    const suspended = await dealerLifeCycle.suspendExpired(tx);
    const rows = await queries.countNewlyExpiring(tx, allScopes, [await daysOf(tx), ...REMINDER_DAYS], await queries.lastWatch(tx));
    const expiringCount = rows.reduce((sum, { count }) => sum + count, 0);
    if (expiringCount > 0 || suspended > 0)
      await queries.recordNotice(tx, await noticeService.createSystemNotice(tx, noticeOf(rows, suspended)));
    return { suspended, expiringCount };
  });

const noticeOf = (rows: { kind: ExpiryKind; count: number }[], suspended: number) => ({
  texts(t: Translate) {
    const parts = rows.map(({ kind, count }) => t('manage.expiry.notice.kind', { kind: t(`manage.expiry.kind.${kind}`), count }));
    const items = [
      ...parts.map((part) => t('manage.expiry.notice.soon', { part })),
      ...(suspended > 0 ? [t('manage.expiry.notice.ended', { count: suspended })] : []),
    ];
    // the kinds do not fit in a title
    const count = rows.reduce((sum, row) => sum + row.count, 0);
    const summary = [
      ...(count > 0 ? [t('manage.expiry.notice.items', { count })] : []),
      ...(suspended > 0 ? [t('manage.expiry.notice.suspended', { count: suspended })] : []),
    ];
    return {
      noticeTitle: t('manage.expiry.notice', { summary: summary.join(t('kit.joint')) }),
      noticeContent: `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul><p><a href="/manage/expiry">${t('manage.expiry.notice.open')}</a></p>`,
    };
  },
  audience: expiries.permission('list'),
});
