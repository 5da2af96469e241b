import { z } from 'zod';
import { BizStep, Disposition } from '../core/cbv.ts';
import { audited, createdBetween, Flag, Id, int, optionalId, optionalLines, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { TraceForm } from './trace-form.ts';

/** `supplier` and `channelBusiness`: staff on behalf of the batch's supplier or of a dealer. */
export const traceFillers = ['any', 'role', 'supplier', 'channelBusiness'] as const;
export type TraceFiller = (typeof traceFillers)[number];

/** Per record. */
export const MAX_TRACE_PICTURES = 9;
export const MAX_TRACE_DOCUMENTS = 5;

export const TraceStep = z
  .object({
    /** Absent: a new step. Steps in use retain their id. */
    stepId: Id.optional(),
    stepName: text(50),
    catalogueId: optionalId,
    /** Counts towards completeness. */
    required: z.boolean(),
    filler: z.enum(traceFillers),
    /** Only for filler `role`. */
    roleId: optionalId,
    form: TraceForm,
    pictureMin: int(0, MAX_TRACE_PICTURES),
    pictureMax: int(0, MAX_TRACE_PICTURES),
    bizStep: BizStep,
    disposition: Disposition.nullable().optional(),
    public: z.boolean(),
  })
  .refine(({ filler, roleId }) => filler !== 'role' || roleId != null, { path: ['roleId'], params: { word: 'issue.required' } })
  .refine(({ pictureMin, pictureMax }) => pictureMin <= pictureMax, { path: ['pictureMax'], params: { word: 'issue.pictureBounds' } });
export type TraceStep = z.output<typeof TraceStep>;

const TraceTemplateInput = z.object({
  templateName: text(50),
  /** `1`: disabled. Existing records remain. */
  status: Flag.optional(),
  /** In the order of the supply chain. */
  steps: z.array(TraceStep).min(1).max(30),
  remark: optionalLines(500),
  version: Version,
});

export const TraceTemplate = TraceTemplateInput.required().extend({
  templateId: Id,
  stepCount: z.int(),
  /** Deletion requires 0. */
  categoryCount: z.int(),
  /** Deletion requires 0. */
  recordCount: z.int(),
  ...audited,
});

export const traceTemplates = defineResource({
  domain: 'manage',
  name: 'traceTemplate',
  key: 'templateId',
  log: '溯源模板',
  operations: ['list', 'read', 'add', 'edit', 'remove'],
  record: TraceTemplate,
  input: TraceTemplateInput,
  filters: z.object({ templateName: text(50), status: Flag, ...createdBetween }).partial(),
  sortable: ['templateName', 'createTime'],
});
