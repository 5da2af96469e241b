import { z } from 'zod';
import { text } from '../core/fields.ts';

/** What may be blank: a blank or null clears it, as the family stores it empty. */
export const clearable = (pattern: RegExp, max: number) =>
  z.preprocess(
    (value) => (value === null ? '' : typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : value),
    z
      .string()
      .max(max)
      .refine((given) => given === '' || pattern.test(given)),
  );

export const MOBILE = /^1[3-9]\d{9}$/;
export const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** `PUT /system/user/profile`: what people may change about themselves; every other key is ignored. */
export const ProfileInput = z
  .object({
    nickName: text(30, /^[^<>]*$/),
    phonenumber: clearable(MOBILE, 11),
    email: clearable(EMAIL, 50),
    sex: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.enum(['0', '1', '2'])),
  })
  .partial();
export type ProfileInput = z.output<typeof ProfileInput>;

/** A name to sign in by, as an operator or a visitor who registers may choose it. */
export const UserName = text(30, /^[\p{L}\p{N}_.-]{2,}$/u);
