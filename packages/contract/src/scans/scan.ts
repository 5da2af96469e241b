import { z } from 'zod';
import { Flag, Id, int, Moment, scannedText, Time, text } from '../core/fields.ts';
import { RegionCode } from '../core/region.ts';
import { defineResource } from '../core/resource.ts';
import { scanReasons, Verdict } from './verification.ts';

/** The verification page, a program, or somebody of ours who inspects a shop. */
export const scanChannels = ['page', 'api', 'inspect'] as const;
export const ScanChannel = z.enum(scanChannels);

/** Texts of a pasted list, at most. */
const LISTED_CODES = 500;

/** Codes one after another, as they are pasted: separated by blanks, commas or ends of lines; each once. */
export const pastedTexts = (list: string): string[] => [...new Set(list.split(/[\s,;，；、]+/).filter(Boolean))];

/** A pasted list that narrows to those of them that fit the rest. */
export const ListedCodes = z.preprocess(
  (value) => (typeof value === 'string' ? pastedTexts(value) : value),
  z.array(scannedText()).min(1).max(LISTED_CODES),
);

export const Scan = z.object({
  /** UUIDv7: its own time names its partition. */
  scanId: z.uuid(),
  scanTime: Time,
  verdict: Verdict,
  /** What the consumer got: another than `verdict` where a rule reports its finding to staff alone. Null for an inspection. */
  consumerVerdict: Verdict.nullable(),
  /** Why it is suspect, or what else staff should look at. */
  reason: z.enum(scanReasons).nullable(),
  /** Which session of its code this was; null where the code was not live or not ours. */
  sessionNo: z.int().nullable(),
  batchId: Id.nullable(),
  batchNo: z.string().nullable(),
  categoryName: z.string().nullable(),
  ordinal: z.int().nullable(),
  /** As received, where it is not ours; else its last four characters unless the asker may export codes. */
  code: z.string().nullable(),
  /** Who held the code then. */
  channelBusinessId: Id.nullable(),
  channelBusinessName: z.string().nullable(),
  region: z.string().nullable(),
  /** Of the city, or the province where no more is known. */
  regionCode: z.string().nullable(),
  /** Position in degrees, of those who gave theirs; to a tenth of a degree unless the asker may query records. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** Short name of the device, equal for scans of one device. */
  device: z.string(),
  /** Network address; for those who may query records, else null. */
  address: z.string().nullable(),
  channel: ScanChannel,
  agent: z.string().nullable(),
});

/** Every scan of a code: append-only. */
export const scans = defineResource({
  domain: 'manage',
  name: 'codeRecord',
  key: 'scanId',
  log: '码记录',
  operations: ['list', 'export'],
  record: Scan,
  input: z.object({}),
  filters: z
    .object({
      code: scannedText(),
      /** A pasted list; unreadable texts are looked for as they were filed. */
      codes: ListedCodes,
      batchId: Id,
      /** Of the batches of these goods. */
      categoryId: Id,
      /** Of the batches of this supplier. */
      supplierId: Id,
      ordinal: Id,
      /** Of batches by the class of their goods, supplier or recorded step, and by that of the dealer who held the code; each with all below it. */
      catalogueId: Id,
      supplierCatalogueId: Id,
      traceCatalogueId: Id,
      dealerCatalogueId: Id,
      /** The classes asked for alone, without those below. */
      catalogueOnly: z.literal('1'),
      verdict: Verdict,
      reason: z.enum(scanReasons),
      sessionFrom: int(1, 1e9),
      sessionTo: int(1, 1e9),
      device: text(32),
      /** One address, or a network with its length. */
      address: text(50, /^[\da-fA-F.:]+(\/\d{1,3})?$/),
      region: text(50),
      regionCode: RegionCode,
      /** `1`: nowhere in China, or nobody knows where; `0`: the others. */
      unplaced: Flag,
      channelBusinessId: Id,
      /** Held by this dealer or one below it. */
      holderBranch: Id,
      channel: ScanChannel,
      /** `0`: without what somebody of ours inspected, which no figure counts; `1`: that alone. */
      inspection: Flag,
      /** The first of its code while that was live: one of each. */
      first: z.literal('1'),
      /** Held by this dealer, and outside the regions that it may sell in now: what the matrix of diversion counts as such. */
      outsideOf: Id,
      beginTime: Moment,
      endTime: Moment,
    })
    .partial(),
  sortable: [],
});

/** `GET /manage/codeRecord/figures`: what the same filters find, by verdict, day and region. */
export const ScanFigures = z.object({
  /** Scans that were counted; beyond 100 000 only the newest are. */
  counted: z.int(),
  /** Whether there are more than were counted. */
  more: z.boolean(),
  verdicts: z.array(z.object({ verdict: Verdict, scans: z.int() })),
  /** By day in Asia/Shanghai, oldest first, days without scans among them. */
  days: z.array(z.object({ day: z.string(), scans: z.int(), suspect: z.int() })),
  /** By province; null: elsewhere or not known. */
  regions: z.array(z.object({ regionCode: z.string().nullable(), scans: z.int(), suspect: z.int() })),
});
export type ScanFigures = z.output<typeof ScanFigures>;
