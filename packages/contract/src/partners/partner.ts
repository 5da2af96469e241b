import { isGs1Key, isUscc } from '@suyuan/codes';
import { z } from 'zod';
import type { Endpoint } from '../core/endpoint.ts';
import { audited, type Field, f } from '../core/field-kinds.ts';
import { Id, optionalText, Time, text } from '../core/fields.ts';
import type { Action, Resource, ResourceSpec } from '../core/resource.ts';
import type { ProblemName } from '../problems.ts';
import type { WordKey } from '../words/zh-CN.ts';

/** Unified social credit code (GB 32100) with a valid check character. Converted to upper case. */
const optionalUscc = z
  .preprocess((value) => (typeof value === 'string' ? value.trim().toUpperCase() || null : value), z.string().nullable())
  .refine((uscc) => uscc === null || isUscc(uscc), { params: { word: 'issue.uscc' } })
  .optional();

const optionalGln = optionalText(13).refine((gln) => gln == null || isGs1Key(gln, 13), { params: { word: 'issue.gln' } });

export const partnerFields = {
  catalogueId: f.reference().optional(),
  uscc: f.of('code', text(18), { optional: optionalUscc }, { max: 18 }).optional(),
  /** Global Location Number: 13 digits with check digit (GS1 General Specifications, AI 410-417). */
  gln: f.of('code', text(13), { optional: optionalGln }, { max: 13 }).optional(),
  /** Reliability, A highest. */
  grade: f.choice(['A', 'B', 'C']).optional(),
  contactName: f.text(30).optional(),
  contactPhone: f.text(20, /^[0-9 +()-]{5,20}$/).optional(),
  email: f.text(100, /^[^\s@]+@[^\s@]+\.[^\s@]+$/).optional(),
  regionCode: f.region().optional(),
  address: f.text(200).optional(),
  /** Degrees (WGS 84). Both or neither. */
  lng: f.degrees(180).optional(),
  lat: f.degrees(90).optional(),
};

/** In this order in the form. */
export const contactFields = ['contactName', 'contactPhone', 'email', 'regionCode', 'address', 'lng', 'lat'] as const;

const uploadPath = /^\/profile\/upload\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{32}\.[a-z0-9]{2,4}$/;
/** Path of a file from `POST /common/upload`, below `/api`. */
export const uploadField = f.of('file', text(120, uploadPath), { optional: optionalText(120, uploadPath) }).optional();

const { version: _, ...auditTrail } = audited;

/** Of the review and of edits. */
export const partnerTrail = {
  submitBy: f.text(30).stored().optional(),
  submitTime: f.time().optional(),
  reviewBy: f.text(30).stored().optional(),
  reviewTime: f.time().optional(),
  ...auditTrail,
};

type TitleOf<Words extends string, Key = WordKey> = Key extends `${Words}.${infer Name}` | `common.field.${infer Name}` ? Name : never;

/**
 * A field without a title in the language packs does not compile.
 * @typeParam Internal fields without a title, which pages and sheets omit
 */
export type TitledFields<Words extends string, Internal extends string = never> = {
  readonly [Name in TitleOf<Words> | Internal]?: Field;
};

/**
 * Steps of a life cycle: draft, review by a second person, active, suspended or terminated.
 * @param name field whose value confirms the irreversible end
 */
export const partnerSteps = <const Active extends string, const Name extends string>(
  active: Active,
  name: Name,
  secondPerson: ProblemName,
  impact: Endpoint,
) =>
  ({
    submit: { from: ['draft'], to: 'pending', forward: true, immediate: true },
    approve: { from: ['pending'], to: active, secondPerson, forward: true },
    reject: { from: ['pending'], to: 'draft', reason: 'required' },
    resume: { from: ['suspended'], to: active, reason: 'optional', forward: true },
    suspend: { from: [active], to: 'suspended', reason: 'required', danger: true, impact },
    terminate: {
      from: [active, 'suspended'],
      to: 'terminated',
      reason: 'required',
      confirm: { field: name, max: 100, problem: 'typedNameWrong' },
      danger: true,
      impact,
    },
  }) as const;

/** Lists are newest first. */
export const PartnerEvent = z.object({
  eventId: Id,
  /** Label: `manage.<noun>.step.<action>`. */
  action: z.string(),
  reason: z.string().nullable(),
  /** Empty for automatic events. */
  userName: z.string(),
  eventTime: Time,
});
export type PartnerEvent = z.output<typeof PartnerEvent>;

/** Suppliers or dealers: their parts under common names. */
export interface Partner<S extends ResourceSpec = ResourceSpec> {
  of: Resource<S>;
  /** Fields. */
  code: string;
  name: string;
  activeState: string;
  clone: Action<z.ZodType, { data: z.ZodType }>;
  events: Endpoint;
}
