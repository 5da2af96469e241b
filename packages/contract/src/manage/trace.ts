import { z } from 'zod';
import { Id, int, scannedText, text, unlessBlank } from '../core/fields.ts';
import type { Traceability } from './traceability.ts';
import type { TraceFiller } from './traceTemplate.ts';

/** Which batch, and which of its codes, a trace is asked for. */
export const TraceQuery = z.object({
  batchId: unlessBlank(Id),
  /** From 1; absent: the batch as a whole. */
  ordinal: unlessBlank(int(1, Number.MAX_SAFE_INTEGER)),
  /** Of a container: 1 box, 2 case, 3 pallet; absent: a code. */
  level: unlessBlank(int(0, 3)),
  /** The text of a code or a container, in place of all. */
  code: unlessBlank(scannedText(200)),
});
export type TraceQuery = z.output<typeof TraceQuery>;

/** One step of the batch's template, and how far it is filled. */
export interface TraceProgress {
  stepId: number;
  stepName: string;
  required: boolean;
  filler: TraceFiller;
  /** Who has to fill it: a role, the supplier, a dealer, or anybody. */
  ownerName: string | null;
  /** Records by how far they are; corrected ones and drafts that replace one do not count. */
  filled: number;
  verified: number;
  published: number;
}

/** A batch of codes, or one of its codes, and all that happened on its way. */
export interface TraceView {
  batchId: number;
  batchNo: string;
  categoryName: string;
  gtin: string | null;
  supplierName: string;
  madeDate: string;
  expiryDate: string | null;
  /** The code that it was asked for, from 1. */
  ordinal: number | null;
  /** Containers around it, the nearest first. */
  containers: { level: number; ordinal: number }[];
  /** By time, the first first; at most 500. */
  records: Traceability[];
  /** Records in all, where more than are shown. */
  total: number;
  steps: TraceProgress[];
  /** Null: nothing is verified yet. `whole` is false where a link does not fit the one before it. */
  chain: { count: number; head: string; whole: boolean } | null;
}

/** What went into what: a batch in the middle, what it came from above it, what it went into below. */
export interface TraceKin {
  key: string;
  kind: 'batch' | 'supplier' | 'ingredient' | 'container' | 'holder';
  /** Steps from the batch in the middle: below 0 what it came from, above 0 what it went into. */
  distance: number;
  name: string;
  note: string | null;
  /** Of a container level or a holder: how many, in codes. */
  count: number | null;
  batchId: number | null;
  /** Keys of what it hangs on. */
  of: string[];
}

export const TraceOwnerQuery = z.object({ categoryId: unlessBlank(Id), batchNo: unlessBlank(text(20)) });

/** How complete the traces of an owner's steps are, over the batches of the last 365 days. */
export interface TraceOwner {
  filler: TraceFiller;
  ownerName: string | null;
  /** Required steps over batches, how many of them are filled, and how many of those verified. */
  required: number;
  filled: number;
  verified: number;
  /** Middle of the hours between what happened and its submission; null where nothing was submitted. */
  delayHours: number | null;
}

/** One batch and how complete its trace is. */
export interface TraceCompleteness {
  batchId: number;
  batchNo: string;
  categoryName: string;
  templateName: string | null;
  required: number;
  filled: number;
  verified: number;
  published: number;
  /** Names of required steps that nobody has submitted. */
  missing: string[];
}

/** What a shopper is told of one step. */
export interface PublicTraceStep {
  stepName: string;
  bizStep: string;
  /** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  eventTime: string;
  placeName: string | null;
  regionName: string | null;
  partyName: string | null;
  /** Public fields that were filled in, as text. */
  fields: { title: string; value: string }[];
  /** Addresses of pictures below `/api`, of public steps and public picture fields. */
  pictures: string[];
  /** First 16 digits of its link in the chain. */
  proof: string;
}

/** What an exported proof holds: `scripts/verify-trace.mjs` reads it without a server. */
export interface TraceProof {
  format: 'suyuan/trace-proof/v1';
  batch: { batchNo: string; gtin: string | null; goods: string; supplier: string };
  /** Text whose SHA-256 is what the first link follows. */
  genesis: string;
  exportTime: string;
  links: { no: number; hash: string; previous: string; sealTime: string; body: string }[];
}
