import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { f } from '../core/field-kinds.ts';
import { scannedText, text } from '../core/fields.ts';
import { RegionCode } from '../core/region.ts';
import { defineResource } from '../core/resource.ts';
import { scanReasons, Verdict, verdicts } from './verification.ts';

export const scanChannels = ['page', 'api', 'inspect'] as const;
export const ScanChannel = z.enum(scanChannels);

const LISTED_CODES = 500;

/** Splits at blanks, commas and line ends, and removes duplicates. */
export const pastedTexts = (list: string): string[] => [...new Set(list.split(/[\s,;，；、]+/).filter(Boolean))];

export const ListedCodes = z.preprocess(
  (value) => (typeof value === 'string' ? pastedTexts(value) : value),
  z.array(scannedText()).min(1).max(LISTED_CODES),
);

/** Append-only. */
export const scans = defineResource({
  domain: 'manage',
  name: 'codeRecord',
  key: 'scanId',
  rest: 'scans',
  ownWords: ['reason'],
  log: '码记录',
  operations: ['list', 'export'],
  fields: {
    /** UUIDv7. Its timestamp determines the partition. */
    scanId: f.of('code', z.uuid()).stored(),
    scanTime: f.time(),
    verdict: f.choice(verdicts).stored(),
    /** Differs from `verdict` if a rule reports to staff only. Null for an inspection. */
    consumerVerdict: f.choice(verdicts).stored().optional(),
    /** Reason for `suspect`, or another finding for staff. */
    reason: f.choice(scanReasons).stored().optional(),
    /** Number of the visit of this code. Null if the code was not live or unknown. */
    sessionNo: f.serverNumber().optional(),
    batchId: f.reference().stored().optional(),
    batchNo: f.code(20).computed().optional(),
    categoryName: f.serverText().optional(),
    ordinal: f.serverNumber().optional(),
    /** Last four characters without the export permission. Unknown texts as received. */
    code: f.of('code', z.string(), { filter: scannedText() }).stored().optional(),
    /** At the time of the scan. */
    channelBusinessId: f.reference().stored().optional(),
    channelBusinessName: f.serverText().optional(),
    region: f.serverText().optional(),
    /** Province if the city is unknown. */
    regionCode: f.of('region', z.string(), { filter: RegionCode }).stored().optional(),
    /** Degrees, if shared. Rounded to a tenth without the query permission. */
    lng: f.of('number', z.number()).stored().optional(),
    lat: f.of('number', z.number()).stored().optional(),
    /** Equal for all scans of one device. */
    device: f.code(32).stored(),
    /** Null without the query permission. The filter is a single address, or a network with prefix length. */
    address: f
      .of('code', z.string(), { filter: text(50, /^[\da-fA-F.:]+(\/\d{1,3})?$/) })
      .stored()
      .optional(),
    channel: f.choice(scanChannels).stored(),
    agent: f.serverText().optional(),
  },
  filters: [
    ...(['verdict', 'code', 'batchId', 'categoryId', 'created', 'regionCode', 'reason', 'sessionFrom'] as const),
    ...(['channelBusinessId', 'device', 'address', 'channel', 'inspection', 'codes'] as const),
  ],
  moreFilters: {
    /** Unreadable texts are compared with the stored text. */
    codes: f.json(ListedCodes),
    categoryId: f.reference(),
    supplierId: f.reference(),
    ordinal: f.reference(),
    /** Of product, supplier, recorded trace step and holder. Includes all descendants. */
    catalogueId: f.reference(),
    supplierCatalogueId: f.reference(),
    traceCatalogueId: f.reference(),
    dealerCatalogueId: f.reference(),
    /** Excludes descendant categories. */
    catalogueOnly: f.choice(['1']),
    sessionFrom: f.number(1, 1e9),
    sessionTo: f.number(1, 1e9),
    region: f.text(50),
    /** `1`: unknown or foreign place, `0`: places in China. */
    unplaced: f.flag(),
    /** Held by this dealer or a descendant. */
    holderBranch: f.reference(),
    /** `0`: without inspections, which no figure includes. `1`: inspections only. */
    inspection: f.flag(),
    /** First scan of each live code. */
    first: f.choice(['1']),
    /** Held by this dealer and outside its current regions, consistent with the diversion matrix. */
    outsideOf: f.reference(),
  },
  sortable: [],
  columns: [
    ...(['scanTime', 'verdict', 'code', 'categoryName', 'batchNo', 'sessionNo', 'region', 'reason'] as const),
    ...(['channelBusinessName', 'device', 'address', 'channel'] as const),
  ],
  hiddenColumns: ['sessionNo', 'device', 'address', 'channel'],
});

export const Scan = scans.record;

export const ScanFigures = z.object({
  /** At most the newest 10 000. */
  counted: z.int(),
  more: z.boolean(),
  verdicts: z.array(z.object({ verdict: Verdict, scans: z.int() })),
  /** Asia/Shanghai, oldest first, including days without scans. */
  days: z.array(z.object({ day: z.string(), scans: z.int(), suspect: z.int() })),
  /** By province. Null: unknown or foreign. */
  regions: z.array(z.object({ regionCode: z.string().nullable(), scans: z.int(), suspect: z.int() })),
});
export type ScanFigures = z.output<typeof ScanFigures>;

export const scanFigures = defineEndpoint(scans, 'GET /figures', { permission: 'list', filters: scans.filters, data: ScanFigures });
