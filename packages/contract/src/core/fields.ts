import { z } from 'zod';

/** Clients of the family send numbers as text and text as numbers; both are read as what the field is. */
const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);
const asNumber = (value: unknown) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value);
const blankAsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : asText(value));

/** The largest number of a column of type `integer`. */
const LARGEST_INT = 2_147_483_647;

/** Key of a record: a positive bigint that a double holds exactly. */
export const Id = z.preprocess(asNumber, z.int().min(1).max(Number.MAX_SAFE_INTEGER));

/** A comma list of keys in a path, e.g. `3,4`; at most 500. */
export const Ids = z.preprocess((ids) => (typeof ids === 'string' ? ids.split(',') : ids), z.array(Id).min(1).max(500));

/** A whole number that may arrive as text. */
export const int = (min: number, max: number) => z.preprocess(asNumber, z.int().min(min).max(max));

/** Whole numbers as clients of the family list them: an array, or text with commas. At least one, at most `most`. */
const numberList = (number: z.ZodType<number>, most: number) =>
  z.preprocess(
    (list) => (typeof list === 'string' || typeof list === 'number' ? String(list).split(',') : list),
    z.array(number).min(1).max(most),
  );

/** Keys of the records that are put into an order, as `numberList`. */
export const orderedIds = (most: number) => numberList(Id, most);

/** Their new numbers, in the same order. */
export const orderNumbers = (most: number) => numberList(int(0, LARGEST_INT), most);

/** A number with at most `places` digits after the point, that may arrive as text. */
export const decimal = (min: number, max: number, places: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,12}(\.\d{1,9})?$/.test(value.trim()) ? Number(value) : value),
    z
      .number()
      .min(min)
      .max(max)
      .refine((value) => Number(value.toFixed(places)) === value, { params: { word: 'issue.places', places } }),
  );

/** What nobody sees and PostgreSQL may not even store: control characters, and halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cs}]/u;
/** The same but for the ends of lines and tabs. */
const UNSEEN_IN_LINES = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u;

/** Text of 1 to `max` characters on one line, without surrounding blanks and without control characters. */
export const text = (max: number, pattern?: RegExp) => z.preprocess(asText, textOf(max, UNSEEN, pattern));

/** As `text`, but absent, null or blank mean that there is none. */
export const optionalText = (max: number, pattern?: RegExp) =>
  z.preprocess(blankAsNull, textOf(max, UNSEEN, pattern).nullable()).optional();

/** As `text`, but of any number of lines. */
export const lines = (max: number) => z.preprocess(asText, textOf(max, UNSEEN_IN_LINES));

/** As `lines`, but absent, null or blank mean that there is none. */
export const optionalLines = (max: number) => z.preprocess(blankAsNull, textOf(max, UNSEEN_IN_LINES).nullable()).optional();

/** Longest text of a code that is looked at: a link or an element string around one fits well within. */
export const LONGEST_CODE_TEXT = 512;

/** As `text`, but as a scanner types it: with the control characters that separate what a symbol holds. */
export const scannedText = (max = LONGEST_CODE_TEXT) => z.preprocess(asText, textOf(max, /[\p{Cs}\0]/u));

function textOf(max: number, unseen: RegExp, pattern?: RegExp) {
  const plain = z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !unseen.test(value), { params: { word: 'issue.unseen' } });
  return pattern ? plain.regex(pattern) : plain;
}

/** A reference to another record that may be absent or cleared. */
export const optionalId = z
  .preprocess((value) => (value === '' ? null : asNumber(value)), z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullable())
  .optional();

/** A field that may be left alone: absent, null or blank, as clients of the family send it. */
export const unlessBlank = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional()).optional();

/** A field that there may be none of: absent stays, null and blank say that there is none. */
export const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable()).optional();

/** An angle of a place on earth in degrees (WGS 84), at most `most` either way; there may be none. */
export const angle = (most: number) => orNone(z.coerce.number().min(-most).max(most));

/** The family's flag: `0` usual, `1` exception. */
export const Flag = z.preprocess(asText, z.enum(['0', '1']));

/** An instant as the wire writes it: `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
export const Time = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);

/** Years before 1900 are slips of the pen; a year of more than four digits is none of the wire's. */
const realDay = (day: string) => {
  if (day < '1900') return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** A calendar day, `YYYY-MM-DD`, that exists, from 1900 on. */
export const Day = z
  .string()
  .refine(realDay, { params: { word: 'issue.day' } })
  .meta({ format: 'date' });
export const optionalDay = z.preprocess(blankAsNull, Day.nullable()).optional();

/** An instant or a day that narrows a list: slashes and dots are read too, a bare end day means its last second. */
export const Moment = z
  .string()
  .transform((value) => value.trim().replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})/, '$1-$2-$3'))
  .refine((value) => /^\d{4}-\d{2}-\d{2}( ([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?)?$/.test(value), {
    params: { word: 'issue.moment' },
    abort: true,
  })
  .refine((value) => realDay(value.slice(0, 10)), { params: { word: 'issue.day' } });

/** Filters by time of creation, both ends included. */
export const createdBetween = { beginTime: Moment, endTime: Moment };

/** A record's revision: an edit that sends an old one is refused, an edit without one is taken. */
export const Version = int(1, LARGEST_INT).optional();

/** What every business record carries beside its own fields. */
export const audited = {
  createBy: z.string(),
  createTime: Time,
  updateBy: z.string().nullable(),
  updateTime: Time.nullable(),
  version: z.int(),
};
