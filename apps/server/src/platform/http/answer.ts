import { z } from 'zod';

/** Successful response of a route, shown in the API document. Tests compare every response with it: an undeclared key is an error. */
export interface Answer {
  /** The whole JSON body. */
  schema?: z.ZodType;
  types?: readonly string[];
  inside?: z.ZodType;
}

const envelope = { code: z.literal(200), msg: z.string() };

/** `code`, `msg` and the keys of `shape`, as in some RuoYi responses. */
export const answersBeside = (shape: z.ZodRawShape = {}): Answer => ({ schema: z.object({ ...envelope, ...shape }) });

/** `data` and further keys. Nulls are omitted, so a nullable `data` is an optional schema. */
export const answersData = (data: z.ZodType, beside: z.ZodRawShape = {}): Answer => answersBeside({ data, ...beside });

export const answersRows = (row: z.ZodType): Answer => answersBeside({ rows: z.array(row), total: z.int().min(0) });

export const answersFile = (...types: string[]): Answer => ({ types });

export const answersDocument = (type: string, inside: z.ZodType): Answer => ({ types: [type], inside });

/** JSON without an envelope, as in the public API. */
export const answersPlain = (schema: z.ZodType): Answer => ({ schema });

/** Default: `code` and `msg` only. */
export const answersDone: Answer = answersBeside();

/** A spreadsheet, or the ID of the task that creates it. */
export const answersExport = (type: string): Answer => ({ ...answersData(z.object({ taskId: z.int() })), types: [type] });

/** Result of an import with faults by row number of the spreadsheet, or the ID of the import task. */
export const answersImport = answersData(
  z.union([
    z.object({
      count: z.int(),
      /** Part of `count`: rows that updated an existing record. */
      updated: z.int(),
      /** Not part of `count`: rows that were imported earlier. */
      already: z.int(),
      bad: z.int(),
      faults: z.array(z.object({ row: z.int(), message: z.string() })),
      unknown: z.array(z.string()),
    }),
    z.object({ taskId: z.int() }),
  ]),
);
