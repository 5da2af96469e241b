import { isGs1Key, isUscc } from '@suyuan/codes';
import { z } from 'zod';
import { angle, optionalId, optionalText, orNone } from '../core/fields.ts';
import { optionalRegion } from '../core/region.ts';

/** Reliability, A highest. */
export const partnerGrades = ['A', 'B', 'C'] as const;

/** Unified social credit code (GB 32100) with a valid check character. Converted to upper case. */
const optionalUscc = z
  .preprocess((value) => (typeof value === 'string' ? value.trim().toUpperCase() || null : value), z.string().nullable())
  .refine((uscc) => uscc === null || isUscc(uscc), { params: { word: 'issue.uscc' } })
  .optional();

const optionalGln = optionalText(13).refine((gln) => gln == null || isGs1Key(gln, 13), { params: { word: 'issue.gln' } });

export const partnerFields = {
  catalogueId: optionalId,
  uscc: optionalUscc,
  /** Global Location Number: 13 digits with check digit (GS1 General Specifications, AI 410-417). */
  gln: optionalGln,
  grade: orNone(z.enum(partnerGrades)),
  contactName: optionalText(30),
  contactPhone: optionalText(20, /^[0-9 +()-]{5,20}$/),
  email: optionalText(100, /^[^\s@]+@[^\s@]+\.[^\s@]+$/),
  regionCode: optionalRegion,
  address: optionalText(200),
  /** Degrees (WGS 84). Both or neither. */
  lng: angle(180),
  lat: angle(90),
};
