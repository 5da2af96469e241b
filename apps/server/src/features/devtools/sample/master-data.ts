import type { CategoryKind } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import * as codeSpaceService from '../../codes/code-space/code-space.service.ts';
import * as queries from './master-data.queries.ts';
import { drawPackage } from './pictures.ts';
import type { Category, Product, SampleData } from './sample-data.ts';
import { DAY, momentOf } from './timeline.ts';

/** Extension digit and company prefix of SSCCs. */
const SSCC_PREFIX = '069900168';

/** User ids of the planner and the approver of sample batches. */
export interface Staff {
  planner: number;
  approver: number;
}

export interface Owner {
  deptId: number | null;
  createBy: number;
  createTime: string;
}

const nameConflictProblems = {
  supplier_supplier_code_key: 'supplierCodeTaken',
  code_rule_rule_name_key: 'codeRuleNameTaken',
  product_category_code_key: 'productCodeTaken',
  product_gtin_key: 'productGtinTaken',
  dealer_channel_business_code_key: 'dealerCodeTaken',
  category_kind_catalogue_code_key: 'categoryCodeTaken',
  category_kind_parent_id_catalogue_name_key: 'categoryNameTaken',
  trace_template_template_name_key: 'traceTemplateNameTaken',
  form_form_key_key: 'formKeyTaken',
} as const;

/** Writes a sample record. If another record has its code or name, the problem contains that one of `names`. */
export const mapNameConflicts = <T>(names: Record<string, unknown>, write: Promise<T>): Promise<T> =>
  mapConstraintErrors(nameConflictProblems, names, write);

export function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the sample names ${key}, which it does not have`);
  return value;
}

/** Ids by code of all records of one kind, and the ids of those that no earlier sample left. */
interface Loaded {
  ids: Map<string, number>;
  added: Map<string, number>;
}

/** Adds records of one kind or reuses those of an earlier sample. */
async function load<Row extends { code: string }>(
  rows: readonly Row[],
  takeUp: (row: Row) => Promise<number | undefined>,
  add: (row: Row) => Promise<number>,
): Promise<Loaded> {
  const [ids, added] = [new Map<string, number>(), new Map<string, number>()];
  for (const row of rows) {
    const left = await takeUp(row);
    const id = left ?? (await add(row));
    ids.set(row.code, id);
    if (left === undefined) added.set(row.code, id);
  }
  return { ids, added };
}

export function loadSuppliers(db: Db, data: SampleData, owner: Owner): Promise<Loaded> {
  const rowOf = ({ code, name, gln, contactName, contactPhone, address }: SampleData['suppliers'][number]) => ({
    ...{ supplierCode: code, supplierName: name, gln, contactName, contactPhone, address, state: 'approved', ...owner },
  });
  return load(
    data.suppliers,
    async ({ code, gln }) => (await queries.takeUp(db, 'supplier', { supplierCode: code, gln }))?.supplierId,
    (supplier) => mapNameConflicts(rowOf(supplier), queries.insert(db, 'supplier', 'supplierId', rowOf(supplier))),
  );
}

/** Ids of rules and their code spaces by name. */
export async function loadCodeRules(db: Db, data: SampleData, owner: Owner): Promise<Map<string, { codeRuleId: number; spaceId: number }>> {
  const rules = new Map<string, { codeRuleId: number; spaceId: number }>();
  for (const { name: ruleName, form, pinDigits, remark, ...shape } of data.codeRules) {
    const spaceId = await codeSpaceService.findOrCreate(db, { ...shape, checkCharacter: false });
    const row = { ruleName, form, pinDigits, remark, spaceId, ...owner };
    const left = await queries.takeUp(db, 'codeRule', { ruleName, form, spaceId });
    const codeRuleId = left?.codeRuleId ?? (await mapNameConflicts(row, queries.insert(db, 'codeRule', 'codeRuleId', row)));
    rules.set(ruleName, { codeRuleId, spaceId });
  }
  return rules;
}

export function loadProducts(db: Db, data: SampleData, rules: ReadonlyMap<string, { codeRuleId: number }>, owner: Owner): Promise<Loaded> {
  const rowOf = ({ code, name, gtin, brand, spec, unit, shelfLife, shelfLifeUnit, origin, standardNo, intro, codeRule }: Product) => ({
    ...{ categoryCode: code, categoryName: name, gtin, brand, spec, unit, shelfLife, shelfLifeUnit, origin, standardNo, intro },
    ...{ codeRuleId: entryOf(rules, codeRule).codeRuleId, ...owner },
  });
  return load(
    data.products,
    async ({ code, gtin }) => (await queries.takeUp(db, 'product', { categoryCode: code, gtin }))?.categoryId,
    (product) => mapNameConflicts(rowOf(product), queries.insert(db, 'product', 'categoryId', rowOf(product))),
  );
}

/** Times of adding, submission and approval: within half an hour, so that an afternoon stays one. */
function stepsFrom(moment: number) {
  const at = (minutes: number) => new Date(moment + minutes * 60_000).toISOString();
  return { add: at(0), submit: at(6), approve: at(25) };
}

/** Completes `added` suppliers with papers and events. */
export async function completeSuppliers(
  db: Db,
  data: SampleData,
  added: ReadonlyMap<string, number>,
  staff: Staff,
  owner: Owner,
  now: number,
) {
  const times = stepsFrom(Date.parse(owner.createTime));
  const review = { submitBy: staff.planner, reviewBy: staff.approver, submitTime: times.submit, reviewTime: times.approve };
  for (const { code, uscc, regionCode, grade, bankName, bankAccount, papers } of data.suppliers) {
    const supplierId = added.get(code);
    if (supplierId === undefined) continue;
    await queries.completeSupplier(db, supplierId, { regionCode, grade, bankName, bankAccount, ...review, uscc });
    await queries.insertPapers(
      db,
      papers.map(({ kind, name, number, issuer, validFrom, validTo }) => ({
        ...{ supplierId, kind, paperName: name, paperNo: number, issuer, createBy: staff.planner, createTime: owner.createTime },
        validFrom: dayOf(now + validFrom * DAY),
        validTo: validTo === null ? null : dayOf(now + validTo * DAY),
      })),
    );
    for (const action of ['add', 'submit', 'approve'] as const)
      await queries.insertSupplierEvent(db, supplierId, action, action === 'approve' ? staff.approver : staff.planner, times[action]);
  }
}

/** Returns the dealers' ids by code. */
export async function loadDealers(
  db: Db,
  data: SampleData,
  products: ReadonlyMap<string, number>,
  staff: Staff,
  owner: Owner,
  now: number,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const ancestorsOf = new Map<string, number[]>();
  for (const dealer of data.dealers) {
    const {
      code,
      name,
      parent,
      regions,
      products: productCodes = [],
      contractTo,
      addedDaysAgo,
      reason = null,
      exclusive,
      ...facts
    } = dealer;
    const ancestors = parent ? [...(ancestorsOf.get(parent) ?? []), ids.get(parent) ?? 0] : [];
    const approved = dealer.state !== 'pending';
    // contracts lapse in the night after their last day
    const lapse = `${dayOf(now + (contractTo + 1) * DAY)}T00:05:00+08:00`;
    const times = { ...stepsFrom(momentOf(now, addedDaysAgo)), lapse };
    const left = await queries.takeUp(db, 'dealer', { channelBusinessCode: code, uscc: dealer.uscc });
    if (left) {
      ids.set(code, left.channelBusinessId);
      ancestorsOf.set(code, left.ancestors);
      continue;
    }
    const inserted = queries.insert(db, 'dealer', 'channelBusinessId', {
      ...owner,
      ...facts,
      createTime: times.add,
      channelBusinessCode: code,
      channelBusinessName: name,
      parentId: ancestors.at(-1) ?? null,
      ancestors,
      stateReason: reason,
      exclusive: exclusive ? '1' : '0',
      contractFrom: dayOf(now - 300 * DAY),
      contractTo: dayOf(now + contractTo * DAY),
      submitBy: staff.planner,
      submitTime: times.submit,
      ...(approved && { reviewBy: staff.approver, reviewTime: times.approve }),
    });
    const id = await mapNameConflicts({ channelBusinessCode: code }, inserted);
    ids.set(code, id);
    ancestorsOf.set(code, ancestors);
    const productIds = productCodes.flatMap((item) => products.get(item) ?? []);
    await queries.insertAuthority(db, id, regions, productIds);
    const events = [
      ['add', staff.planner],
      ['submit', staff.planner],
      ...(approved ? ([['approve', staff.approver]] as const) : []),
      ...(reason ? ([['lapse', null]] as const) : []),
    ] as const;
    for (const [action, userId] of events)
      await queries.insertDealerEvent(db, id, action, userId, times[action], action === 'lapse' ? reason : null);
  }
  return ids;
}

/** Assigns records to categories and completes `added` products, each with a rendered image. */
export async function loadCategories(db: Db, data: SampleData, userId: number, installation: Installation, added: ReadonlySet<number>) {
  for (const [kind, nodes] of Object.entries(data.categories) as [CategoryKind, Category[]][])
    await insertCategories(db, kind, nodes, [], userId);
  for (const stored of await queries.listProducts(db)) {
    const product = data.products.find(({ code }) => code === stored.categoryCode);
    if (!product || !added.has(stored.categoryId)) continue;
    const { netContent, netContentUnit, suggestedPriceFen, originRegionCode, packs, attributes, picture } = product;
    await queries.completeProduct(db, stored.categoryId, {
      ...{ netContent, netContentUnit, suggestedPriceFen, originRegionCode },
      story: `<h3>${stored.categoryName}</h3><p>${data.texts.story.replace('{brand}', product.brand)}</p>`,
      attributes: JSON.stringify(attributes),
      packaging: JSON.stringify(
        [packs.box, packs.case, packs.pallet].flatMap((contains, index) =>
          // storage and shipping units have numbers: cases and pallets
          contains > 0 ? [{ level: index + 1, contains, gtin: null, ssccPrefix: index > 0 ? SSCC_PREFIX : null }] : [],
        ),
      ),
      pictures: [await drawPackage({ db, installation }, userId, `${product.code}.png`, picture)],
    });
  }
}

async function insertCategories(db: Db, kind: CategoryKind, nodes: readonly Category[], ancestors: number[], createBy: number) {
  for (const [orderNum, { code, name, below = [], holds = [], disposition, publicFlag = '0' }] of nodes.entries()) {
    const place = { kind, catalogueCode: code, catalogueName: name, parentId: ancestors.at(-1) ?? null, ancestors, orderNum, createBy };
    const step = kind === 'traceability' ? { bizStep: holds[0] ?? null, disposition: disposition ?? null, publicFlag } : {};
    const names = { catalogueCode: code, catalogueName: name };
    const left = await queries.takeUp(db, 'category', { kind, ...names });
    const inserted = () => queries.insert(db, 'category', 'catalogueId', { ...place, ...step });
    const catalogueId = left?.catalogueId ?? (await mapNameConflicts(names, inserted()));
    if (holds.length > 0) await queries.fileUnder(db, kind, catalogueId, holds);
    await insertCategories(db, kind, below, [...(left?.ancestors ?? ancestors), catalogueId], createBy);
  }
}
