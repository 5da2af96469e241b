import type { Language } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as codeSpaceService from '../../codes/code-space/code-space.service.ts';
import * as figureService from '../../insights/figure/figure.service.ts';
import { loadBulkAction } from './bulk-actions.ts';
import { loadCases } from './cases.ts';
import { loadContainers, loadPrintOrders, loadShipments } from './logistics.ts';
import * as masterData from './master-data.ts';
import { entryOf, type Staff } from './master-data.ts';
import { loadForms, loadTraces } from './records.ts';
import * as queries from './sample.queries.ts';
import { type BatchPlan, type PlanStep, readSample, type SampleData } from './sample-data.ts';
import * as scanQueries from './scans.queries.ts';
import { type IssuedPlan, scansOf, seeded, unknownScans } from './scans.ts';
import { DAY, momentOf, stateAfter } from './timeline.ts';

export { loadLarge } from './large.service.ts';
export { removeSample } from './removal.service.ts';
export { accountNames, englishNotices } from './sample-data.ts';

/** Days before now when the sample data starts. */
const SINCE = 60;
/** Production department in the initial data. */
const DEPT = 103;

/**
 * Loads a small business with batches in every state and two months of scans, marked as sample. False if it already exists. Remaining
 * records of an earlier sample are reused. Fails as a whole if other records have its codes or names.
 * @param language of the names and texts
 * @param staff absent: users `planner` and `approver`, created without a password if missing
 * @throws supplierCodeTaken, codeRuleNameTaken, productCodeTaken, productGtinTaken, dealerCodeTaken, categoryCodeTaken, categoryNameTaken,
 * traceTemplateNameTaken, codeSpaceTaken, formKeyTaken
 */
export async function loadSample(installation: Installation, language: Language = 'zh-CN', staff?: Staff): Promise<boolean> {
  const now = Date.now();
  // Citus refuses a transaction to write what the owner has just created
  await scanQueries.ensurePartitions(installation.db, new Date(now - (SINCE + 1) * DAY).toISOString());
  return inTransaction(installation.db, async (tx) => {
    await queries.takeTurn(tx);
    if (await queries.find(tx)) return false;
    const data = readSample(language);
    const desks = staff ?? {
      planner: await queries.findOrMakeUser(tx, 'planner', data.texts.accounts.planner, DEPT),
      approver: await queries.findOrMakeUser(tx, 'approver', data.texts.accounts.approver, DEPT),
    };
    await loadBusiness(tx, data, desks, now, installation);
    await figureService.followAllCodes(tx);
    return true;
  });
}

async function loadBusiness(db: Db, data: SampleData, staff: Staff, now: number, installation: Installation) {
  const { deptId } = await queries.findDepartment(db, staff.planner);
  const owner = { deptId: deptId ?? DEPT, createBy: staff.planner, createTime: at(now, SINCE) };
  const suppliers = await masterData.loadSuppliers(db, data, owner);
  const rules = await masterData.loadCodeRules(db, data, owner);
  const { ids: productIds, added: addedProducts } = await masterData.loadProducts(db, data, rules, owner);
  await masterData.completeSuppliers(db, data, suppliers.added, staff, owner, now);
  const dealerIds = await masterData.loadDealers(db, data, productIds, staff, owner, now);

  const batches: IssuedPlan[] = [];
  const productByCode = new Map(data.products.map((product) => [product.code, product]));
  for (const plan of data.plans) {
    const { codeRule, productionLine } = entryOf(productByCode, plan.product);
    const rule = entryOf(rules, codeRule);
    const refers = {
      ...{ categoryId: entryOf(productIds, plan.product), supplierId: entryOf(suppliers.ids, plan.supplier), ...rule },
      intendedDealerId: plan.dealer ? entryOf(dealerIds, plan.dealer) : null,
      productionLine,
    };
    batches.push({ plan, ...(await loadBatch(db, plan, refers, staff, { ...owner, now })) });
  }

  await loadTraces(db, data, { batches, products: productIds, staff, deptId: owner.deptId, now }, installation);

  await masterData.loadCategories(db, data, staff.planner, installation, new Set(addedProducts.values()));

  const random = seeded(20_260_601);
  const scans = batches.flatMap((batch) => scansOf(batch, now, random));
  await scanQueries.insertScans(db, [...scans, ...unknownScans(70, now - SINCE * DAY, now, random)]);
  await scanQueries.countScans(
    db,
    batches.map(({ batchId }) => batchId),
  );
  // neither planner nor approver may request print orders
  const clerk = await queries.findOrMakeUser(db, 'printing', data.texts.accounts.printing, DEPT);
  await loadPrintOrders(db, data, batches, { clerk, approver: staff.approver }, now);
  await loadContainers(db, data, staff.approver);
  await loadBulkAction(db, data, { clerk, deptId: owner.deptId, now }, installation);
  await loadShipments(db, data, batches, { createBy: staff.approver, deptId: owner.deptId, now });
  await freezeRuns(db, batches);
  await loadCases(db, data, staff.approver, installation);
  await loadForms(db, data, staff, owner.deptId, now);
  await queries.renumberEvents(
    db,
    batches.map(({ batchId }) => batchId),
  );
}

/** Freezes runs after the shipments, because frozen codes cannot be shipped. */
async function freezeRuns(db: Db, batches: readonly IssuedPlan[]) {
  for (const { plan, batchId } of batches)
    for (const { action, run, reason } of plan.steps)
      if (action === 'freeze' && run) await codeService.applyStep(db, [{ batchId, level: 0, ...run }], 'freeze', { reason });
}

interface Refers {
  categoryId: number;
  supplierId: number;
  codeRuleId: number;
  spaceId: number;
  intendedDealerId: number | null;
  productionLine: string;
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
  const { segments: _, ...facts } = stateAfter(plan, steps);
  const { segments } = stateAfter(
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

const at = (now: number, daysAgo: number) => new Date(momentOf(now, daysAgo)).toISOString();
