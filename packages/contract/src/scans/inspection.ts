import { z } from 'zod';
import { Code } from '../codes/code.ts';
import { Id, optionalLines, scannedText } from '../core/fields.ts';
import { optionalRegion } from '../core/region.ts';
import { scans } from './scan.ts';
import { Position, scanReasons, Verdict } from './verification.ts';

/** `POST /manage/codeRecord/inspect`: somebody of ours scans a code where it is sold. */
export const InspectionInput = z.object({
  /** A code, or the whole link that a camera read. */
  code: scannedText(),
  /** Where it lies; absent: where the position is. */
  regionCode: optionalRegion,
  position: Position.nullish(),
  note: optionalLines(500),
});
export type InspectionInput = z.output<typeof InspectionInput>;

/** What an inspection came to. It is filed among the scans, counts no session, and tells more than a consumer is told. */
export const Inspection = z.object({
  scanId: z.uuid(),
  verdict: Verdict,
  reason: z.enum(scanReasons).nullable(),
  regionCode: z.string(),
  region: z.string().nullable(),
  /** Null where the text is no code of ours. */
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
  /** Regions that the holder may sell in; none: no limit, or nobody holds it. */
  authorised: z.array(z.string()),
  /** Whether it lies outside them. */
  outside: z.boolean(),
  /** The case that it opened or joined. */
  caseId: Id.nullable(),
});
export type Inspection = z.output<typeof Inspection>;

export const inspections = { path: `${scans.path}/inspect`, permission: scans.permission('inspect') };
