// Over 250 lines: all that is said of a dealer, its sheet, its life, its stock and its figures, on one page.
import { z } from 'zod';
import { defineAction } from '../core/action.ts';
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
import { defineResource } from '../core/resource.ts';
import { partnerFields } from './partner.ts';
import { optionalUpload } from './supplier-paper.ts';

export const dealerStates = ['draft', 'pending', 'active', 'suspended', 'terminated'] as const;
export const DealerState = z.enum(dealerStates);
export type DealerState = z.output<typeof DealerState>;

/** Levels of the tree of dealers, at most. */
export const DEALER_DEPTH = 5;

/** Where a dealer may sell; none: where its parent may, and at the top everywhere. A region means all that lies in it. */
const RegionCodes = z.array(RegionCode).max(500);
/** What a dealer may sell; none: what its parent may, and at the top everything. */
const ProductIds = z.array(Id).max(500);

const DealerInput = z.object({
  channelBusinessCode: text(32, /^[A-Z0-9_-]+$/),
  channelBusinessName: text(100),
  /** The dealer that it buys from; none: it buys from us. A change moves the whole branch. */
  parentId: optionalId,
  ...partnerFields,
  /** Where goods for it are delivered, an address a line. */
  warehouses: optionalLines(1000),
  regionCodes: unlessBlank(RegionCodes),
  categoryIds: unlessBlank(ProductIds),
  /** `1`: nobody else may sell in its regions. */
  exclusive: unlessBlank(Flag),
  /** Held as security, in yuan. */
  depositYuan: orNone(int(0, 1_000_000_000)),
  contractNo: optionalText(50),
  contractFrom: optionalDay,
  /** The last day on which the contract holds; after it the dealer is suspended. */
  contractTo: optionalDay,
  contractPath: optionalUpload,
  contractFile: optionalText(100),
  remark: optionalLines(500),
  version: Version,
});

export const Dealer = DealerInput.required().extend({
  channelBusinessId: Id,
  parentName: z.string().nullable(),
  /** Keys of what stands above, from the top down. */
  ancestors: z.array(Id),
  catalogueName: z.string().nullable(),
  regionCodes: z.array(z.string()),
  categoryIds: z.array(Id),
  exclusive: Flag,
  /** The seat, with all that the region lies in. */
  regionName: z.string().nullable(),
  /** Names of the regions where it may sell, by code. */
  regionNames: z.array(z.string()),
  categoryNames: z.array(z.string()),
  state: DealerState,
  stateReason: z.string().nullable(),
  /** Dealers directly below it. */
  childCount: z.int(),
  /** Units that it holds now. */
  stockCount: z.int(),
  /** Days that what it has left lasts, as its goods sold in the last 30 days; null: none was sold, or so few that it would be over 999. */
  coverDays: z.int().nullable(),
  /** Cases of scans outside its regions about its own goods, as far as the asker may see them. */
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
      /** A dealer with all below it. */
      branch: Id,
      /** Dealers directly below this one; 0: those at the top. */
      parentId: int(0, Number.MAX_SAFE_INTEGER),
      /** A class with all below it, unless it is asked for alone. */
      catalogueId: Id,
      catalogueOnly: z.literal('1'),
      /** Dealers that may sell there: their regions hold it, or lie in it. */
      sellsIn: RegionCode,
      /** Dealers that may sell these goods. */
      categoryId: Id,
      contractWithin: int(0, 3650),
      ...createdBetween,
    })
    .partial(),
  sortable: ['channelBusinessCode', 'channelBusinessName', 'contractTo', 'createTime'],
});

/** A dealer as a line of a spreadsheet: what it refers to is named as people know it. */
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
  /** Codes of goods, separated by commas or 、 */
  categoryCodes: optionalText(4000),
});

/** A dealer as a node of the tree: what the tree shows, all at once. */
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

/** The tree of dealers: `GET /manage/channelBusiness/tree`. */
export const DealerTree = z.object({
  /** Parents before their children, siblings by name. */
  dealers: z.array(DealerNode),
  /** Whether there are more dealers than these. */
  more: z.boolean(),
});
export type DealerTree = z.output<typeof DealerTree>;

const reason = lines(200);

export const submitDealer = defineAction(dealers, 'submit');
export const approveDealer = defineAction(dealers, 'approve');
export const rejectDealer = defineAction(dealers, 'reject', z.object({ reason }));
export const suspendDealer = defineAction(dealers, 'suspend', z.object({ reason }));
/** `contractTo`: the new last day of a contract that ended, which only those may set who may edit dealers. */
export const resumeDealer = defineAction(dealers, 'resume', z.object({ reason: optionalLines(200), contractTo: Day.optional() }));
/** For ever: asks for the dealer's name to be typed. Its codes stay traceable. */
export const terminateDealer = defineAction(dealers, 'terminate', z.object({ reason, confirm: text(100) }));
/** Where and what a dealer at work may sell. */
export const authoriseDealer = defineAction(
  dealers,
  'authorise',
  z.object({ regionCodes: RegionCodes, categoryIds: ProductIds, exclusive: unlessBlank(Flag), version: Version }),
);

/** A new draft of a dealer like this one, at the same place of the tree, without what is one company's alone: codes, contract, deposit and remark. */
export const cloneDealer = defineAction(
  dealers,
  'clone',
  z.object({
    channelBusinessCode: DealerInput.shape.channelBusinessCode,
    channelBusinessName: unlessBlank(DealerInput.shape.channelBusinessName),
  }),
);

/** Where each action leads from and to; what is not here cannot happen. */
export const dealerLifeCycle = {
  submit: { from: ['draft'], to: 'pending' },
  approve: { from: ['pending'], to: 'active' },
  reject: { from: ['pending'], to: 'draft' },
  suspend: { from: ['active'], to: 'suspended' },
  resume: { from: ['suspended'], to: 'active' },
  terminate: { from: ['active', 'suspended'], to: 'terminated' },
} as const satisfies Record<string, { from: readonly DealerState[]; to: DealerState }>;
export type DealerStep = keyof typeof dealerLifeCycle;

/** What may be asked before a dealer is saved: who else sells in these regions, where one of the two is to be alone. */
export const OverlapQuery = z.object({
  channelBusinessId: Id.optional(),
  parentId: optionalId,
  exclusive: unlessBlank(Flag),
  regionCodes: z.preprocess((codes) => (typeof codes === 'string' ? codes.split(',').filter(Boolean) : codes), RegionCodes),
  categoryIds: z.preprocess((ids) => (typeof ids === 'string' ? ids.split(',').filter(Boolean) : ids), ProductIds).optional(),
});

/** A dealer that sells where another does. */
export const DealerOverlap = z.object({
  channelBusinessId: z.number(),
  channelBusinessName: z.string(),
  exclusive: z.enum(['0', '1']),
  /** The regions that both have, in full. */
  regionNames: z.array(z.string()),
});
export type DealerOverlap = z.output<typeof DealerOverlap>;

/** Units of one batch that a dealer holds. */
export const DealerStock = z.object({
  batchId: z.number(),
  batchNo: z.string(),
  categoryName: z.string(),
  expiryDate: z.string().nullable(),
  /** Units in its own hands, by status. */
  statusCounts: z.record(z.string(), z.number()),
  count: z.number(),
  /** With all dealers below it. */
  branchCount: z.number(),
});
export type DealerStock = z.output<typeof DealerStock>;

/** How a dealer and all below it do, in units. */
export const DealerFigures = z.object({
  /** Units that came to it: those with it or below it, sold ones among them, and those that went back. */
  receivedCount: z.number(),
  /** Units that consumers scanned for the first time while it or one below it had them, as far as scans are followed. */
  soldCount: z.number(),
  /** Of what they hold what is not sold: neither marked so nor scanned by a shopper. */
  onHandCount: z.number(),
  /** Of the sold ones those of the last 30 days. */
  recentSoldCount: z.number(),
  /** Days that what is on hand lasts, as goods sold in these 30 days; null: none was sold, or so few that it would be over 999. */
  coverDays: z.number().nullable(),
  /** Units on return documents that left it and those below it; what a container holds is counted as its batch is packed. */
  returnedCount: z.number(),
  /** Cases of scans outside its regions about its own goods, as far as the asker may see them. */
  diversionCount: z.number(),
  /** First of the 30 days in which the following was counted, of its own goods and as far as the asker may see their batches. */
  since: z.string(),
  /** Scans with a known region, and those of them outside of its regions. */
  scanCount: z.number(),
  foreignCount: z.number(),
  /** Its place among the dealers below the same parent by share of scans outside: 1 strays most; null: nothing of its was scanned. */
  rank: z.number().nullable(),
  /** How many of those dealers had goods scanned. */
  rankedCount: z.number(),
  /** When scans were followed last. */
  followTime: Time.nullable(),
});
export type DealerFigures = z.output<typeof DealerFigures>;
