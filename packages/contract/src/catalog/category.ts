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
import { TraceExtent } from '../traces/trace.ts';

export const categoryKinds = ['category', 'supplier', 'channelBusiness', 'traceability'] as const;
/** What a tree has classes of: goods, suppliers, dealers, steps of the way. */
export type CategoryKind = (typeof categoryKinds)[number];

/** Levels of a tree, at most. */
export const CATALOGUE_DEPTH = 5;

const Node = z.object({
  /** 0: at the top. */
  parentId: unlessBlank(int(0, Number.MAX_SAFE_INTEGER)),
  catalogueName: text(50),
  /** Once within its kind. */
  catalogueCode: text(32, /^[A-Z0-9_-]+$/),
  /** Place among its siblings, small first. */
  orderNum: unlessBlank(int(0, 9999)),
  remark: optionalLines(500),
  version: Version,
});

/** Null clears, as a blank does. */
const optionalChoice = <const Choices extends readonly [string, ...string[]]>(choices: Choices) => orNone(z.enum(choices));

/** A step of the way also says what it is to EPCIS where a template says nothing else. */
const TraceNode = Node.extend({
  bizStep: optionalChoice(bizSteps),
  disposition: optionalChoice(dispositions),
  /** `0`: consumers see it; `1`: they do not. */
  publicFlag: unlessBlank(Flag),
});

const counted = z.int();
/** What stands under a class: records, the batches of these or, of dealers, what they hold, and the scans of that. */
const NodeFigures = z.object({
  /** Goods, suppliers, dealers or trace records. */
  records: counted,
  /** Batches in state `active`. */
  activeBatches: counted,
  codes: counted,
  /** Within the last 30 days. */
  scans: counted,
  suspects: counted,
  /** Of steps that a batch of the last 365 days has to have: how complete they are. */
  trace: TraceExtent.optional(),
});
export type NodeFigures = z.output<typeof NodeFigures>;

/** Of the class itself, and of it with all below it. */
export const CategoryFigures = z.object({
  catalogueId: z.number(),
  own: NodeFigures,
  branch: NodeFigures,
});
export type CategoryFigures = z.output<typeof CategoryFigures>;

export const Category = z.object({
  catalogueId: Id,
  /** 0: at the top. */
  parentId: z.int(),
  /** From the root down to the parent. */
  ancestors: z.array(Id),
  catalogueName: z.string(),
  catalogueCode: z.string(),
  orderNum: z.int(),
  /** `1`: takes no new records; whatever is on has everything above it on. */
  status: Flag,
  remark: z.string().nullable(),
  bizStep: z.string().nullable(),
  disposition: z.string().nullable(),
  publicFlag: Flag.nullable(),
  ...audited,
});
export type Category = z.output<typeof Category>;

/** What a class of `kind` is made of. The one cast: without what steps of the way have beyond, all of which is optional. */
const inputOf = (kind: CategoryKind) => (kind === 'traceability' ? TraceNode : (Node as unknown as typeof TraceNode));

/** The four say the same, but each has codes of its own as an example. */
const said = { words: 'digit.catalogue', ownWords: ['catalogueCode'] } as const;

const treeOf = (kind: CategoryKind, log: string) =>
  defineResource({
    domain: 'digit',
    name: kind,
    key: 'catalogueId',
    ...said,
    log,
    operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
    record: Category,
    input: inputOf(kind),
    filters: z.object({ catalogueName: text(50), status: Flag }).partial(),
    sortable: [],
  });

/** The four trees of classes: one shape, one implementation. A list is whole and flat; whoever shows it makes the tree. */
export const categories = {
  category: treeOf('category', '品类目录'),
  supplier: treeOf('supplier', '供应商目录'),
  channelBusiness: treeOf('channelBusiness', '渠道商目录'),
  traceability: treeOf('traceability', '溯源环节目录'),
};
export type Categories = (typeof categories)[CategoryKind];

/** A line of the sheet that a tree is written to and read from: a class names the one above it by its code. */
const SheetLine = TraceNode.omit({ parentId: true }).extend({ parentCode: optionalText(32), status: unlessBlank(Flag) });
export type CategoryLine = z.output<typeof SheetLine>;

/** The tree of `kind` as its sheet has it. */
export const categorySheet = (kind: CategoryKind) => {
  const plain = { bizStep: true, disposition: true, publicFlag: true } as const;
  const shape = kind === 'traceability' ? SheetLine : (SheetLine.omit(plain) as unknown as typeof SheetLine); // all of it is optional
  const { path, log = '', operations } = categories[kind];
  const filters = z.object({});
  const named = { domain: 'digit', name: kind, key: 'catalogueId', ...said, path, log, operations, sortable: [] } as const;
  return defineResource({ ...named, record: shape, input: shape, filters });
};

/** Body of `PUT /digit/{kind}/changeStatus`. */
export const CategoryStatus = z.object({
  catalogueId: Id,
  status: Flag,
  /** Whether everything below goes along; switching one off that has something on below it needs it. */
  below: z.boolean().optional(),
});

/** Body of `PUT /digit/{kind}/updateSort`: as many numbers as classes, all of them or none. */
export const CategoryOrder = z
  .object({ catalogueIds: orderedIds(5000), orderNums: orderNumbers(5000) })
  .refine(({ catalogueIds, orderNums }) => catalogueIds.length === orderNums.length && new Set(catalogueIds).size === catalogueIds.length, {
    path: ['orderNums'],
  });
