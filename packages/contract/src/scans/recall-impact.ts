import { z } from 'zod';
import { CodeStatus } from '../codes/code.ts';
import { CodeLevel } from '../codes/code-selection.ts';
import { Id, Time } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** Evidence that codes left the store: a record of a dealer, shipment or sale, or scans only. */
export const recallWays = ['recorded', 'unknown'] as const;

/** Codes outside the store. One run has the same batch, level, status and dealer. Codes known only from scans form one run per batch. */
export const RecallRun = z.object({
  /** Position in the list. */
  runId: z.int(),
  batchId: Id,
  batchNo: z.string(),
  categoryName: z.string(),
  productionLine: z.string().nullable(),
  way: z.enum(recallWays),
  /** Current holder. Null: unknown. */
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

/** Runs to recall, of one batch or of all recalled batches. */
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

/** `GET /manage/recallImpact/{batchId}/summary`: distribution of the codes of a batch. */
export const RecallSummary = z.object({
  batchId: Id,
  batchNo: z.string(),
  categoryName: z.string(),
  productionLine: z.string().nullable(),
  supplierName: z.string(),
  /** Planned dealer. */
  intendedDealerId: Id.nullable(),
  intendedDealerName: z.string().nullable(),
  state: z.string(),
  /** Issued units, and units outside the store: with a dealer, shipped, sold or scanned. */
  issued: z.int(),
  out: z.int(),
  /** Part of `out` without a record of a dealer, shipment or sale, known only from scans. */
  untracked: z.int(),
  /** Part of `out`. */
  sold: z.int(),
  /** Containers outside the store, by level. */
  boxes: z.int(),
  cases: z.int(),
  pallets: z.int(),
  /** Shipments with these codes, and those not yet sent. */
  dispatches: z.int(),
  waiting: z.int(),
  scans: z.int(),
  /** Scanned units: the minimum number in the hands of consumers. */
  scannedCodes: z.int(),
  lastScanTime: Time.nullable(),
  /** Dealers with units, in descending order, at most 500. */
  dealers: z.array(
    z.object({
      channelBusinessId: Id,
      channelBusinessName: z.string(),
      contactName: z.string().nullable(),
      contactPhone: z.string().nullable(),
      units: z.int(),
      sold: z.int(),
      /** Administrative codes of the authorised regions. */
      regions: z.array(z.string()),
    }),
  ),
  dealerCount: z.int(),
  /** Scans by province. An empty code means an unknown place. */
  regions: z.array(z.object({ regionCode: z.string(), scans: z.int() })),
});
export type RecallSummary = z.output<typeof RecallSummary>;
