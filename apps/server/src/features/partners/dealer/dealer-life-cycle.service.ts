import { type authoriseDealer, dealerLifeCycle, dealers } from '@suyuan/contract';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import { lifeCycleSteps } from '../../../platform/http/life-cycle.ts';
import { Problem } from '../../../platform/problem.ts';
import { partnerHandlers } from '../partner/partner.service.ts';
import * as authority from './authority.service.ts';
import * as queries from './dealer.queries.ts';
import { partner } from './dealer.service.ts';

/**
 * A suspension blocks shipments to the dealer. Resuming with `contractTo` also renews the contract.
 * @throws notFound, dealerStateWrong, dealerSelfApproved, contractLapsed, typedNameWrong, dealerHasActiveChildren, and as `renew`
 */
export const steps = lifeCycleSteps(
  dealerLifeCycle,
  {
    ...partner.stepParts,
    async lock(ctx, id, step) {
      if (step === 'terminate') await queries.lockTree(ctx.db);
      return partner.stepParts.lock(ctx, id);
    },
  },
  {
    ...partnerHandlers,
    submit({ ctx, row }) {
      assertContractCurrent(row);
      return partnerHandlers.submit({ ctx });
    },
    approve({ ctx, row }) {
      assertContractCurrent(row);
      return partnerHandlers.approve({ ctx });
    },
    async resume({ ctx, id, row, body: { contractTo } }) {
      if (contractTo === undefined) assertContractCurrent(row);
      else await renew(ctx, id, { contractTo, contractFrom: row.contractFrom });
      return partnerHandlers.resume();
    },
    async terminate({ ctx, id, body }) {
      const activeDescendant = await queries.findActiveDescendant(ctx.db, id);
      if (activeDescendant) throw new Problem('dealerHasActiveChildren', { name: activeDescendant.channelBusinessName });
      return partnerHandlers.terminate({ body });
    },
  },
);

/** The dealer is locked. @throws forbidden, contractDaysWrong, contractEndPast */
async function renew(ctx: Context, id: number, days: { contractTo: string; contractFrom: string | null }) {
  const permission = dealers.permission('edit');
  if (!hasPermission(ctx.actor, permission)) throw new Problem('forbidden', { permission });
  await partner.update(ctx, id, days);
  // use the database's date, as the job that suspends dealers does
  const row = await partner.lock(ctx, id);
  if (row?.lapsed) throw new Problem('contractEndPast', { field: 'contractTo', contractTo: days.contractTo });
  await partner.recordEvent(ctx, id, 'edit');
}

/** Within the authorities of ancestors, and covering those of descendants. @throws as `edit` */
export async function authorise(ctx: Context, id: number, body: z.output<(typeof authoriseDealer)['body']>) {
  const { regionCodes, categoryIds, exclusive, version } = body;
  await queries.lockTree(ctx.db);
  await partner.startEdit(ctx, id, {});
  await partner.update(ctx, id, { ...(exclusive && { exclusive }), version });
  await authority.write(ctx, id, { regionCodes, categoryIds });
  await authority.validateLine(ctx, id);
  await partner.recordEvent(ctx, id, 'authorise');
}

/** Suspends dealers whose contract has expired. Idempotent. */
export const suspendExpired = (db: Db) => queries.suspendExpired(db, '合同到期');

function assertContractCurrent({ lapsed, contractTo }: { lapsed: boolean; contractTo: string | null }) {
  if (lapsed) throw new Problem('contractLapsed', { field: 'contractTo', contractTo });
}
