import { z } from 'zod';

/** First characters that make a spreadsheet evaluate a cell as a formula (OWASP ASVS 5.0, 1.2.10; full-width forms too). */
const FORMULA_START = /^[=+\-@\t\r\0;＝＋－＠]/;

export const escapeFormula = (text: string) => (FORMULA_START.test(text) ? `'${text}` : text);

export const unescapeFormula = (text: string) => (text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text);

/** A cell of a CSV file (RFC 4180) that cannot be a formula. */
export function csvCell(text: string): string {
  const cell = escapeFormula(text);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Spreadsheet programs keep 15 digits of a number, so the last digits of a longer one are lost. */
export const isExact = (number: number) => Math.abs(number) < 1e15;

/** RuoYi clients send numbers as text and text as numbers. Both are accepted. */
const asText = (value: unknown) => (typeof value === 'number' && isExact(value) ? String(value) : value);
const asNumber = (value: unknown) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value);

/** Invisible characters of copied text; texts that differ by them look the same. Excludes the joiners of emoji and scripts. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const visible = (text: string) => text.replace(INVISIBLE, '');

const blankAsNull = (value: unknown) => (typeof value === 'string' && visible(value).trim() === '' ? null : asText(value));

/** PostgreSQL type `integer`. */
export const MAX_INT = 2_147_483_647;

/** A positive bigint that a double represents exactly. */
export const Id = z.preprocess(asNumber, z.int().min(1).max(Number.MAX_SAFE_INTEGER));

/** 1 to 500 keys in a path, separated by commas, e.g. `3,4`. */
export const Ids = z.preprocess((ids) => (typeof ids === 'string' ? ids.split(',') : ids), z.array(Id).min(1).max(500));

export const int = (min: number, max: number) => z.preprocess(asNumber, z.int().min(min).max(max));

/** At least one, as an array or as text with commas. */
const numberList = (number: z.ZodType<number>, maxLength: number) =>
  z.preprocess(
    (list) => (typeof list === 'string' || typeof list === 'number' ? String(list).split(',') : list),
    z.array(number).min(1).max(maxLength),
  );

export const orderedIds = (maxLength: number) => numberList(Id, maxLength);

/** Parallel to `orderedIds`. */
export const orderNumbers = (maxLength: number) => numberList(int(0, MAX_INT), maxLength);

/** At most `places` decimals. */
export const decimal = (min: number, max: number, places: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,12}(\.\d{1,9})?$/.test(value.trim()) ? Number(value) : value),
    z
      .number()
      .min(min)
      .max(max)
      .refine((value) => Number(value.toFixed(places)) === value, { params: { word: 'issue.places', places } }),
  );

/** Control characters and lone surrogates, which PostgreSQL may reject. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u;
/** Same, but allows line breaks and tabs. */
const CONTROL_CHARACTERS_IN_LINES = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u;

/** Single line of 1 to `max` visible characters, trimmed, without control characters. */
export const text = (max: number, pattern?: RegExp) => z.preprocess(asText, textOf(max, CONTROL_CHARACTERS, pattern));

/** Like `text`. Absent, null or blank: no value. */
export const optionalText = (max: number, pattern?: RegExp) =>
  z.preprocess(blankAsNull, textOf(max, CONTROL_CHARACTERS, pattern).nullable()).optional();

/** Like `text`, with line breaks. */
export const lines = (max: number) => z.preprocess(asText, textOf(max, CONTROL_CHARACTERS_IN_LINES));

/** Like `lines`. Absent, null or blank: no value. */
export const optionalLines = (max: number) => z.preprocess(blankAsNull, textOf(max, CONTROL_CHARACTERS_IN_LINES).nullable()).optional();

/** Leaves space for a link or an element string around the code. */
export const MAX_CODE_TEXT_LENGTH = 512;

/** Allows the control characters that separate elements of a symbol. */
export const scannedText = (max = MAX_CODE_TEXT_LENGTH) => z.preprocess(asText, textOf(max, /[\p{Cs}\0]/u));

function textOf(max: number, forbiddenCharacters: RegExp, pattern?: RegExp) {
  const plain = z
    .string()
    .overwrite(visible)
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !forbiddenCharacters.test(value), { params: { word: 'issue.controlCharacter' } });
  return pattern ? plain.regex(pattern) : plain;
}

/** Reference to another record. Absent: unchanged. Null or empty: cleared. */
export const optionalId = z
  .preprocess((value) => (value === '' ? null : asNumber(value)), z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullable())
  .optional();

/** Optional field. Null and empty text count as absent, as RuoYi clients send them. */
export const absentIfBlank = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional()).optional();

const flagTexts: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

/** `true` or `1`, `false` or `0`, in queries as text. Absent if blank. */
export const queryFlag = absentIfBlank(z.preprocess((value) => flagTexts[String(value).toLowerCase()] ?? value, z.boolean()));

/** Nullable field. Absent: unchanged. Null or empty: no value. */
export const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable()).optional();

/** RuoYi flag: `0` normal, `1` exception. */
export const Flag = z.preprocess(asText, z.enum(['0', '1']));

/** Wire format of an instant: `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
export const Time = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);

/** Years before 1900 are typing errors. Years of more than four digits are not supported. */
const realDay = (day: string) => {
  if (day < '1900') return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** Existing calendar day `YYYY-MM-DD`, from 1900. */
export const Day = z
  .string()
  .refine(realDay, { params: { word: 'issue.day' } })
  .meta({ format: 'date' });
export const optionalDay = z.preprocess(blankAsNull, Day.nullable()).optional();

/** `2026/1/5 8:00`, as Chinese spreadsheet programs write times to CSV files → `2026-01-05 08:00` */
export const paddedMoment = (text: string) =>
  text
    .trim()
    .replace(/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?=$| )/, (_, year, _separator, month, day) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )
    .replace(/ (?=\d:)/, ' 0');

/** Instant or day as a list filter. Also accepts slashes and dots. An end day without time includes its last second. */
export const Moment = z
  .string()
  .transform(paddedMoment)
  .refine((value) => /^\d{4}-\d{2}-\d{2}( ([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?)?$/.test(value), {
    params: { word: 'issue.moment' },
    abort: true,
  })
  .refine((value) => realDay(value.slice(0, 10)), { params: { word: 'issue.day' } });

/** Both ends included. */
export const createdBetween = { beginTime: Moment, endTime: Moment };

/** Optimistic locking. An outdated version is rejected, a missing one is not checked. */
export const Version = int(1, MAX_INT).optional();
