import { z } from 'zod';
import { Id, int, scannedText, text, unlessBlank } from '../core/fields.ts';
import { Traceability } from './trace-record.ts';
import { traceFillers } from './trace-template.ts';

/** Which batch, and which of its codes, a trace is asked for. */
export const TraceQuery = z.object({
  batchId: unlessBlank(Id),
  /** From 1; absent: the batch as a whole. */
  ordinal: unlessBlank(int(1, Number.MAX_SAFE_INTEGER)),
  /** Of a container: 1 box, 2 case, 3 pallet; absent: a code. */
  level: unlessBlank(int(0, 3)),
  /** The text of a code or a container, in place of all. */
  code: unlessBlank(scannedText()),
});
export type TraceQuery = z.output<typeof TraceQuery>;

/** Records of one page of a trace, at most. */
export const TRACE_PAGE = 500;

/** The same with the page of its records, from 1; past the end means the last. */
export const TracePageQuery = TraceQuery.extend({ page: unlessBlank(int(1, 1e9)) });
export type TracePageQuery = z.output<typeof TracePageQuery>;

/** One step of the batch's template, and how far it is filled. */
export const TraceProgress = z.object({
  stepId: z.number(),
  stepName: z.string(),
  required: z.boolean(),
  filler: z.enum(traceFillers),
  /** Who has to fill it: a role, the supplier, a dealer, or anybody. */
  ownerName: z.string().nullable(),
  /** Records by how far they are; corrected ones and drafts that replace one do not count. */
  filled: z.number(),
  verified: z.number(),
  published: z.number(),
});
export type TraceProgress = z.output<typeof TraceProgress>;

/** A batch of codes, or one of its codes, and all that happened on its way. */
export const TraceView = z.object({
  batchId: z.number(),
  batchNo: z.string(),
  categoryName: z.string(),
  gtin: z.string().nullable(),
  supplierName: z.string(),
  madeDate: z.string(),
  expiryDate: z.string().nullable(),
  /** The code that it was asked for, from 1. */
  ordinal: z.number().nullable(),
  /** Containers around it, the nearest first. */
  containers: z.array(
    z.object({
      level: z.number(),
      ordinal: z.number(),
    }),
  ),
  /** One page of them, by time, the first first. */
  records: z.array(Traceability),
  /** Which page they are, from 1. */
  page: z.number(),
  /** Records in all. */
  total: z.number(),
  steps: z.array(TraceProgress),
  /** Null: nothing is verified yet. `whole` is false where a link does not fit the one before it. */
  chain: z
    .object({
      count: z.number(),
      head: z.string(),
      whole: z.boolean(),
    })
    .nullable(),
});
export type TraceView = z.output<typeof TraceView>;

/** What went into what: a batch in the middle, what it came from above it, what it went into below. */
export const TraceKin = z.object({
  key: z.string(),
  kind: z.enum(['batch', 'supplier', 'ingredient', 'container', 'holder']),
  /** Steps from the batch in the middle: below 0 what it came from, above 0 what it went into. */
  distance: z.number(),
  name: z.string(),
  note: z.string().nullable(),
  /** Of a container level or a holder: how many, in codes. */
  count: z.number().nullable(),
  batchId: z.number().nullable(),
  /** Keys of what it hangs on. */
  of: z.array(z.string()),
});
export type TraceKin = z.output<typeof TraceKin>;

export const TraceOwnerQuery = z.object({
  categoryId: unlessBlank(Id),
  batchNo: unlessBlank(text(20)),
  /** Class of the steps, with all below it unless it is asked for alone. */
  catalogueId: unlessBlank(Id),
  catalogueOnly: unlessBlank(z.literal('1')),
  /** Steps of one owner: who fills them, and by which name; without a name, those that name nobody. */
  filler: unlessBlank(z.enum(traceFillers)),
  ownerName: unlessBlank(text(100)),
  /** Batches where a step that is asked for is missing. */
  unfilled: unlessBlank(z.literal('1')),
});

/** How complete the traces of an owner's steps are, over the batches of the last 365 days. */
export const TraceOwner = z.object({
  filler: z.enum(traceFillers),
  ownerName: z.string().nullable(),
  /** Required steps over batches, how many of them are filled, and how many of those verified. */
  required: z.number(),
  filled: z.number(),
  verified: z.number(),
  /** Middle of the hours between what happened and its submission; null where nothing was submitted. */
  delayHours: z.number().nullable(),
});
export type TraceOwner = z.output<typeof TraceOwner>;

/** How complete the steps of a class are, and who has to fill in what is missing. */
export const TraceExtent = TraceOwner.pick({ required: true, filled: true, verified: true, delayHours: true }).extend({
  /** Required steps over batches that nobody has submitted, the owners with the most first. */
  unfilled: z.array(TraceOwner.pick({ filler: true, ownerName: true }).extend({ count: z.number() })),
});
export type TraceExtent = z.output<typeof TraceExtent>;

/** One batch and how complete its trace is. */
export const TraceCompleteness = z.object({
  batchId: z.number(),
  batchNo: z.string(),
  categoryName: z.string(),
  templateName: z.string().nullable(),
  required: z.number(),
  filled: z.number(),
  verified: z.number(),
  published: z.number(),
  /** Names of required steps that nobody has submitted. */
  missing: z.array(z.string()),
});
export type TraceCompleteness = z.output<typeof TraceCompleteness>;

/** What a consumer is told of one step. */
export const PublicTraceStep = z.object({
  stepName: z.string(),
  bizStep: z.string(),
  /** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  eventTime: z.string(),
  placeName: z.string().nullable(),
  regionName: z.string().nullable(),
  partyName: z.string().nullable(),
  /** Public fields that were filled in, as text. */
  fields: z.array(
    z.object({
      title: z.string(),
      value: z.string(),
    }),
  ),
  /** Addresses of pictures below `/api`, of public steps and public picture fields. */
  pictures: z.array(z.string()),
  /** First 16 digits of its link in the chain. */
  proof: z.string(),
});
export type PublicTraceStep = z.output<typeof PublicTraceStep>;

/** What an exported proof holds: `scripts/verify-trace.mjs` reads it without a server. */
export const TraceProof = z.object({
  format: z.literal('suyuan/trace-proof/v1'),
  batch: z.object({
    batchNo: z.string(),
    gtin: z.string().nullable(),
    goods: z.string(),
    supplier: z.string(),
  }),
  /** Text whose SHA-256 is what the first link follows. */
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
