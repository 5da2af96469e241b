import { z } from 'zod';
import { bizSteps, dispositions } from '../core/cbv.ts';
import {
  audited,
  Flag,
  Id,
  int,
  optionalLines,
  optionalText,
  orderedIds,
  orderNumbers,
  orNone,
  text,
  unlessBlank,
  Version,
} from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { TraceTotals } from '../traces/trace.ts';

export const categoryKinds = ['category', 'supplier', 'channelBusiness', 'traceability'] as const;
export type CategoryKind = (typeof categoryKinds)[number];

export const CATALOGUE_DEPTH = 5;

const Node = z.object({
  /** 0: top level. */
  parentId: unlessBlank(int(0, Number.MAX_SAFE_INTEGER)),
  catalogueName: text(50),
  /** Unique within the kind. */
  catalogueCode: text(32, /^[A-Z0-9_-]+$/),
  /** Position among siblings, ascending. */
  orderNum: unlessBlank(int(0, 9999)),
  remark: optionalLines(500),
  version: Version,
});

/** Null or blank clears the field. */
const optionalChoice = <const Choices extends readonly [string, ...string[]]>(choices: Choices) => orNone(z.enum(choices));

const TraceNode = Node.extend({
  bizStep: optionalChoice(bizSteps),
  disposition: optionalChoice(dispositions),
  /** `0`: visible to consumers, `1`: hidden. */
  publicFlag: unlessBlank(Flag),
});

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

export const Category = z.object({
  catalogueId: Id,
  /** 0: top level. */
  parentId: z.int(),
  /** From the root to the parent. */
  ancestors: z.array(Id),
  catalogueName: z.string(),
  catalogueCode: z.string(),
  orderNum: z.int(),
  /** `1`: takes no new records. All ancestors of an enabled category are enabled. */
  status: Flag,
  remark: z.string().nullable(),
  bizStep: z.string().nullable(),
  disposition: z.string().nullable(),
  publicFlag: Flag.nullable(),
  ...audited,
});
export type Category = z.output<typeof Category>;

/** The cast hides the extra fields of trace steps, all of which are optional. */
const inputOf = (kind: CategoryKind) => (kind === 'traceability' ? TraceNode : (Node as unknown as typeof TraceNode));

/** The four kinds share their texts, except for the example of `catalogueCode`. */
const wordOptions = { words: 'digit.catalogue', ownWords: ['catalogueCode'] } as const;

const treeOf = (kind: CategoryKind, log: string) =>
  defineResource({
    domain: 'digit',
    name: kind,
    key: 'catalogueId',
    ...wordOptions,
    log,
    operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
    record: Category,
    input: inputOf(kind),
    filters: z.object({ catalogueName: text(50), status: Flag }).partial(),
    sortable: [],
  });

/** One shape and implementation. A list is complete and flat. */
export const categories = {
  category: treeOf('category', '品类目录'),
  supplier: treeOf('supplier', '供应商目录'),
  channelBusiness: treeOf('channelBusiness', '渠道商目录'),
  traceability: treeOf('traceability', '溯源环节目录'),
};
export type Categories = (typeof categories)[CategoryKind];

/** The parent is a code. */
const SheetLine = TraceNode.omit({ parentId: true }).extend({ parentCode: optionalText(32), status: unlessBlank(Flag) });
export type CategoryLine = z.output<typeof SheetLine>;

export const categorySheet = (kind: CategoryKind) => {
  const plain = { bizStep: true, disposition: true, publicFlag: true } as const;
  const shape = kind === 'traceability' ? SheetLine : (SheetLine.omit(plain) as unknown as typeof SheetLine); // all omitted fields are optional
  const { path, log = '', operations } = categories[kind];
  const filters = z.object({});
  const named = { domain: 'digit', name: kind, key: 'catalogueId', ...wordOptions, path, log, operations, sortable: [] } as const;
  return defineResource({ ...named, record: shape, input: shape, filters });
};

/** `PUT /digit/{kind}/changeStatus`. */
export const CategoryStatus = z.object({
  catalogueId: Id,
  status: Flag,
  /** Applies the status to all descendants. Required to disable a category with enabled descendants. */
  below: z.boolean().optional(),
});

/** Body of `PUT /digit/{kind}/updateSort`: one number per category, applied all or none. */
export const CategoryOrder = z
  .object({ catalogueIds: orderedIds(5000), orderNums: orderNumbers(5000) })
  .refine(({ catalogueIds, orderNums }) => catalogueIds.length === orderNums.length && new Set(catalogueIds).size === catalogueIds.length, {
    path: ['orderNums'],
  });
