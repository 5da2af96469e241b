import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { absentIfBlank, Day, Flag, Id, optionalId, optionalText, Time, Version } from '../core/fields.ts';
import { ImpactCounts } from '../core/impact.ts';
import { defineLifeCycle, type StepName } from '../core/life-cycle.ts';
import { RegionCode } from '../core/region.ts';
import { defineAction, defineResource } from '../core/resource.ts';
import { contactFields, PartnerEvent, partnerFields, partnerSteps, partnerTrail, type TitledFields, uploadField } from './partner.ts';

const dealerStates = ['draft', 'pending', 'active', 'suspended', 'terminated'] as const;
export const DealerState = z.enum(dealerStates);
export type DealerState = z.output<typeof DealerState>;

/** Authorised sales regions, each including all regions within it. Empty: those of the parent, or everywhere at the top level. */
const RegionCodes = z.array(RegionCode).max(500);
/** Authorised products. Empty: those of the parent, or all at the top level. */
const ProductIds = z.array(Id).max(500);
const names = f.json(z.array(z.string())).computed();

export const dealers = defineResource({
  domain: 'manage',
  name: 'channelBusiness',
  key: 'channelBusinessId',
  rest: 'dealers',
  log: '渠道商管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
  fields: {
    channelBusinessCode: f
      .code(32, /^[A-Z0-9_-]+$/)
      .unique('dealerCodeTaken')
      .proposed('D'),
    channelBusinessName: f.text(100),
    /** Parent dealer. Null: buys directly from the manufacturer. A change moves the entire branch. */
    parentId: f.reference().optional(),
    ...partnerFields,
    uscc: partnerFields.uscc.unique('dealerUsccTaken'),
    /** One address per line. */
    warehouses: f.lines(1000).optional(),
    regionCodes: f.json(RegionCodes).absentIfBlank(),
    categoryIds: f.json(ProductIds).absentIfBlank(),
    /** `1`: exclusive seller in its regions. */
    exclusive: f.flag().absentIfBlank(),
    depositYuan: f.number(0, 1_000_000_000).optional(),
    contractNo: f.code(50).optional(),
    contractFrom: f.day().optional(),
    /** Last day of the contract. The dealer is suspended afterwards. */
    contractTo: f.day().optional(),
    contractPath: uploadField,
    contractFile: f.text(100).optional(),
    remark: f.lines(500).optional(),
    version: audited.version,
    channelBusinessId: f.reference().stored(),
    parentName: f.serverText().optional(),
    parentCode: f.code(32).computed().optional(),
    /** From the root to the parent. */
    ancestors: f.json(z.array(Id)).stored(),
    catalogueName: f.serverText().optional(),
    catalogueCode: f.code(32).computed().optional(),
    /** Region of the registered office, including all parent regions. */
    regionName: f.serverText().optional(),
    /** Parallel to `regionCodes`. */
    regionNames: names,
    categoryNames: names,
    categoryCodes: names,
    state: f.choice(dealerStates).stored(),
    stateReason: f.lines(200).stored().optional(),
    childCount: f.serverNumber(),
    /** Units. */
    stockCount: f.serverNumber(),
    /** Days of remaining stock at the sales rate of the last 30 days. Null: no sales, or over 999 days. */
    coverDays: f.serverNumber().optional(),
    /** Diversion cases of its stock, as visible to the current user. */
    diversionCount: f.serverNumber(),
    ...partnerTrail,
  } satisfies TitledFields<'manage.channelBusiness', 'ancestors'>,
  filters: ['channelBusinessName', 'state', 'sellsIn', 'channelBusinessCode', 'categoryId', 'contractWithin', 'catalogueId', 'created'],
  moreFilters: {
    /** Dealer including all descendants. */
    branch: f.reference(),
    /** Parent dealer. 0: top level. */
    parentId: f.number(0, Number.MAX_SAFE_INTEGER),
    /** `catalogueId` includes all descendant categories, unless this is set. */
    catalogueOnly: f.choice(['1']),
    /** Dealers whose regions contain this region, or lie within it. */
    sellsIn: f.region(),
    categoryId: f.reference(),
    contractWithin: f.number(0, 3650),
  },
  tabs: { field: 'state' },
  sortable: ['channelBusinessCode', 'channelBusinessName', 'contractTo', 'createTime'],
  columns: [
    ...(['channelBusinessName', 'state', 'regionNames', 'contractTo', 'parentName'] as const),
    ...(['stockCount', 'coverDays', 'diversionCount', 'channelBusinessCode'] as const),
  ],
  formGroups: {
    what: ['channelBusinessName', 'channelBusinessCode', 'parentId', 'catalogueId', 'grade'],
    authority: ['regionCodes', 'categoryIds', 'exclusive'],
    contract: ['contractNo', 'contractFrom', 'contractTo', 'contractPath', 'contractFile', 'depositYuan'],
    identity: ['uscc', 'gln'],
    contact: [...contactFields, 'warehouses', 'remark'],
  },
});

export const Dealer = dealers.record;
const { channelBusinessCode, channelBusinessName } = dealers.input.shape;

/** References are names or codes. */
export const DealerLine = dealers.input
  .omit({
    parentId: true,
    catalogueId: true,
    regionCode: true,
    regionCodes: true,
    categoryIds: true,
    contractPath: true,
    contractFile: true,
  })
  .extend({
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

export const authoriseDealer = defineAction(
  dealers,
  'authorise',
  z.object({ regionCodes: RegionCodes, categoryIds: ProductIds, exclusive: absentIfBlank(Flag), version: Version }),
);

/** Omits company-specific data: codes, contract, deposit and remark. */
export const cloneDealer = defineAction(
  dealers,
  'clone',
  z.object({ channelBusinessCode, channelBusinessName: absentIfBlank(channelBusinessName) }),
  { data: z.object({ channelBusinessId: Id }) },
);

/** `stock`: units that it holds. `shipments`: to it, not yet received. `branches`: dealers below it. */
export const dealerImpact = defineEndpoint(dealers, 'GET /:id/impact', {
  permission: 'read',
  data: ImpactCounts('stock', 'shipments', 'branches'),
});

const { submit, approve, reject, resume, suspend, terminate } = partnerSteps(
  'active',
  'channelBusinessName',
  'dealerSelfApproved',
  dealerImpact,
);

export const dealerLifeCycle = defineLifeCycle(dealers, 'dealerStateWrong', {
  submit,
  approve,
  reject,
  /** `contractTo`: new last day of an expired contract. Requires the edit permission for dealers. */
  resume: { ...resume, body: z.object({ contractTo: Day.optional() }) },
  suspend,
  terminate,
});
export type DealerStep = StepName<typeof dealerLifeCycle>;

/** Check before saving: other dealers in these regions, if one of the two is exclusive. */
export const OverlapQuery = z.object({
  channelBusinessId: Id.optional(),
  parentId: optionalId,
  exclusive: absentIfBlank(Flag),
  regionCodes: z.preprocess((codes) => (typeof codes === 'string' ? codes.split(',').filter(Boolean) : codes), RegionCodes),
  categoryIds: z.preprocess((ids) => (typeof ids === 'string' ? ids.split(',').filter(Boolean) : ids), ProductIds).optional(),
});

/** Without id and name for a dealer that the user may not see: the conflict concerns them all the same. */
export const DealerOverlap = z.object({
  channelBusinessId: z.number().nullable(),
  channelBusinessName: z.string().nullable(),
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

export const dealerTree = defineEndpoint(dealers, 'GET /tree', { permission: 'list', rest: 'GET /dealers/hierarchy', data: DealerTree });
export const dealerOverlaps = defineEndpoint(dealers, 'GET /overlaps', {
  permission: 'list',
  query: OverlapQuery,
  data: z.array(DealerOverlap),
});
export const dealerEvents = defineEndpoint(dealers, 'GET /:id/events', { permission: 'read', data: z.array(PartnerEvent) });
export const dealerStock = defineEndpoint(dealers, 'GET /:id/stock', { permission: 'read', data: z.array(DealerStock) });
export const dealerFigures = defineEndpoint(dealers, 'GET /:id/figures', { permission: 'read', data: DealerFigures });

export const dealerPartner = {
  of: dealers,
  code: 'channelBusinessCode',
  name: 'channelBusinessName',
  activeState: 'active',
  clone: cloneDealer,
  events: dealerEvents,
} as const;
