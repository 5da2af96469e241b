import { z } from 'zod';
import { bizSteps, dispositions } from '../core/cbv.ts';
import { audited, f } from '../core/field-kinds.ts';
import { Id, int, Moment, optionalId, optionalText, orNone, scannedText, Time, text } from '../core/fields.ts';
import { defineLifeCycle } from '../core/life-cycle.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';
import { TraceData, TraceForm } from './trace-form.ts';
import { MAX_TRACE_DOCUMENTS, MAX_TRACE_PICTURES, traceFillers } from './trace-template.ts';

/** From `verified` on, a record is immutable and part of the hash chain of its batch. A correction replaces it. */
export const traceStates = ['draft', 'submitted', 'verified', 'published', 'corrected'] as const;
export type TraceState = (typeof traceStates)[number];

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

const ordinal = f.number(1, Number.MAX_SAFE_INTEGER).absentIfBlank().readAs(z.int().nullable());
const moment = f.of('time', Moment);

export const MAX_TRACE_INPUTS = 20;

/** Minutes by which the event time of a submitted record may be ahead, because clocks differ. */
export const TRACE_TIME_TOLERANCE = 10;

/** `judged`: any result. */
export const inspectionResults = ['judged', 'passed', 'failed'] as const;
export type InspectionResult = (typeof inspectionResults)[number];

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

export const traceRecords = defineResource({
  domain: 'manage',
  name: 'traceability',
  key: 'traceRecordId',
  rest: 'trace-records',
  ownWords: ['createBy', 'createTime'],
  log: '溯源管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  fields: {
    stepName: f.text(50).stored(),
    batchId: f.reference(),
    batchNo: f.code(20).stored(),
    categoryName: f.serverText(),
    stepId: f.reference(),
    state: f.choice(traceStates).stored(),
    /** Reason for a rejection, or the subject of a correction. */
    stateReason: f.lines(200).stored().optional(),
    subject: f.choice(traceSubjects),
    /** 0 unit, 1 box, 2 case, 3 pallet. Null: the entire batch. An input only names the level of a container. */
    level: f
      .of('choice', int(1, 3), {}, { values: ['1', '2', '3'] })
      .absentIfBlank()
      .readAs(z.int().nullable()),
    /** From 1, both ends included. A code or container uses one ordinal. */
    ordinalFrom: ordinal,
    ordinalTo: ordinal,
    /** Code or container, instead of its ordinal. */
    code: f.of('code', scannedText()).absentIfBlank().writeOnly(),
    /** Asia/Shanghai. */
    eventTime: moment.readAs(Time),
    placeName: f.text(100).optional(),
    regionCode: f.region().optional(),
    regionName: f.serverText().optional(),
    /** Degrees (WGS 84). */
    lng: f.degrees(180).optional(),
    lat: f.degrees(90).optional(),
    filler: f.choice(traceFillers).stored(),
    partyName: f.serverText().stored().optional(),
    /** On whose behalf the record is entered. */
    channelBusinessId: f.reference().optional(),
    bizStep: f.choice(bizSteps).stored(),
    disposition: f.choice(dispositions).stored().optional(),
    form: f.json(TraceForm).stored(),
    data: f.json(TraceData).omittable(),
    files: f
      .json(z.array(TraceFile).max(MAX_TRACE_PICTURES + MAX_TRACE_DOCUMENTS))
      .omittable()
      .readAs(z.array(TraceFileView)),
    inputs: f.json(z.array(TraceIngredient).max(MAX_TRACE_INPUTS)).omittable().readAs(z.array(TraceIngredientView)),
    pictureCount: f.serverNumber(),
    correctsId: f.reference().stored().optional(),
    correctedById: f.reference().computed().optional(),
    /** From 1. Null before verification. */
    linkNo: f.serverNumber().optional(),
    hash: f.serverText().optional(),
    source: f.choice(['console', 'import', 'epcis', 'sample']).stored(),
    submitBy: f.serverText().optional(),
    submitTime: f.time().optional(),
    /** Of the latest rejection. */
    rejectBy: f.serverText().optional(),
    rejectTime: f.time().optional(),
    verifyBy: f.serverText().optional(),
    verifyTime: f.time().optional(),
    publishBy: f.serverText().optional(),
    publishTime: f.time().optional(),
    ...audited,
  },
  moreFilters: {
    batchId: f.reference(),
    /** Includes all descendants, unless `catalogueOnly` is set. */
    catalogueId: f.reference(),
    catalogueOnly: f.choice(['1']),
    batchSupplierId: f.reference(),
    inspection: f.choice(inspectionResults),
    eventBeginTime: moment,
    eventEndTime: moment,
    beginTime: moment,
    endTime: moment,
  },
  filters: ['batchNo', 'state', 'stepName', 'subject', 'regionCode', 'batchSupplierId', 'inspection', 'eventBeginTime'],
  tabs: { field: 'state' },
  sortable: ['stepName', 'eventTime', 'createTime'],
  columns: ['stepName', 'state', 'batchNo', 'categoryName', 'subject', 'eventTime', 'regionName', 'partyName'],
});

export const TraceRecord = traceRecords.record;
export type TraceRecord = RecordOf<typeof traceRecords>;

/** Batches of the last 365 days whose product has a template, with the progress of their required steps. */
export const traceCompleteness = defineResource({
  domain: 'manage',
  name: 'traceability',
  key: 'batchId',
  path: `${traceRecords.path}/completeness`,
  rest: 'trace-completeness',
  operations: ['list'],
  fields: {
    batchId: f.reference().stored(),
    batchNo: f.code(20).stored(),
    categoryName: f.serverText(),
    templateName: f.serverText().optional(),
    required: f.serverNumber(),
    filled: f.serverNumber(),
    verified: f.serverNumber(),
    published: f.serverNumber(),
    /** Required steps without a submission. */
    missing: f.json(z.array(z.string())).computed(),
  },
  moreFilters: {
    categoryId: f.reference(),
    /** Includes all descendants, unless `catalogueOnly` is set. */
    catalogueId: f.reference(),
    catalogueOnly: f.choice(['1']),
    /** Without `ownerName`: steps without a named owner. */
    filler: f.choice(traceFillers),
    ownerName: f.text(100),
    /** Batches that lack one of the selected steps. */
    unfilled: f.choice(['1']),
  },
  filters: ['batchNo', 'catalogueId', 'unfilled'],
  sortable: [],
  columns: ['batchNo', 'categoryName', 'templateName', 'filled', 'verified', 'published', 'missing'],
});

export const traceLifeCycle = defineLifeCycle(traceRecords, 'traceStateWrong', {
  submit: { from: ['draft'], to: 'submitted', forward: true, immediate: true },
  verify: { from: ['submitted'], to: 'verified', secondPerson: 'traceSelfVerified', forward: true },
  publish: { from: ['verified'], to: 'published', forward: true },
  reject: { from: ['submitted'], to: 'draft', reason: 'required' },
  /** Creates a draft. Its verification sets this record to `corrected`. */
  correct: { from: ['verified', 'published'], reason: 'required', data: z.object({ traceRecordId: Id }) },
});
