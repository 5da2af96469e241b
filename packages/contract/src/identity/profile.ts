import { z } from 'zod';
import { text } from '../core/fields.ts';

/** Blank or null clears it, stored as empty text like in RuoYi. */
export const clearable = (pattern: RegExp, max: number) =>
  z.preprocess(
    (value) => (value === null ? '' : typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : value),
    z
      .string()
      .max(max)
      .refine((value) => value === '' || pattern.test(value)),
  );

export const MOBILE = /^1[3-9]\d{9}$/;
export const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

export const Sex = z.enum(['0', '1', '2']);

/** Null counts as absent. Empty or unsupported codes become `2`, unknown. */
export const SexInput = z.preprocess((value) => {
  const code = typeof value === 'number' ? String(value) : value;
  if (code === null) return undefined;
  return typeof code === 'string' && /^\S?$/.test(code) && !Sex.safeParse(code).success ? '2' : code;
}, Sex.optional());

/** `PUT /system/user/profile`. Other keys are ignored. */
export const ProfileInput = z
  .object({
    nickName: text(30, /^[^<>]*$/),
    phonenumber: clearable(MOBILE, 11),
    email: clearable(EMAIL, 50),
    sex: SexInput,
  })
  .partial();
export type ProfileInput = z.output<typeof ProfileInput>;

export const UserName = text(30, /^[\p{L}\p{N}_.-]{2,}$/u);
