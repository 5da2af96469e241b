import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { absentIfBlank, Id, int, scannedText, Time } from '../core/fields.ts';
import { TraceRecord, traceCompleteness, traceRecords } from './trace-record.ts';
import { traceFillers } from './trace-template.ts';

export const TraceQuery = z.object({
  batchId: absentIfBlank(Id),
  /** From 1. Absent: the entire batch. */
  ordinal: absentIfBlank(int(1, Number.MAX_SAFE_INTEGER)),
  /** 1 box, 2 case, 3 pallet. Absent: a unit. */
  level: absentIfBlank(int(0, 3)),
  /** Instead of the other fields. */
  code: absentIfBlank(scannedText()),
});
export type TraceQuery = z.output<typeof TraceQuery>;

export const TRACE_PAGE = 500;

/** `page` counts from 1. A number after the end returns the last page. */
export const TracePageQuery = TraceQuery.extend({ page: absentIfBlank(int(1, 1e9)) });
export type TracePageQuery = z.output<typeof TracePageQuery>;

export const TraceProgress = z.object({
  stepId: z.number(),
  stepName: z.string(),
  required: z.boolean(),
  filler: z.enum(traceFillers),
  /** Null: not filled in by a role. */
  roleId: z.number().nullable(),
  /** Null: any user. */
  ownerName: z.string().nullable(),
  /** Whether the template is enabled and that of the product, if the product has one. Otherwise new records are refused. */
  open: z.boolean(),
  /** Excludes corrected records and drafts of corrections. */
  filled: z.number(),
  verified: z.number(),
  published: z.number(),
});
export type TraceProgress = z.output<typeof TraceProgress>;

export const TraceView = z.object({
  batchId: z.number(),
  batchNo: z.string(),
  categoryName: z.string(),
  gtin: z.string().nullable(),
  supplierName: z.string(),
  madeDate: z.string(),
  expiryDate: z.string().nullable(),
  /** From 1. */
  ordinal: z.number().nullable(),
  /** Innermost first. */
  containers: z.array(
    z.object({
      level: z.number(),
      ordinal: z.number(),
    }),
  ),
  /** One page, in ascending order of time. */
  records: z.array(TraceRecord),
  /** From 1. */
  page: z.number(),
  total: z.number(),
  steps: z.array(TraceProgress),
  /** Null: no verified records. `whole` is false if a link does not match the previous one. */
  chain: z
    .object({
      count: z.number(),
      head: z.string(),
      whole: z.boolean(),
    })
    .nullable(),
});
export type TraceView = z.output<typeof TraceView>;

/** Node of the genealogy graph. */
export const GenealogyNode = z.object({
  key: z.string(),
  kind: z.enum(['batch', 'supplier', 'ingredient', 'container', 'holder']),
  /** Steps from the requested batch: negative for sources, positive for uses. */
  distance: z.number(),
  name: z.string(),
  note: z.string().nullable(),
  /** Codes, for a container level or holder. */
  count: z.number().nullable(),
  batchId: z.number().nullable(),
  of: z.array(z.string()),
});
export type GenealogyNode = z.output<typeof GenealogyNode>;

/** Batches of the last 365 days. */
export const TraceOwner = z.object({
  filler: z.enum(traceFillers),
  ownerName: z.string().nullable(),
  /** Summed over all batches. */
  required: z.number(),
  filled: z.number(),
  verified: z.number(),
  /** Median from event to submission. Null without submissions. */
  delayHours: z.number().nullable(),
});
export type TraceOwner = z.output<typeof TraceOwner>;

export const TraceTotals = TraceOwner.pick({ required: true, filled: true, verified: true, delayHours: true }).extend({
  /** Without a submission, by owner in descending order. */
  unfilled: z.array(TraceOwner.pick({ filler: true, ownerName: true }).extend({ count: z.number() })),
});
export type TraceTotals = z.output<typeof TraceTotals>;

export const PublicTraceStep = z.object({
  stepName: z.string(),
  bizStep: z.string(),
  /** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
  eventTime: Time,
  placeName: z.string().nullable(),
  regionName: z.string().nullable(),
  partyName: z.string().nullable(),
  /** Only public fields with a value. */
  fields: z.array(
    z.object({
      title: z.string(),
      value: z.string(),
    }),
  ),
  /** Below `/api`, from public steps and public fields. */
  pictures: z.array(z.string()),
  /** First 16 digits of the hash of its link. */
  proof: z.string(),
});
export type PublicTraceStep = z.output<typeof PublicTraceStep>;

/** `scripts/verify-trace.mjs` verifies it offline. */
export const TraceProof = z.object({
  format: z.literal('suyuan/trace-proof/v1'),
  batch: z.object({
    batchNo: z.string(),
    gtin: z.string().nullable(),
    goods: z.string(),
    supplier: z.string(),
  }),
  /** Text whose SHA-256 is the predecessor of the first link. */
  genesis: z.string(),
  exportTime: z.string(),
  links: z.array(
    z.object({
      no: z.number(),
      hash: z.string(),
      previous: z.string(),
      sealTime: z.string(),
      body: z.string(),
    }),
  ),
});
export type TraceProof = z.output<typeof TraceProof>;

export const traceView = defineEndpoint(traceRecords, 'GET /trace', { permission: 'read', query: TracePageQuery, data: TraceView });
export const traceGenealogy = defineEndpoint(traceRecords, 'GET /genealogy', {
  permission: 'read',
  rest: 'GET /trace-records/genealogy',
  query: TraceQuery,
  data: z.array(GenealogyNode),
});
export const tracePreview = defineEndpoint(traceRecords, 'GET /preview', {
  permission: 'read',
  query: TraceQuery,
  data: z.array(PublicTraceStep),
});
export const traceOwners = defineEndpoint(traceRecords, 'GET /owners', {
  permission: 'list',
  filters: traceCompleteness.filters,
  data: z.array(TraceOwner),
});
/** Content: `TraceProof`. */
export const traceProof = defineEndpoint(traceRecords, 'GET /proof', {
  permission: 'export',
  query: TraceQuery,
  file: ['application/json'],
});
/** Content: `EpcisDocument`. */
export const traceEpcis = defineEndpoint(traceRecords, 'GET /epcis', {
  permission: 'export',
  query: TraceQuery,
  file: ['application/ld+json'],
});
export const traceReport = defineEndpoint(traceRecords, 'GET /report', {
  permission: 'export',
  query: TraceQuery,
  file: ['application/pdf'],
});

/** Empty sheet with the columns of a step. */
export const traceSheetTemplate = defineEndpoint(traceRecords, 'POST /importTemplate', {
  permission: 'import',
  rest: false,
  query: z.object({ stepId: Id, format: absentIfBlank(z.enum(['xlsx', 'csv'])) }),
  file: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
});
