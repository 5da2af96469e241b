import { isGs1Key, isUscc } from '@suyuan/codes';
import { z } from 'zod';
import { angle, optionalId, optionalText, orNone } from '../core/fields.ts';
import { optionalRegion } from '../core/region.ts';

/** How much we rely on a partner: A most. */
export const partnerGrades = ['A', 'B', 'C'] as const;

/** A unified social credit code (GB 32100), with its check character; small letters are read as large ones. */
const optionalUscc = z
  .preprocess((value) => (typeof value === 'string' ? value.trim().toUpperCase() || null : value), z.string().nullable())
  .refine((uscc) => uscc === null || isUscc(uscc), { params: { word: 'issue.uscc' } })
  .optional();

const optionalGln = optionalText(13).refine((gln) => gln == null || isGs1Key(gln, 13), { params: { word: 'issue.gln' } });

/** What is known alike of all whom we deal with, suppliers and dealers: their class, who they are, and how they are reached. */
export const partnerFields = {
  /** The class that it is filed under: a node of the catalogue of its kind. */
  catalogueId: optionalId,
  uscc: optionalUscc,
  /** Global Location Number, 13 digits with the check digit (GS1 General Specifications, AI 410-417). */
  gln: optionalGln,
  grade: orNone(z.enum(partnerGrades)),
  contactName: optionalText(30),
  /** A mobile of the mainland, or any landline as people write it. */
  contactPhone: optionalText(20, /^[0-9 +()-]{5,20}$/),
  email: optionalText(100, /^[^\s@]+@[^\s@]+\.[^\s@]+$/),
  regionCode: optionalRegion,
  address: optionalText(200),
  /** Where that is, in degrees (WGS 84): both or neither. */
  lng: angle(180),
  lat: angle(90),
};
