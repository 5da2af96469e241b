import { z } from 'zod';
import { CodeStatus } from '../codes/code.ts';
import { CodeLevel } from '../codes/code-selection.ts';
import { Id, Time } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** How it is known that codes are outside: by a dealer, a shipment or a sale, or only because they were scanned. */
export const recallWays = ['recorded', 'unknown'] as const;

/** Codes that left the store: a run of one batch and level in one state and with one dealer; or all of a batch whose way nobody knows. */
export const RecallRun = z.object({
  /** Place of the run in its list. */
  runId: z.int(),
  batchId: Id,
  batchNo: z.string(),
  categoryName: z.string(),
  /** Where in the factory it was made. */
  productionLine: z.string().nullable(),
  way: z.enum(recallWays),
  /** Who has them; null: gone, to nobody in particular. */
  channelBusinessId: Id.nullable(),
  channelBusinessName: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  level: CodeLevel,
  /** Ordinals from 1, both ends included; of an unknown way the first and the last that were scanned. */
  ordinalFrom: z.int(),
  ordinalTo: z.int(),
  codeCount: z.int(),
  /** The gravest of the batch's, the containers' and their own; null where codes of a run differ. */
  status: CodeStatus.nullable(),
  ownStatus: CodeStatus.nullable(),
});

/** What a recall must bring back, run by run: of one batch, or of every recalled one. */
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

/** `GET /manage/recallImpact/{batchId}/summary`: how far the codes of a batch have gone. */
export const RecallSummary = z.object({
  batchId: Id,
  batchNo: z.string(),
  categoryName: z.string(),
  productionLine: z.string().nullable(),
  supplierName: z.string(),
  /** The dealer that the goods were meant for. */
  intendedDealerId: Id.nullable(),
  intendedDealerName: z.string().nullable(),
  state: z.string(),
  /** Units that were issued, and those outside: with a dealer, shipped, sold, or scanned. */
  issued: z.int(),
  out: z.int(),
  /** Of them scanned without any record of a dealer, a shipment or a sale: nobody knows which way they went. */
  untracked: z.int(),
  /** Of them sold. */
  sold: z.int(),
  /** Containers that left, by level. */
  boxes: z.int(),
  cases: z.int(),
  pallets: z.int(),
  /** Documents that carried them, and those that are not sent yet. */
  dispatches: z.int(),
  waiting: z.int(),
  scans: z.int(),
  /** Units that were scanned at all: so many at least are with consumers. */
  scannedCodes: z.int(),
  lastScanTime: Time.nullable(),
  /** Dealers who have units, most first; at most 500. */
  dealers: z.array(
    z.object({
      channelBusinessId: Id,
      channelBusinessName: z.string(),
      contactName: z.string().nullable(),
      contactPhone: z.string().nullable(),
      units: z.int(),
      sold: z.int(),
      /** Administrative codes of where it may sell. */
      regions: z.array(z.string()),
    }),
  ),
  dealerCount: z.int(),
  /** Provinces in which codes were scanned; an empty code is a place that is not known. */
  regions: z.array(z.object({ regionCode: z.string(), scans: z.int() })),
});
export type RecallSummary = z.output<typeof RecallSummary>;
