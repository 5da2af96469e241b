import { z } from 'zod';
import { Id, Moment, scannedText, Time, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { Verdict } from '../public/verification.ts';

export const CodeRecord = z.object({
  /** UUIDv7: its own time names its partition. */
  scanId: z.uuid(),
  scanTime: Time,
  verdict: Verdict,
  /** Which session of its code this was; null where the code was not live or not ours. */
  sessionNo: z.int().nullable(),
  batchId: Id.nullable(),
  batchNo: z.string().nullable(),
  categoryName: z.string().nullable(),
  ordinal: z.int().nullable(),
  /** As received, where it is not ours; else masked unless the asker may open codes. */
  code: z.string().nullable(),
  region: z.string().nullable(),
  /** Short name of the device, equal for scans of one device. */
  device: z.string(),
  channel: z.enum(['page', 'api']),
  agent: z.string().nullable(),
});

/** Every scan of a code: append-only. */
export const codeRecords = defineResource({
  domain: 'manage',
  name: 'codeRecord',
  key: 'scanId',
  log: '码记录',
  operations: ['list', 'export'],
  record: CodeRecord,
  input: z.object({}),
  filters: z
    .object({
      code: scannedText(200),
      batchId: Id,
      ordinal: Id,
      verdict: Verdict,
      device: text(32),
      region: text(50),
      beginTime: Moment,
      endTime: Moment,
    })
    .partial(),
  sortable: [],
});
