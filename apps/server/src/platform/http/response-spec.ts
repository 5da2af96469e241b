import { z } from 'zod';

/** Successful response of a route, shown in the API document. Tests compare every response with it: an undeclared key is an error. */
export interface ResponseSpec {
  /** HTTP status. Default: 200. */
  status?: number;
  /** The whole JSON body. */
  schema?: z.ZodType;
  types?: readonly string[];
  inside?: z.ZodType;
  /** Has an entity tag, and is 304 if `If-None-Match` has it. */
  tagged?: boolean;
}

const envelope = { code: z.literal(200), msg: z.string() };

/** `code`, `msg` and the keys of `shape`, as in some RuoYi responses. */
export const envelopeResponse = (shape: z.ZodRawShape = {}): ResponseSpec => ({ schema: z.object({ ...envelope, ...shape }) });

/** `data`. Nulls are omitted, so a nullable `data` is an optional schema. */
export const dataResponse = (data: z.ZodType): ResponseSpec => envelopeResponse({ data });

export const rowsResponse = (row: z.ZodType): ResponseSpec => envelopeResponse({ rows: z.array(row), total: z.int().min(0) });

export const fileResponse = (...types: string[]): ResponseSpec => ({ types });

export const documentResponse = (type: string, inside: z.ZodType): ResponseSpec => ({ types: [type], inside });

/** JSON without an envelope, as in the public API. */
export const jsonResponse = (schema: z.ZodType): ResponseSpec => ({ schema });

/** Default: `code` and `msg` only. */
export const emptyResponse: ResponseSpec = envelopeResponse();

/** Result of an import with faults by row number of the spreadsheet, or the ID of the import task. */
export const importResult = z.union([
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
]);
