import { type BulkActionKind, type BulkActionTerms, bulkActions, type QueryOf, reasonedActs } from '@suyuan/contract';
import type { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as taskService from '../../system/task/task.service.ts';
import * as queries from './bulk-action.queries.ts';
import type { ListFile } from './list-file.ts';

export { actOnListTask } from './act-on-list.service.ts';

export const list = ({ db, scope }: Context, query: QueryOf<typeof bulkActions>) => queries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => orNotFound(await queries.find(db, scope, id));

/**
 * Queues the task that applies the act.
 * @throws listDealerMissing, referenceNotFound, dealerNotActive, listReasonMissing; each with its field
 */
export async function begin(ctx: Context, act: BulkActionKind, terms: z.output<typeof BulkActionTerms>, { storedFile, ...file }: ListFile) {
  const { db, actor, t } = ctx;
  const dealerId = await dealerOf(ctx, act, terms.dealerId ?? null);
  if (reasonedActs.includes(act) && !terms.reason) throw new Problem('listReasonMissing', { field: 'reason' });
  const reason = terms.reason ?? (act === 'waste' ? t(bulkActions.word('wasteReason')) : null);
  const [stored] = await fileService.publish(ctx, [storedFile], 'codeList');
  const path = fileService.pathOf(orNotFound(stored).fileName);
  const row = { ...file, act, dealerId, reason, file: path, deptId: actor.deptId, createBy: actor.userId };
  const { codeListId } = await queries.insert(db, row);
  const task = {
    kind: 'actOnList',
    subject: `${t(bulkActions.word(`act.${act}`))} ${file.fileName}`,
    payload: { codeListId },
    createBy: actor.userId,
  };
  return { codeListId, taskId: await taskService.enqueue(db, task) };
}

/** Only shipments and returns have a dealer. */
async function dealerOf({ db, scope }: Context, act: BulkActionKind, dealerId: number | null): Promise<number | null> {
  if (act !== 'ship' && act !== 'return') return null;
  if (dealerId === null) throw new Problem('listDealerMissing', { field: 'dealerId' });
  const dealer = await queries.findDealer(db, scope, dealerId);
  if (!dealer) throw new Problem('referenceNotFound', { field: 'dealerId', title: bulkActions.word('dealerId') });
  if (act === 'ship' && dealer.state !== 'active')
    throw new Problem('dealerNotActive', {
      field: 'dealerId',
      dealer: dealer.channelBusinessName,
      state: `manage.channelBusiness.state.${dealer.state}`,
    });
  return dealerId;
}
