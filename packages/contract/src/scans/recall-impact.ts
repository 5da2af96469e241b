import { z } from 'zod';
import { CodeStatus } from '../codes/code.ts';
import { CodeLevel } from '../codes/code-selection.ts';
import { Id, Time } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** `unknown`: known only from scans. */
export const recallWays = ['recorded', 'unknown'] as const;

/** One run has the same batch, level, status and dealer. Codes known only from scans form one run per batch. */
export const RecallRun = z.object({
  runId: z.int(),
  batchId: Id,
  batchNo: z.string(),
  categoryName: z.string(),
  productionLine: z.string().nullable(),
  way: z.enum(recallWays),
  /** Null: no recorded holder. */
  channelBusinessId: Id.nullable(),
  channelBusinessName: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  level: CodeLevel,
  /** Ordinals from 1, both ends included. For `unknown`: the first and last scanned ordinal. */
  ordinalFrom: z.int(),
  ordinalTo: z.int(),
  codeCount: z.int(),
  /** The most severe status of batch, containers and codes. Null if the codes of the run differ. */
  status: CodeStatus.nullable(),
  ownStatus: CodeStatus.nullable(),
});

export const recallImpacts = defineResource({
  domain: 'manage',
  name: 'recallImpact',
  key: 'runId',
  log: '召回影响',
  operations: ['list', 'export'],
  record: RecallRun,
  input: z.object({}),
  filters: z.object({ batchId: Id, channelBusinessId: Id, level: CodeLevel }).partial(),
  sortable: [],
});

/** `GET /manage/recallImpact/{batchId}/summary`. */
export const RecallSummary = z.object({
  batchId: Id,
  batchNo: z.string(),
  categoryName: z.string(),
  productionLine: z.string().nullable(),
  supplierName: z.string(),
  intendedDealerId: Id.nullable(),
  intendedDealerName: z.string().nullable(),
  state: z.string(),
  /** `out`: with a dealer, shipped, sold or scanned. */
  issued: z.int(),
  out: z.int(),
  /** Part of `out` known only from scans. */
  untracked: z.int(),
  /** Part of `out`. */
  sold: z.int(),
  /** Outside the store. */
  boxes: z.int(),
  cases: z.int(),
  pallets: z.int(),
  /** `waiting`: not yet sent. */
  dispatches: z.int(),
  waiting: z.int(),
  scans: z.int(),
  /** Minimum number of units in the hands of consumers. */
  scannedCodes: z.int(),
  lastScanTime: Time.nullable(),
  /** Most units first, at most 500. */
  dealers: z.array(
    z.object({
      channelBusinessId: Id,
      channelBusinessName: z.string(),
      contactName: z.string().nullable(),
      contactPhone: z.string().nullable(),
      units: z.int(),
      sold: z.int(),
      /** Authorised regions. */
      regions: z.array(z.string()),
    }),
  ),
  dealerCount: z.int(),
  /** By province. An empty code means an unknown place. */
  regions: z.array(z.object({ regionCode: z.string(), scans: z.int() })),
});
export type RecallSummary = z.output<typeof RecallSummary>;
