import { z } from 'zod';

/**
 * What a route answers where it does not refuse. It stands beside the route, the API documents show it, and tests hold every answer
 * against it: a key that is not named here is a fault.
 */
export interface Answer {
  /** The whole body, where it is JSON. */
  schema?: z.ZodType;
  /** Media types, where it is a file. */
  types?: readonly string[];
  /** What such a file holds, where that is JSON. */
  inside?: z.ZodType;
}

const envelope = { code: z.literal(200), msg: z.string() };

/** Beside `code` and `msg` these keys, as some answers of the family have; alone: nothing else. */
export const answersBeside = (shape: z.ZodRawShape = {}): Answer => ({ schema: z.object({ ...envelope, ...shape }) });

/** `data`, and what stands beside it. Where there may be none, `data` is an optional schema: null is left out. */
export const answersData = (data: z.ZodType, beside: z.ZodRawShape = {}): Answer => answersBeside({ data, ...beside });

/** One page of a list. */
export const answersRows = (row: z.ZodType): Answer => answersBeside({ rows: z.array(row), total: z.int().min(0) });

/** A file of one of these media types. */
export const answersFile = (...types: string[]): Answer => ({ types });

/** A file that holds JSON of this shape. */
export const answersDocument = (type: string, inside: z.ZodType): Answer => ({ types: [type], inside });

/** JSON without an envelope, as the plain interfaces answer. */
export const answersPlain = (schema: z.ZodType): Answer => ({ schema });

/** What a route answers that says nothing of it: that it is done. */
export const answersDone: Answer = answersBeside();

/** A spreadsheet, or the number of the task that makes it. */
export const answersExport = (type: string): Answer => ({ ...answersData(z.object({ taskId: z.int() })), types: [type] });

/** Rows of an import by their number in the spreadsheet, and why they were not taken; or the number of the task that takes them. */
export const answersImport = answersData(
  z.union([
    z.object({
      count: z.int(),
      /** Of them, those that changed a record that was there. */
      updated: z.int(),
      /** Beside them, those that were taken in before. */
      already: z.int(),
      bad: z.int(),
      faults: z.array(z.object({ row: z.int(), message: z.string() })),
      unknown: z.array(z.string()),
    }),
    z.object({ taskId: z.int() }),
  ]),
);
