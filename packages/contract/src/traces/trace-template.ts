import { z } from 'zod';
import { BizStep, Disposition } from '../core/cbv.ts';
import { audited, createdBetween, Flag, Id, int, optionalId, optionalLines, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { TraceForm } from './trace-form.ts';

/** Who fills a step: anybody with the right, those of one role, or staff in the name of the batch's supplier or of a dealer. */
export const traceFillers = ['any', 'role', 'supplier', 'channelBusiness'] as const;
export type TraceFiller = (typeof traceFillers)[number];

/** Pictures and documents of one record, at most. */
export const MOST_TRACE_PICTURES = 9;
export const MOST_TRACE_DOCUMENTS = 5;

export const TraceStep = z
  .object({
    /** Absent: a new step. One that records name keeps its number for ever. */
    stepId: Id.optional(),
    stepName: text(50),
    /** The step's place in the catalogue of trace steps. */
    catalogueId: optionalId,
    /** Counts towards completeness. */
    required: z.boolean(),
    filler: z.enum(traceFillers),
    /** The role of filler `role`. */
    roleId: optionalId,
    form: TraceForm,
    pictureMin: int(0, MOST_TRACE_PICTURES),
    pictureMax: int(0, MOST_TRACE_PICTURES),
    bizStep: BizStep,
    disposition: Disposition.nullable().optional(),
    /** Whether consumers are shown the step at all. */
    public: z.boolean(),
  })
  .refine(({ filler, roleId }) => filler !== 'role' || roleId != null, { path: ['roleId'], params: { word: 'issue.required' } })
  .refine(({ pictureMin, pictureMax }) => pictureMin <= pictureMax, { path: ['pictureMax'], params: { word: 'issue.pictureBounds' } });
export type TraceStep = z.output<typeof TraceStep>;

const TraceTemplateInput = z.object({
  templateName: text(50),
  /** `1`: out of use; what was filled by it stays. */
  status: Flag.optional(),
  /** In the order of the way. */
  steps: z.array(TraceStep).min(1).max(30),
  remark: optionalLines(500),
  version: Version,
});

export const TraceTemplate = TraceTemplateInput.required().extend({
  templateId: Id,
  stepCount: z.int(),
  /** Goods that are traced by it; while above 0 it cannot be removed. */
  categoryCount: z.int(),
  /** Records filled by its steps; while above 0 it cannot be removed. */
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
