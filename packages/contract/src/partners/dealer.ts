// Over 250 lines: schemas of the dealer, its spreadsheet, life cycle, stock and figures in one file.
import { z } from 'zod';
import {
  audited,
  createdBetween,
  Day,
  Flag,
  Id,
  int,
  lines,
  optionalDay,
  optionalId,
  optionalLines,
  optionalText,
  orNone,
  Time,
  text,
  unlessBlank,
  Version,
} from '../core/fields.ts';
import { RegionCode } from '../core/region.ts';
import { defineAction, defineResource } from '../core/resource.ts';
import { partnerFields } from './partner.ts';
import { optionalUpload } from './supplier.ts';

export const dealerStates = ['draft', 'pending', 'active', 'suspended', 'terminated'] as const;
export const DealerState = z.enum(dealerStates);
export type DealerState = z.output<typeof DealerState>;

export const DEALER_DEPTH = 5;

/** Authorised sales regions, each including all regions within it. Empty: those of the parent, or everywhere at the top level. */
const RegionCodes = z.array(RegionCode).max(500);
/** Authorised products. Empty: those of the parent, or all at the top level. */
const ProductIds = z.array(Id).max(500);

const DealerInput = z.object({
  channelBusinessCode: text(32, /^[A-Z0-9_-]+$/),
  channelBusinessName: text(100),
  /** Parent dealer. Null: buys directly from the manufacturer. A change moves the entire branch. */
  parentId: optionalId,
  ...partnerFields,
  /** One address per line. */
  warehouses: optionalLines(1000),
  regionCodes: unlessBlank(RegionCodes),
  categoryIds: unlessBlank(ProductIds),
  /** `1`: exclusive seller in its regions. */
  exclusive: unlessBlank(Flag),
  depositYuan: orNone(int(0, 1_000_000_000)),
  contractNo: optionalText(50),
  contractFrom: optionalDay,
  /** Last day of the contract. The dealer is suspended afterwards. */
  contractTo: optionalDay,
  contractPath: optionalUpload,
  contractFile: optionalText(100),
  remark: optionalLines(500),
  version: Version,
});

export const Dealer = DealerInput.required().extend({
  channelBusinessId: Id,
  parentName: z.string().nullable(),
  /** From the root to the parent. */
  ancestors: z.array(Id),
  catalogueName: z.string().nullable(),
  regionCodes: z.array(z.string()),
  categoryIds: z.array(Id),
  exclusive: Flag,
  /** Region of the registered office, including all parent regions. */
  regionName: z.string().nullable(),
  /** Parallel to `regionCodes`. */
  regionNames: z.array(z.string()),
  categoryNames: z.array(z.string()),
  state: DealerState,
  stateReason: z.string().nullable(),
  childCount: z.int(),
  /** Units. */
  stockCount: z.int(),
  /** Days of remaining stock at the sales rate of the last 30 days. Null: no sales, or over 999 days. */
  coverDays: z.int().nullable(),
  /** Diversion cases of its stock, as visible to the current user. */
  diversionCount: z.int(),
  submitBy: z.string().nullable(),
  submitTime: Time.nullable(),
  reviewBy: z.string().nullable(),
  reviewTime: Time.nullable(),
  ...audited,
});

export const dealers = defineResource({
  domain: 'manage',
  name: 'channelBusiness',
  key: 'channelBusinessId',
  log: '渠道商管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
  record: Dealer,
  input: DealerInput,
  filters: z
    .object({
      channelBusinessCode: text(32),
      channelBusinessName: text(100),
      state: DealerState,
      /** Dealer including all descendants. */
      branch: Id,
      /** Parent dealer. 0: top level. */
      parentId: int(0, Number.MAX_SAFE_INTEGER),
      /** Includes all descendant categories, unless `catalogueOnly` is set. */
      catalogueId: Id,
      catalogueOnly: z.literal('1'),
      /** Dealers whose regions contain this region, or lie within it. */
      sellsIn: RegionCode,
      categoryId: Id,
      contractWithin: int(0, 3650),
      ...createdBetween,
    })
    .partial(),
  sortable: ['channelBusinessCode', 'channelBusinessName', 'contractTo', 'createTime'],
});

/** References are names or codes. */
export const DealerLine = DealerInput.omit({
  parentId: true,
  catalogueId: true,
  regionCode: true,
  regionCodes: true,
  categoryIds: true,
  contractPath: true,
  contractFile: true,
}).extend({
  parentCode: optionalText(32),
  catalogueCode: optionalText(32),
  regionName: optionalText(100),
  /** Full names or codes, separated by commas or 、 */
  regionNames: optionalText(4000),
  /** Product codes, separated by commas or 、 */
  categoryCodes: optionalText(4000),
});

export const DealerNode = Dealer.pick({
  channelBusinessId: true,
  channelBusinessCode: true,
  channelBusinessName: true,
  parentId: true,
  state: true,
  exclusive: true,
  regionCodes: true,
  regionNames: true,
  contractTo: true,
  childCount: true,
  stockCount: true,
  coverDays: true,
  diversionCount: true,
  version: true,
});
export type DealerNode = z.output<typeof DealerNode>;

/** `GET /manage/channelBusiness/tree`. */
export const DealerTree = z.object({
  /** Parents first, siblings by name. */
  dealers: z.array(DealerNode),
  /** Whether the list is truncated. */
  more: z.boolean(),
});
export type DealerTree = z.output<typeof DealerTree>;

const reason = lines(200);

export const submitDealer = defineAction(dealers, 'submit');
export const approveDealer = defineAction(dealers, 'approve');
export const rejectDealer = defineAction(dealers, 'reject', z.object({ reason }));
export const suspendDealer = defineAction(dealers, 'suspend', z.object({ reason }));
/** `contractTo`: new last day of an expired contract. Requires the edit permission for dealers. */
export const resumeDealer = defineAction(dealers, 'resume', z.object({ reason: optionalLines(200), contractTo: Day.optional() }));
/** Irreversible. Requires the dealer's name as confirmation. Its codes remain traceable. */
export const terminateDealer = defineAction(dealers, 'terminate', z.object({ reason, confirm: text(100) }));
export const authoriseDealer = defineAction(
  dealers,
  'authorise',
  z.object({ regionCodes: RegionCodes, categoryIds: ProductIds, exclusive: unlessBlank(Flag), version: Version }),
);

/** Omits company-specific data: codes, contract, deposit and remark. */
export const cloneDealer = defineAction(
  dealers,
  'clone',
  z.object({
    channelBusinessCode: DealerInput.shape.channelBusinessCode,
    channelBusinessName: unlessBlank(DealerInput.shape.channelBusinessName),
  }),
);

/** Other transitions are rejected. */
export const dealerLifeCycle = {
  submit: { from: ['draft'], to: 'pending' },
  approve: { from: ['pending'], to: 'active' },
  reject: { from: ['pending'], to: 'draft' },
  suspend: { from: ['active'], to: 'suspended' },
  resume: { from: ['suspended'], to: 'active' },
  terminate: { from: ['active', 'suspended'], to: 'terminated' },
} as const satisfies Record<string, { from: readonly DealerState[]; to: DealerState }>;
export type DealerStep = keyof typeof dealerLifeCycle;

/** Check before saving: other dealers in these regions, if one of the two is exclusive. */
export const OverlapQuery = z.object({
  channelBusinessId: Id.optional(),
  parentId: optionalId,
  exclusive: unlessBlank(Flag),
  regionCodes: z.preprocess((codes) => (typeof codes === 'string' ? codes.split(',').filter(Boolean) : codes), RegionCodes),
  categoryIds: z.preprocess((ids) => (typeof ids === 'string' ? ids.split(',').filter(Boolean) : ids), ProductIds).optional(),
});

export const DealerOverlap = z.object({
  channelBusinessId: z.number(),
  channelBusinessName: z.string(),
  exclusive: z.enum(['0', '1']),
  regionNames: z.array(z.string()),
});
export type DealerOverlap = z.output<typeof DealerOverlap>;

/** Units. */
export const DealerStock = z.object({
  batchId: z.number(),
  batchNo: z.string(),
  categoryName: z.string(),
  expiryDate: z.string().nullable(),
  /** Without descendants. */
  statusCounts: z.record(z.string(), z.number()),
  count: z.number(),
  /** Includes all descendants. */
  branchCount: z.number(),
});
export type DealerStock = z.output<typeof DealerStock>;

/** Units, including all descendants. */
export const DealerFigures = z.object({
  /** Received units: current stock, sold units and returned units. */
  receivedCount: z.number(),
  /** Units with a first consumer scan while this branch held them, as of `followTime`. */
  soldCount: z.number(),
  /** Unsold units: neither marked as sold nor scanned by a consumer. */
  onHandCount: z.number(),
  /** Last 30 days. */
  recentSoldCount: z.number(),
  /** Days of remaining stock at the sales rate of the last 30 days. Null: no sales, or over 999 days. */
  coverDays: z.number().nullable(),
  /** Units on return documents of this branch. The content of containers is counted by the packaging of the batch. */
  returnedCount: z.number(),
  /** Diversion cases of its stock, as visible to the current user. */
  diversionCount: z.number(),
  /** First of the 30 days of the following figures. They cover its stock, in batches visible to the current user. */
  since: z.string(),
  /** Scans with a known region, and those outside the authorised regions. */
  scanCount: z.number(),
  foreignCount: z.number(),
  /** Rank among siblings by share of scans outside the regions, 1 highest. Null: no scans. */
  rank: z.number().nullable(),
  rankedCount: z.number(),
  followTime: Time.nullable(),
});
export type DealerFigures = z.output<typeof DealerFigures>;
