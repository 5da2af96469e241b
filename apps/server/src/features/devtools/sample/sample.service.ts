import type { Db } from '../../../platform/db/database.types.ts';
import { inSavepoint, inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { dayOf } from '../../../platform/shanghai.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as codeSpaceService from '../../codes/code-space/code-space.service.ts';
import * as figureService from '../../insights/figure/figure.service.ts';
import { goods, rules, shapeOf, suppliers } from './business.ts';
import { loadCases } from './cases.ts';
import * as categoryRows from './categorys.queries.ts';
import { loadCategories } from './categorys.ts';
import { chance } from './chance.ts';
import { loadContainers } from './containers.ts';
import * as formRows from './forms.queries.ts';
import { loadForms } from './forms.ts';
import { loadPartners, removeDealers } from './partners.ts';
import { type BatchPlan, type PlanStep, plans, productionLines } from './plans.ts';
import { loadPrintOrders } from './print-orders.ts';
import { refuseTaken } from './refuse-taken.ts';
import * as removal from './removal.queries.ts';
import * as queries from './sample.queries.ts';
import { loadShipments } from './shipments.ts';
import { type IssuedPlan, scansOf, unknownScans } from './shoppers.ts';
import { momentOf, standingAfter } from './timeline.ts';
import * as traceRows from './traces.queries.ts';
import { loadTraces } from './traces.ts';

export { loadLarge } from './large.service.ts';

/** User ids of the planner and the approver of sample batches. */
interface Staff {
  planner: number;
  approver: number;
}

const DAY = 86_400_000;
/** Days before now when the sample business starts. */
const SINCE = 60;
/** Production department in the initial data. */
const DEPT = 103;

/**
 * Loads a small business with batches in every state and two months of scans, marked as sample. False if it already exists. Remaining
 * records of an earlier sample are reused. Fails as a whole if other records have its codes or names.
 * @param staff absent: users `planner` and `approver`, created without a password if missing
 * @throws supplierCodeTaken, codeRuleNameTaken, productCodeTaken, productGtinTaken, dealerCodeTaken, categoryCodeTaken, categoryNameTaken,
 * traceTemplateNameTaken, codeSpaceTaken, formKeyTaken
 */
export const loadSample = (installation: Installation, staff?: Staff): Promise<boolean> =>
  inTransaction(installation.db, async (tx) => {
    await queries.takeTurn(tx);
    if (await queries.find(tx)) return false;
    const desks = staff ?? {
      planner: await queries.findOrMakeUser(tx, 'planner', '计划员', DEPT),
      approver: await queries.findOrMakeUser(tx, 'approver', '审批员', DEPT),
    };
    await loadBusiness(tx, desks, Date.now(), installation);
    await figureService.followAllCodes(tx);
    return true;
  });

async function loadBusiness(db: Db, staff: Staff, now: number, installation: Installation) {
  const { deptId } = await queries.findDepartment(db, staff.planner);
  const owner = { deptId: deptId ?? DEPT, createBy: staff.planner, createTime: at(now, SINCE) };
  const { ids: supplierIds, added: addedSuppliers } = await taking(suppliers, ({ supplierCode }) => supplierCode, {
    takeUp: (row) => queries.takeUpSupplier(db, row),
    add: (row) => refuseTaken(row, queries.insertSupplier(db, row, owner)),
  });
  const made = new Map<string, { codeRuleId: number; spaceId: number }>();
  for (const rule of rules) {
    const { ruleName, form, pinDigits, remark } = rule;
    const spaceId = await codeSpaceService.findOrMake(db, shapeOf(rule));
    const row = { ruleName, form, pinDigits, remark, spaceId };
    made.set(ruleName, (await queries.takeUpRule(db, row)) ?? (await refuseTaken(row, queries.insertRule(db, row, owner))));
  }
  const rows = goods.map(({ ruleName, ...row }) => ({ ...row, codeRuleId: known(made, ruleName).codeRuleId }));
  const { ids: products, added: addedGoods } = await taking(rows, ({ categoryCode }) => categoryCode, {
    takeUp: (row) => queries.takeUpGoods(db, row),
    add: (row) => refuseTaken(row, queries.insertGoods(db, row, owner)),
  });

  const dealerIds = await loadPartners(db, addedSuppliers, products, staff, owner, now);

  const batches: IssuedPlan[] = [];
  for (const plan of plans) {
    const rule = known(made, goods.find(({ categoryCode }) => categoryCode === plan.goods)?.ruleName ?? '');
    const refers = {
      ...{ categoryId: known(products, plan.goods), supplierId: known(supplierIds, plan.supplier), ...rule },
      intendedDealerId: plan.dealer ? known(dealerIds, plan.dealer) : null,
    };
    batches.push({ plan, ...(await loadBatch(db, plan, refers, staff, { ...owner, now })) });
  }

  await loadTraces(db, { batches, categories: products, staff, deptId: owner.deptId, now }, installation);

  await loadCategories(db, staff.planner, installation, new Set(addedGoods.values()));

  const random = chance(20_260_601);
  const scans = batches.flatMap((batch) => scansOf(batch, now, random));
  await queries.ensurePartitions(db, new Date(now - (SINCE + 1) * DAY).toISOString());
  await queries.insertScans(db, [...scans, ...unknownScans(70, now - SINCE * DAY, now, random)]);
  await queries.countScans(
    db,
    batches.map(({ batchId }) => batchId),
  );
  await loadPrintOrders(db, batches, staff, now);
  await loadContainers(db, staff.approver);
  await loadShipments(db, batches, { createBy: staff.approver, deptId: owner.deptId, now });
  await freezeRuns(db, batches);
  await loadCases(db, staff.approver);
  await loadForms(db, staff, owner.deptId, now);
}

/**
 * Adds records of one kind or reuses those of an earlier sample.
 * @returns ids by code of all records, and the ids of new ones
 */
async function taking<Row>(
  rows: readonly Row[],
  codeOf: (row: Row) => string,
  { takeUp, add }: { takeUp: (row: Row) => Promise<number | undefined>; add: (row: Row) => Promise<number> },
) {
  const [ids, added] = [new Map<string, number>(), new Map<string, number>()];
  for (const row of rows) {
    const left = await takeUp(row);
    const id = left ?? (await add(row));
    ids.set(codeOf(row), id);
    if (left === undefined) added.set(codeOf(row), id);
  }
  return { ids, added };
}

/** Freezes runs after the shipments, because frozen codes cannot be shipped. */
async function freezeRuns(db: Db, batches: readonly IssuedPlan[]) {
  for (const { plan, batchId } of batches)
    for (const { action, run, reason } of plan.steps)
      if (action === 'freeze' && run) await codeService.paintRuns(db, [{ batchId, level: 0, ...run }], 'freeze', { reason });
}

interface Refers {
  categoryId: number;
  supplierId: number;
  codeRuleId: number;
  spaceId: number;
  intendedDealerId: number | null;
}

/** Inserts a batch with its final state: row, serials, code segments and events. */
async function loadBatch(
  db: Db,
  plan: BatchPlan,
  { spaceId, ...refers }: Refers,
  staff: Staff,
  { deptId, now }: { deptId: number | null; now: number },
) {
  const { quantity, steps } = plan;
  const { segments: _, ...facts } = standingAfter(plan, steps);
  const { segments } = standingAfter(
    plan,
    steps.filter(({ action, run }) => action !== 'freeze' || !run),
  );
  const madeDate = dayOf(now - plan.madeDaysAgo * DAY);
  const time = (action: PlanStep['action']) => {
    const step = steps.findLast((one) => one.action === action);
    return step ? at(now, step.daysAgo) : null;
  };
  const rejected = facts.state === 'draft';
  const submitTime = rejected ? null : time('submit');
  const approveTime = time('approve');
  const batch = await queries.insertBatch(db, {
    ...refers,
    ...facts,
    batchNo: await queries.nextBatchNo(db, madeDate),
    quantity,
    madeDate,
    productionLine: productionLines[plan.goods] ?? null,
    intendedRegionCode: plan.region ?? null,
    submitTime,
    submitBy: submitTime === null ? null : staff.planner,
    approveTime,
    approveBy: approveTime === null ? null : staff.approver,
    issueTime: time('issued'),
    deptId,
    createBy: staff.planner,
    createTime: time('add') ?? at(now, SINCE),
  });
  const { batchId } = batch;
  await queries.insertEvents(
    db,
    steps.map(({ action, daysAgo, reason = null, run }) => {
      const whole = action === 'issued' ? { from: 0, count: quantity } : undefined;
      const { from = null, count = null } = run ?? whole ?? {};
      const userId = ['add', 'submit', 'cancel'].includes(action) ? staff.planner : staff.approver;
      return { batchId, action, userId, reason, eventTime: at(now, daysAgo), level: from === null ? null : 0, ordinalFrom: from, count };
    }),
  );
  if (segments.length > 0) {
    const serials = await codeSpaceService.allocate(db, spaceId, quantity);
    await queries.insertRange(db, { batchId, spaceId, count: quantity, createTime: time('issued') ?? at(now, 0), ...serials });
    await queries.insertSegments(db, batchId, segments);
  }
  return batch;
}

/** Names of sample records that stay because other records reference them. */
export interface Kept extends Awaited<ReturnType<typeof removal.adoptRest>> {
  /** Disabled accounts. */
  users: string[];
  dealers: string[];
}

/**
 * Removes the sample with all records of its batches. Records that others reference become regular ones; referenced users are disabled.
 * Returns what stays.
 */
export const removeSample = ({ db }: Pick<Installation, 'db'>): Promise<Kept> =>
  inTransaction(db, async (tx) => {
    await queries.takeTurn(tx);
    await removal.lock(tx);
    await formRows.remove(tx);
    await traceRows.removeRecords(tx);
    await figureService.subtract(tx, removal.sampleUnknown);
    await removal.removeBatches(tx);
    const dealers = await removeDealers(tx);
    await categoryRows.removePictures(tx);
    const spaces = await removal.removeRecords(tx);
    await traceRows.removeTemplates(tx);
    await categoryRows.removeNodes(tx);
    const rest = await removal.adoptRest(tx);
    if (spaces.length > 0) await codeSpaceService.removeUnused(tx, spaces);
    await figureService.rebuild(tx);
    const users: string[] = [];
    for (const { userId, userName } of await removal.listUsers(tx)) {
      await inSavepoint(tx, false, () => removal.removeUser(tx, userId)).catch((error: unknown) => {
        if (!queries.isReferenced(error)) throw error;
        users.push(userName);
        return removal.disableUser(tx, userId);
      });
    }
    return { ...rest, users, dealers };
  });

const at = (now: number, daysAgo: number) => new Date(momentOf(now, daysAgo)).toISOString();

function known<K, V>(map: Map<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the sample names ${key}, which it does not have`);
  return value;
}
