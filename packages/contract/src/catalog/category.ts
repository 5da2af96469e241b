import { z } from 'zod';
import { bizSteps, dispositions } from '../core/cbv.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { absentIfBlank, Flag, Id, orderedIds, orderNumbers } from '../core/fields.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';
import { TraceTotals } from '../traces/trace.ts';

export const categoryKinds = ['category', 'supplier', 'channelBusiness', 'traceability'] as const;
export type CategoryKind = (typeof categoryKinds)[number];

export const CATALOGUE_DEPTH = 5;

/** Of trace steps. */
const epcisFields = {
  bizStep: f.choice(bizSteps).optional(),
  disposition: f.choice(dispositions).optional(),
  /** `0`: visible to consumers, `1`: hidden. Blank counts as absent. */
  publicFlag: f
    .of('flag', Flag, { optional: absentIfBlank(Flag) }, { values: ['0', '1'] })
    .optional()
    .initially('0'),
};

/** Null in the other trees. The cast: their inputs lack these fields, all of which are optional. */
const noEpcisFields = {
  bizStep: f.choice(bizSteps).stored().optional(),
  disposition: f.choice(dispositions).stored().optional(),
  publicFlag: f.flag().stored().optional(),
} as unknown as typeof epcisFields;

const count = z.int();
/** For dealers, batches and codes are those they hold. */
const NodeFigures = z.object({
  records: count,
  /** Batches in state `active`. */
  activeBatches: count,
  codes: count,
  /** Within the last 30 days. */
  scans: count,
  suspects: count,
  /** Completeness of required steps, for the last 365 days. */
  trace: TraceTotals.optional(),
});
export type NodeFigures = z.output<typeof NodeFigures>;

/** `branch` includes all descendants. */
export const CategoryFigures = z.object({
  catalogueId: z.number(),
  own: NodeFigures,
  branch: NodeFigures,
});
export type CategoryFigures = z.output<typeof CategoryFigures>;

/** The four kinds share their texts, except for the purpose of the page and the example of `catalogueCode`. */
const wordOptions = { words: 'digit.catalogue', ownWords: ['catalogueCode', 'purpose'] } as const;

/** Sheets have the version before the fields of trace steps. */
const { version, ...auditFields } = audited;

const treeOf = (kind: CategoryKind, rest: string, log: string) =>
  defineResource({
    domain: 'digit',
    name: kind,
    key: 'catalogueId',
    rest,
    ...wordOptions,
    log,
    operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
    fields: {
      parentId: f.parent().absentIfBlank(),
      /** From the root to the parent. */
      ancestors: f.json(z.array(Id)).stored(),
      catalogueName: f.text(50),
      /** Unique within the kind. */
      catalogueCode: f.code(32, /^[A-Z0-9_-]+$/),
      /** Position among siblings, ascending. */
      orderNum: f.number(0, 9999).absentIfBlank(),
      /** `1`: takes no new records. All ancestors of an enabled category are enabled. */
      status: f.flag().stored(),
      remark: f.lines(500).optional(),
      version,
      ...(kind === 'traceability' ? epcisFields : noEpcisFields),
      ...auditFields,
    },
    filters: ['catalogueName', 'status'],
    sortable: [],
    columns: ['catalogueName', 'status', 'catalogueCode'],
    form: [
      ...(['parentId', 'catalogueName', 'catalogueCode'] as const),
      ...(kind === 'traceability' ? (['bizStep', 'disposition', 'publicFlag'] as const) : []),
      ...(['orderNum', 'remark'] as const),
    ],
  });

/** One shape and implementation. A list is complete and flat. */
export const categories = {
  category: treeOf('category', 'product-categories', '品类目录'),
  supplier: treeOf('supplier', 'supplier-categories', '供应商目录'),
  channelBusiness: treeOf('channelBusiness', 'dealer-categories', '渠道商目录'),
  traceability: treeOf('traceability', 'trace-step-categories', '溯源环节目录'),
};
export type Categories = (typeof categories)[CategoryKind];

export const Category = categories.category.record;
export type Category = RecordOf<Categories>;

/** Rows of a sheet: codes identify the category and its parent. */
export const categorySheet = (kind: CategoryKind) => {
  const { path, log = '', operations, fields } = categories[kind];
  const { catalogueName, catalogueCode, orderNum, remark } = fields;
  return defineResource({
    ...{ domain: 'digit', name: kind, key: 'catalogueCode', ...wordOptions, path, log, operations },
    fields: {
      ...{ catalogueName, catalogueCode, orderNum, remark, version },
      // the cast: see `noEpcisFields`
      ...(kind === 'traceability' ? epcisFields : ({} as typeof epcisFields)),
      parentCode: f.text(32).optional(),
      status: f.flag().absentIfBlank(),
    },
    filters: [],
    sortable: [],
    columns: [],
  });
};

export const CategoryStatus = z.object({
  catalogueId: Id,
  status: Flag,
  /** Applies the status to all descendants. Required to disable a category with enabled descendants. */
  below: z.boolean().optional(),
});

/** One number per category, applied all or none. */
export const CategoryOrder = z
  .object({ catalogueIds: orderedIds(5000), orderNums: orderNumbers(5000) })
  .refine(({ catalogueIds, orderNums }) => catalogueIds.length === orderNums.length && new Set(catalogueIds).size === catalogueIds.length, {
    path: ['orderNums'],
  });

export const categoryList = (kind: CategoryKind) =>
  defineEndpoint(categories[kind], 'GET /list', { permission: 'list', filters: categories[kind].filters, data: z.array(Category) });
export const categoryFigures = (kind: CategoryKind) =>
  defineEndpoint(categories[kind], 'GET /figures', { permission: 'list', data: z.array(CategoryFigures) });
export const changeCategoryStatus = (kind: CategoryKind) =>
  defineEndpoint(categories[kind], 'PUT /changeStatus', {
    permission: 'edit',
    rest: `PUT /${categories[kind].rest}/:catalogueId/status`,
    body: CategoryStatus,
    log: 'edit',
  });
export const reorderCategories = (kind: CategoryKind) =>
  defineEndpoint(categories[kind], 'PUT /updateSort', {
    permission: 'edit',
    rest: `PUT /${categories[kind].rest}/order`,
    body: CategoryOrder,
    log: 'edit',
  });
