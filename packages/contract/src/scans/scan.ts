import { z } from 'zod';
import { Flag, Id, int, Moment, scannedText, Time, text } from '../core/fields.ts';
import { RegionCode } from '../core/region.ts';
import { defineResource } from '../core/resource.ts';
import { scanReasons, Verdict } from './verification.ts';

export const scanChannels = ['page', 'api', 'inspect'] as const;
export const ScanChannel = z.enum(scanChannels);

const LISTED_CODES = 500;

/** Splits at blanks, commas and line ends, and removes duplicates. */
export const pastedTexts = (list: string): string[] => [...new Set(list.split(/[\s,;，；、]+/).filter(Boolean))];

export const ListedCodes = z.preprocess(
  (value) => (typeof value === 'string' ? pastedTexts(value) : value),
  z.array(scannedText()).min(1).max(LISTED_CODES),
);

export const Scan = z.object({
  /** UUIDv7. Its timestamp determines the partition. */
  scanId: z.uuid(),
  scanTime: Time,
  verdict: Verdict,
  /** Differs from `verdict` if a rule reports to staff only. Null for an inspection. */
  consumerVerdict: Verdict.nullable(),
  /** Reason for `suspect`, or another finding for staff. */
  reason: z.enum(scanReasons).nullable(),
  /** Number of the visit of this code. Null if the code was not live or unknown. */
  sessionNo: z.int().nullable(),
  batchId: Id.nullable(),
  batchNo: z.string().nullable(),
  categoryName: z.string().nullable(),
  ordinal: z.int().nullable(),
  /** Last four characters without the export permission. Unknown texts as received. */
  code: z.string().nullable(),
  /** At the time of the scan. */
  channelBusinessId: Id.nullable(),
  channelBusinessName: z.string().nullable(),
  region: z.string().nullable(),
  /** Province if the city is unknown. */
  regionCode: z.string().nullable(),
  /** Degrees, if shared. Rounded to a tenth without the query permission. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** Equal for all scans of one device. */
  device: z.string(),
  /** Null without the query permission. */
  address: z.string().nullable(),
  channel: ScanChannel,
  agent: z.string().nullable(),
});

/** Append-only. */
export const scans = defineResource({
  domain: 'manage',
  name: 'codeRecord',
  key: 'scanId',
  ownWords: ['reason'],
  log: '码记录',
  operations: ['list', 'export'],
  record: Scan,
  input: z.object({}),
  filters: z
    .object({
      code: scannedText(),
      /** Unreadable texts are compared with the stored text. */
      codes: ListedCodes,
      batchId: Id,
      categoryId: Id,
      supplierId: Id,
      ordinal: Id,
      /** Of product, supplier, recorded trace step and holder. Includes all descendants. */
      catalogueId: Id,
      supplierCatalogueId: Id,
      traceCatalogueId: Id,
      dealerCatalogueId: Id,
      /** Excludes descendant categories. */
      catalogueOnly: z.literal('1'),
      verdict: Verdict,
      reason: z.enum(scanReasons),
      sessionFrom: int(1, 1e9),
      sessionTo: int(1, 1e9),
      device: text(32),
      /** Single address, or network with prefix length. */
      address: text(50, /^[\da-fA-F.:]+(\/\d{1,3})?$/),
      region: text(50),
      regionCode: RegionCode,
      /** `1`: unknown or foreign place, `0`: places in China. */
      unplaced: Flag,
      channelBusinessId: Id,
      /** Held by this dealer or a descendant. */
      holderBranch: Id,
      channel: ScanChannel,
      /** `0`: without inspections, which no figure includes. `1`: inspections only. */
      inspection: Flag,
      /** First scan of each live code. */
      first: z.literal('1'),
      /** Held by this dealer and outside its current regions, consistent with the diversion matrix. */
      outsideOf: Id,
      beginTime: Moment,
      endTime: Moment,
    })
    .partial(),
  sortable: [],
});

/** `GET /manage/codeRecord/figures`, with the same filters. */
export const ScanFigures = z.object({
  /** At most the newest 100 000. */
  counted: z.int(),
  more: z.boolean(),
  verdicts: z.array(z.object({ verdict: Verdict, scans: z.int() })),
  /** Asia/Shanghai, oldest first, including days without scans. */
  days: z.array(z.object({ day: z.string(), scans: z.int(), suspect: z.int() })),
  /** By province. Null: unknown or foreign. */
  regions: z.array(z.object({ regionCode: z.string().nullable(), scans: z.int(), suspect: z.int() })),
});
export type ScanFigures = z.output<typeof ScanFigures>;
