import type { z } from 'zod';

/** The parts of zod's definitions that contain other schemas. */
export interface SchemaDefinition {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  /** Of an object: what becomes of undeclared names. */
  catchall?: z.core.$ZodType;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  getter?: () => z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
}

export const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as SchemaDefinition;

/** The schema within an optional, nullable, lazy or transformed one. */
export function unwrapped({ innerType, getter, in: from, out }: SchemaDefinition): z.core.$ZodType | undefined {
  if (getter) return getter();
  // a transform is a pipe from or to a function
  return innerType ?? [from, out].find((each) => each && definitionOf(each).type !== 'transform');
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
