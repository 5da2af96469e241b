import { z } from 'zod';
import { Code } from '../codes/code.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { Id, optionalLines, scannedText } from '../core/fields.ts';
import { optionalRegion } from '../core/region.ts';
import { scans } from './scan.ts';
import { Position, scanReasons, Verdict } from './verification.ts';

export const InspectionInput = z.object({
  code: scannedText(),
  /** Absent: derived from the position. */
  regionCode: optionalRegion,
  position: Position.nullish(),
  note: optionalLines(500),
});
export type InspectionInput = z.output<typeof InspectionInput>;

/** Stored as a scan, counts no visit, and contains more than consumers receive. */
export const Inspection = z.object({
  scanId: z.uuid(),
  verdict: Verdict,
  reason: z.enum(scanReasons).nullable(),
  regionCode: z.string(),
  region: z.string().nullable(),
  /** Null for unknown codes. */
  code: Code.pick({
    batchId: true,
    batchNo: true,
    categoryName: true,
    level: true,
    ordinal: true,
    code: true,
    status: true,
    holderId: true,
    holderName: true,
    sessions: true,
  }).nullable(),
  /** Authorised regions of the holder. Empty: no limit or no holder. */
  authorised: z.array(z.string()),
  outside: z.boolean(),
  /** Opened or joined. */
  caseId: Id.nullable(),
});
export type Inspection = z.output<typeof Inspection>;

/** Scan by staff at the point of sale. */
export const inspectCode = defineEndpoint(scans, 'POST /inspect', {
  permission: 'inspect',
  body: InspectionInput,
  data: Inspection,
  log: 'add',
});
