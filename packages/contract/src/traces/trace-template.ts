import { z } from 'zod';
import { BizStep, Disposition } from '../core/cbv.ts';
import { audited, f } from '../core/field-kinds.ts';
import { Id, int, Moment, optionalId, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { TraceForm } from './trace-form.ts';

/** Several business steps share one stage. */
type Stage = 'field' | 'works' | 'check' | 'pack' | 'store' | 'road' | 'arrival' | 'shop' | 'other';

const stages: Partial<Record<BizStep, Stage>> = {
  ...{ collecting: 'field', commissioning: 'works', creating_class_instance: 'works', assembling: 'works', encoding: 'works' },
  ...{ inspecting: 'check', sampling: 'check', accepting: 'check', packing: 'pack', repackaging: 'pack', unpacking: 'pack' },
  ...{ storing: 'store', stocking: 'store', holding: 'store', picking: 'store', loading: 'road', departing: 'road', shipping: 'road' },
  ...{ transporting: 'road', arriving: 'arrival', unloading: 'arrival', receiving: 'arrival', retail_selling: 'shop' },
};

/** SVG paths on a 24 × 24 grid with one stroke width, in the style of the verdict icons. */
const lines: Record<Stage, string> = {
  field: 'M12 21V11M12 14c-5 0-7-2.5-7-7 5 0 7 2.5 7 7ZM12 11c0-4.5 2-7 7-7 0 4.5-2 7-7 7Z',
  works: 'M3 20.5V10l6 3.5V10l6 3.5V4h5v16.5zM7 17h2M12 17h2',
  check: 'M3.5 10.5a7 7 0 1 0 14 0 7 7 0 1 0-14 0M15.7 15.7l5 5M7.5 10.7l2.2 2.2 4-4.4',
  pack: 'M3.5 7.5 12 3l8.5 4.5v9L12 21l-8.5-4.5zM3.5 7.5 12 12l8.5-4.5M12 12v9M7.7 5.3l8.5 4.5',
  store: 'M3 20.5V9l9-5.5L21 9v11.5M7 20.5V12h10v8.5M7 16.2h10',
  road: 'M2.5 17V6.5h11V17M13.5 10h4l3.5 3.5V17h-2M9 17h5.5M2.5 17h2M4.8 17.2a2 2 0 1 0 4 0 2 2 0 1 0-4 0M14.8 17.2a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  arrival: 'M12 3v9.5M8 8.8l4 4 4-4M3.5 13.5v6.5h17v-6.5',
  shop: 'M4.5 11v9.5h15V11M3 9l2-5.5h14L21 9a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0M10 20.5V15h4v5.5',
  other: 'M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0',
};

/** SVG path without fill. Decorative, because the step name has the same information. */
export const stepSign = (bizStep: string): string => lines[stages[bizStep as BizStep] ?? 'other'];

/** `supplier` and `channelBusiness`: staff on behalf of the batch's supplier or of a dealer. */
export const traceFillers = ['any', 'role', 'supplier', 'channelBusiness'] as const;

/** Per template. */
export const MAX_TRACE_STEPS = 30;

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

export const traceTemplates = defineResource({
  domain: 'manage',
  name: 'traceTemplate',
  key: 'templateId',
  rest: 'trace-templates',
  log: '溯源模板',
  operations: ['list', 'read', 'add', 'edit', 'remove'],
  fields: {
    templateName: f.text(50).unique('traceTemplateNameTaken'),
    /** `1`: disabled. Existing records remain. */
    status: f.flag().omittable(),
    /** In the order of the supply chain. */
    steps: f.json(z.array(TraceStep).min(1).max(MAX_TRACE_STEPS)),
    stepCount: f.serverNumber(),
    /** Deletion requires 0. */
    categoryCount: f.serverNumber(),
    /** Deletion requires 0. */
    recordCount: f.serverNumber(),
    remark: f.lines(500).optional(),
    ...audited,
  },
  moreFilters: {
    stepId: f.reference(),
    /** Part of the name of a template or of one of its steps. */
    text: f.text(50),
    beginTime: f.of('time', Moment),
    endTime: f.of('time', Moment),
  },
  filters: ['templateName', 'status'],
  sortable: ['templateName', 'createTime'],
  columns: ['templateName', 'status', 'steps', 'categoryCount', 'recordCount', 'createTime'],
});

export const TraceTemplate = traceTemplates.record;
