import { z } from 'zod';
import { BizStep, Disposition } from '../core/cbv.ts';
import {
  angle,
  audited,
  createdBetween,
  Id,
  int,
  lines,
  Moment,
  optionalId,
  optionalText,
  orNone,
  scannedText,
  Time,
  text,
  unlessBlank,
  Version,
} from '../core/fields.ts';
import { optionalRegion, RegionCode } from '../core/region.ts';
import { defineAction, defineResource } from '../core/resource.ts';
import { TraceData, TraceForm } from './trace-form.ts';
import { MAX_TRACE_DOCUMENTS, MAX_TRACE_PICTURES, traceFillers } from './trace-template.ts';

/** From `verified` on, a record is immutable and part of the hash chain of its batch. A correction replaces it. */
export const traceStates = ['draft', 'submitted', 'verified', 'published', 'corrected'] as const;
export const TraceState = z.enum(traceStates);
export type TraceState = z.output<typeof TraceState>;

export const traceSubjects = ['batch', 'range', 'container', 'code'] as const;
export type TraceSubject = (typeof traceSubjects)[number];

/** `fileName` is the path returned by the upload. */
export const TraceFile = z.object({
  fileName: text(200, /^(\/api)?\/profile\/upload\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{32}\.[a-z0-9]{2,4}$/),
  kind: z.enum(['picture', 'document']),
  /** Absent: the entire record. */
  field: optionalText(64),
});

/** Another batch of this system, or a supplier's batch. */
export const TraceIngredient = z
  .object({
    inputBatchId: optionalId,
    inputName: optionalText(100),
    lotNo: optionalText(50),
    supplierId: optionalId,
    quantity: orNone(z.coerce.number().positive().max(1e12)),
    unit: optionalText(10),
  })
  .refine(({ inputBatchId, inputName }) => inputBatchId != null || inputName != null, {
    path: ['inputName'],
    params: { word: 'issue.required' },
  });
export type TraceIngredient = z.output<typeof TraceIngredient>;

const ordinal = unlessBlank(int(1, Number.MAX_SAFE_INTEGER));

export const MAX_TRACE_INPUTS = 20;

/** `judged`: any result. */
export const inspectionResults = ['judged', 'passed', 'failed'] as const;
export type InspectionResult = (typeof inspectionResults)[number];

const TraceabilityInput = z.object({
  batchId: Id,
  stepId: Id,
  subject: z.enum(traceSubjects),
  /** 1 box, 2 case, 3 pallet. */
  level: unlessBlank(int(1, 3)),
  /** From 1, both ends included. A code or container uses one ordinal. */
  ordinalFrom: ordinal,
  ordinalTo: ordinal,
  /** Code or container, instead of its ordinal. */
  code: unlessBlank(scannedText()),
  /** Asia/Shanghai. */
  eventTime: Moment,
  placeName: optionalText(100),
  regionCode: optionalRegion,
  /** Degrees (WGS 84). */
  lng: angle(180),
  lat: angle(90),
  /** On whose behalf the record is entered. */
  channelBusinessId: optionalId,
  data: TraceData.optional(),
  files: z
    .array(TraceFile)
    .max(MAX_TRACE_PICTURES + MAX_TRACE_DOCUMENTS)
    .optional(),
  inputs: z.array(TraceIngredient).max(MAX_TRACE_INPUTS).optional(),
  version: Version,
});

export const TraceFileView = z.object({
  fileName: z.string(),
  kind: z.enum(['picture', 'document']),
  field: z.string().nullable(),
  originalName: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  /** Hexadecimal. */
  sha256: z.string(),
});
export type TraceFileView = z.output<typeof TraceFileView>;

export const TraceIngredientView = z.object({
  inputBatchId: Id.nullable(),
  inputName: z.string(),
  lotNo: z.string().nullable(),
  supplierId: Id.nullable(),
  supplierName: z.string().nullable(),
  quantity: z.number().nullable(),
  unit: z.string().nullable(),
});

export const TraceRecord = z.object({
  traceRecordId: Id,
  stepName: z.string(),
  batchId: Id,
  batchNo: z.string(),
  categoryName: z.string(),
  stepId: Id,
  state: TraceState,
  /** Reason for a rejection, or the subject of a correction. */
  stateReason: z.string().nullable(),
  subject: z.enum(traceSubjects),
  /** 0 unit, 1 box, 2 case, 3 pallet. Null: the entire batch. */
  level: z.int().nullable(),
  ordinalFrom: z.int().nullable(),
  ordinalTo: z.int().nullable(),
  eventTime: Time,
  placeName: z.string().nullable(),
  regionCode: z.string().nullable(),
  regionName: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  filler: z.enum(traceFillers),
  partyName: z.string().nullable(),
  channelBusinessId: Id.nullable(),
  bizStep: BizStep,
  disposition: Disposition.nullable(),
  form: TraceForm,
  data: TraceData,
  files: z.array(TraceFileView),
  inputs: z.array(TraceIngredientView),
  pictureCount: z.int(),
  correctsId: Id.nullable(),
  correctedById: Id.nullable(),
  /** From 1. Null before verification. */
  linkNo: z.int().nullable(),
  hash: z.string().nullable(),
  source: z.enum(['console', 'import', 'epcis', 'sample']),
  submitBy: z.string().nullable(),
  submitTime: Time.nullable(),
  verifyBy: z.string().nullable(),
  verifyTime: Time.nullable(),
  publishBy: z.string().nullable(),
  publishTime: Time.nullable(),
  ...audited,
});
export type TraceRecord = z.output<typeof TraceRecord>;

export const traceRecords = defineResource({
  domain: 'manage',
  name: 'traceability',
  key: 'traceRecordId',
  ownWords: ['createBy', 'createTime'],
  log: '溯源管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  record: TraceRecord,
  input: TraceabilityInput,
  filters: z
    .object({
      batchId: Id,
      batchNo: text(20),
      stepName: text(50),
      /** Includes all descendants, unless `catalogueOnly` is set. */
      catalogueId: Id,
      catalogueOnly: z.literal('1'),
      batchSupplierId: Id,
      inspection: z.enum(inspectionResults),
      state: TraceState,
      subject: z.enum(traceSubjects),
      regionCode: RegionCode,
      eventBeginTime: Moment,
      eventEndTime: Moment,
      ...createdBetween,
    })
    .partial(),
  sortable: ['stepName', 'eventTime', 'createTime'],
});

const reason = lines(200);
export const submitTrace = defineAction(traceRecords, 'submit');
export const verifyTrace = defineAction(traceRecords, 'verify');
export const rejectTrace = defineAction(traceRecords, 'reject', z.object({ reason }));
export const publishTrace = defineAction(traceRecords, 'publish');
/** Returns the id of the draft. */
export const correctTrace = defineAction(traceRecords, 'correct', z.object({ reason }));

/** Other transitions are rejected. */
export const traceLifeCycle = {
  submit: { from: ['draft'], to: 'submitted' },
  verify: { from: ['submitted'], to: 'verified' },
  reject: { from: ['submitted'], to: 'draft' },
  publish: { from: ['verified'], to: 'published' },
  correct: { from: ['verified', 'published'], to: 'corrected' },
} as const satisfies Record<string, { from: readonly TraceState[]; to: TraceState }>;
export type TraceMove = keyof typeof traceLifeCycle;
