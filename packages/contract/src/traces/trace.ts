import { z } from 'zod';
import { Id, int, scannedText, text, unlessBlank } from '../core/fields.ts';
import { Traceability } from './trace-record.ts';
import { traceFillers } from './trace-template.ts';

/** Batch, and optionally one of its codes. */
export const TraceQuery = z.object({
  batchId: unlessBlank(Id),
  /** From 1. Absent: the entire batch. */
  ordinal: unlessBlank(int(1, Number.MAX_SAFE_INTEGER)),
  /** Level of a container: 1 box, 2 case, 3 pallet. Absent: a unit. */
  level: unlessBlank(int(0, 3)),
  /** Text of a code or container, instead of the other fields. */
  code: unlessBlank(scannedText()),
});
export type TraceQuery = z.output<typeof TraceQuery>;

/** Maximum records per page of a trace. */
export const TRACE_PAGE = 500;

/** `page` counts from 1. A number after the end returns the last page. */
export const TracePageQuery = TraceQuery.extend({ page: unlessBlank(int(1, 1e9)) });
export type TracePageQuery = z.output<typeof TracePageQuery>;

/** Progress of one step of the batch's template. */
export const TraceProgress = z.object({
  stepId: z.number(),
  stepName: z.string(),
  required: z.boolean(),
  filler: z.enum(traceFillers),
  /** Name of the responsible role, supplier or dealer. Null: any user. */
  ownerName: z.string().nullable(),
  /** Records by state, without corrected records and drafts of corrections. */
  filled: z.number(),
  verified: z.number(),
  published: z.number(),
});
export type TraceProgress = z.output<typeof TraceProgress>;

/** Trace of a batch, or of one of its codes. */
export const TraceView = z.object({
  batchId: z.number(),
  batchNo: z.string(),
  categoryName: z.string(),
  gtin: z.string().nullable(),
  supplierName: z.string(),
  madeDate: z.string(),
  expiryDate: z.string().nullable(),
  /** Ordinal of the requested code, from 1. */
  ordinal: z.number().nullable(),
  /** Enclosing containers, innermost first. */
  containers: z.array(
    z.object({
      level: z.number(),
      ordinal: z.number(),
    }),
  ),
  /** One page of records, in ascending order of time. */
  records: z.array(Traceability),
  /** Page number, from 1. */
  page: z.number(),
  /** Total number of records. */
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

/** Node of the genealogy graph: sources above the batch, and uses below it. */
export const TraceKin = z.object({
  key: z.string(),
  kind: z.enum(['batch', 'supplier', 'ingredient', 'container', 'holder']),
  /** Number of steps from the requested batch: negative for sources, positive for uses. */
  distance: z.number(),
  name: z.string(),
  note: z.string().nullable(),
  /** Number of codes of a container level or holder. */
  count: z.number().nullable(),
  batchId: z.number().nullable(),
  /** Keys of the connected nodes. */
  of: z.array(z.string()),
});
export type TraceKin = z.output<typeof TraceKin>;

export const TraceOwnerQuery = z.object({
  categoryId: unlessBlank(Id),
  batchNo: unlessBlank(text(20)),
  /** Category of the steps. Includes all descendants, unless `catalogueOnly` is set. */
  catalogueId: unlessBlank(Id),
  catalogueOnly: unlessBlank(z.literal('1')),
  /** Filter by owner. Without `ownerName`: steps without a named owner. */
  filler: unlessBlank(z.enum(traceFillers)),
  ownerName: unlessBlank(text(100)),
  /** Batches that lack one of the selected steps. */
  unfilled: unlessBlank(z.literal('1')),
});

/** Completeness of an owner's steps, for the batches of the last 365 days. */
export const TraceOwner = z.object({
  filler: z.enum(traceFillers),
  ownerName: z.string().nullable(),
  /** Required steps in all batches, and the filled and verified ones. */
  required: z.number(),
  filled: z.number(),
  verified: z.number(),
  /** Median hours from event to submission. Null without submissions. */
  delayHours: z.number().nullable(),
});
export type TraceOwner = z.output<typeof TraceOwner>;

/** Completeness of the steps of a category, and the owners of missing steps. */
export const TraceExtent = TraceOwner.pick({ required: true, filled: true, verified: true, delayHours: true }).extend({
  /** Required steps without a submission, by owner in descending order. */
  unfilled: z.array(TraceOwner.pick({ filler: true, ownerName: true }).extend({ count: z.number() })),
});
export type TraceExtent = z.output<typeof TraceExtent>;

/** Completeness of one batch. */
export const TraceCompleteness = z.object({
  batchId: z.number(),
  batchNo: z.string(),
  categoryName: z.string(),
  templateName: z.string().nullable(),
  required: z.number(),
  filled: z.number(),
  verified: z.number(),
  published: z.number(),
  /** Names of required steps without a submission. */
  missing: z.array(z.string()),
});
export type TraceCompleteness = z.output<typeof TraceCompleteness>;

/** Trace step as visible to consumers. */
export const PublicTraceStep = z.object({
  stepName: z.string(),
  bizStep: z.string(),
  /** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
  eventTime: z.string(),
  placeName: z.string().nullable(),
  regionName: z.string().nullable(),
  partyName: z.string().nullable(),
  /** Public fields with a value, as text. */
  fields: z.array(
    z.object({
      title: z.string(),
      value: z.string(),
    }),
  ),
  /** Picture paths below `/api`, from public steps and public fields. */
  pictures: z.array(z.string()),
  /** First 16 digits of the hash of its link. */
  proof: z.string(),
});
export type PublicTraceStep = z.output<typeof PublicTraceStep>;

/** Exported proof, which `scripts/verify-trace.mjs` verifies offline. */
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
