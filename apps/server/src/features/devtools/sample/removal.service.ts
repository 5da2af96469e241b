import { type SampleStatus, sampleBusiness, type Translate } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { inSavepoint, inTransaction } from '../../../platform/db/transaction.ts';
import { escapeHtml } from '../../../platform/html/safe-html.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import * as codeSpaceService from '../../codes/code-space/code-space.service.ts';
import * as figureService from '../../insights/figure/figure.service.ts';
import * as archiveService from '../../scans/archive/scan-archive.service.ts';
import * as noticeService from '../../system/notice/notice.service.ts';
import * as taskService from '../../system/task/task.service.ts';
import { RetryLater, type TaskHandler } from '../../system/task/task-handler.ts';
import * as queries from './removal.queries.ts';
import { takeTurn } from './sample.queries.ts';
import { printedLists } from './sample-data.ts';

/** Names of sample records that stay because other records reference them. */
export interface Kept extends Awaited<ReturnType<typeof queries.adoptRest>> {
  /** Disabled accounts. */
  users: string[];
  dealers: string[];
}

type Place = Pick<Installation, 'db' | 'files' | 'dataDir'>;

/**
 * Removes the sample with all records of its batches. Records that others reference become regular ones; referenced users are disabled.
 * Returns what stays.
 */
export async function removeSample(installation: Place): Promise<Kept> {
  await restoreSampleMonths(installation);
  return removeRows(installation.db);
}

/** Brings months with archived scans of the sample into the database, where their rows can be removed. @throws ArchiveBusy */
async function restoreSampleMonths(installation: Place): Promise<void> {
  for (const month of await queries.listArchivedMonths(installation.db)) await archiveService.restoreMonth(installation, month);
}

const removeRows = (db: Db): Promise<Kept> =>
  inTransaction(db, async (tx) => {
    await takeTurn(tx);
    await queries.lock(tx);
    await queries.forgetFiles(tx);
    await queries.removeForms(tx);
    await queries.removeTraces(tx);
    await figureService.subtract(tx, queries.sampleUnknown);
    await queries.removeBulkActions(tx, printedLists);
    await queries.removeBatches(tx);
    const dealers = await removeDealers(tx);
    await queries.removePictures(tx);
    const spaces = await queries.removeRecords(tx);
    await queries.removeTemplates(tx);
    await queries.removeCategories(tx);
    const rest = await queries.adoptRest(tx);
    if (spaces.length > 0) await codeSpaceService.removeUnused(tx, spaces);
    await figureService.rebuild(tx);
    const users: string[] = [];
    for (const { userId, userName } of await queries.listUsers(tx)) {
      await inSavepoint(tx, false, () => queries.removeUser(tx, userId)).catch((error: unknown) => {
        if (!queries.isReferenced(error)) throw error;
        users.push(userName);
        return queries.disableUser(tx, userId);
      });
    }
    return { ...rest, users, dealers };
  });

/** Removes sample dealers, children first. Referenced ones become regular records; returns their names. */
async function removeDealers(db: Db): Promise<string[]> {
  const keptNames: string[] = [];
  for (const { channelBusinessId, channelBusinessName } of await queries.listDealers(db)) {
    await inSavepoint(db, false, () => queries.removeDealer(db, channelBusinessId)).catch((error: unknown) => {
      if (!queries.isReferenced(error)) throw error;
      keptNames.push(channelBusinessName);
      return queries.adoptDealer(db, channelBusinessId);
    });
  }
  return keptNames;
}

const KIND = 'removeSample';

/** Whether the sample exists and whether it is being removed. */
export const readStatus = ({ db }: Pick<Context, 'db'>): Promise<SampleStatus> => queries.readStatus(db, KIND);

/** Queues the removal of the sample, unless it is gone or already queued. */
export async function askRemoval({ db, actor }: Context): Promise<void> {
  const { there, removing } = await queries.readStatus(db, KIND);
  if (there && !removing) await taskService.enqueue(db, { kind: KIND, subject: '', payload: {}, createBy: actor.userId });
}

/** Removes the whole sample and sends the notice in one transaction. */
export const removeSampleTask: TaskHandler = {
  async run(job, installation) {
    await restoreSampleMonths(installation).catch((error: unknown) => {
      throw error instanceof archiveService.ArchiveBusy ? new RetryLater() : error;
    });
    await job.finish(async (db) => {
      const { there } = await queries.readStatus(db, KIND);
      if (!there) return undefined;
      const retained = await removeRows(db);
      await noticeService.createSystemNotice(db, {
        texts: (t) => ({
          noticeTitle: t('tool.sample.notice'),
          noticeContent: `<p>${t('tool.sample.notice.text')}</p>${keptText(t, retained)}`,
        }),
        audience: sampleBusiness.permission,
      });
      return { kept: retained.users };
    });
  },
};

/** Lists the remaining records with reasons. */
function keptText(t: Translate, { users, suppliers, dealers, rules, goods }: Kept): string {
  const sold = goods.filter(({ ofBatch }) => !ofBatch);
  const sellers = [...new Set(sold.flatMap((each) => each.dealers))];
  const lines = {
    suppliers,
    dealers,
    products: goods.filter(({ ofBatch }) => ofBatch).map(({ name }) => name),
    sold: sold.map(({ name }) => name),
    rules,
    users,
  };
  const joined = (names: string[]) => names.join(t('kit.joint'));
  return Object.entries(lines)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => {
      const params = { names: joined(names), dealers: joined(sellers) };
      return `<p>${escapeHtml(t(`tool.sample.notice.${kind as keyof typeof lines}`, params))}</p>`;
    })
    .join('');
}
