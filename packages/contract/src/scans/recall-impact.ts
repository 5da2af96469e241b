import { z } from 'zod';
import { codeStatuses } from '../codes/code.ts';
import { CodeLevel, codeLevels } from '../codes/code-selection.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { f } from '../core/field-kinds.ts';
import { Id, Time } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** One run has the same batch, level, status and dealer. Codes known only from scans form one run per batch. */
export const recallImpacts = defineResource({
  domain: 'manage',
  name: 'recallImpact',
  key: 'runId',
  rest: 'recall-impacts',
  log: '召回影响',
  operations: ['list', 'export'],
  fields: {
    batchId: f.reference().stored(),
    batchNo: f.code(20).computed(),
    categoryName: f.serverText(),
    productionLine: f.serverText().optional(),
    /** `unknown`: known only from scans. */
    way: f.choice(['recorded', 'unknown']).computed(),
    /** Null: no recorded holder. */
    channelBusinessId: f.reference().stored().optional(),
    channelBusinessName: f.serverText().optional(),
    contactName: f.serverText().optional(),
    contactPhone: f.serverText().optional(),
    level: f.of('choice', CodeLevel, {}, { values: codeLevels.map(String) }).stored(),
    /** Ordinals from 1, both ends included. For `unknown`: the first and last scanned ordinal. */
    ordinalFrom: f.serverNumber(),
    ordinalTo: f.serverNumber(),
    codeCount: f.serverNumber(),
    /** The most severe status of batch, containers and codes. Null if the codes of the run differ. */
    status: f.choice(codeStatuses).computed().optional(),
    ownStatus: f.choice(codeStatuses).computed().optional(),
  },
  filters: ['batchId', 'channelBusinessId', 'level'],
  sortable: [],
  columns: [
    'channelBusinessName',
    'contactName',
    'contactPhone',
    'batchNo',
    'categoryName',
    'level',
    'ordinalFrom',
    'ordinalTo',
    'codeCount',
    'status',
  ],
});

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

/** The ID is that of the batch. */
export const recallSummary = defineEndpoint(recallImpacts, 'GET /:id/summary', { permission: 'list', data: RecallSummary });
