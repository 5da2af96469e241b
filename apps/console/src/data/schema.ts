import type { Resource } from '@suyuan/contract';

/** As much of a zod schema as is looked at here. */
interface Shape {
  def: { type: string; innerType?: Shape; out?: Shape; in?: Shape; entries?: Record<string, string> };
}

/** The schema below optional, nullable and preprocess. */
function plain(schema: Shape | undefined): Shape | undefined {
  const { innerType, type, out } = schema?.def ?? {};
  if (innerType) return plain(innerType);
  return type === 'pipe' && out ? plain(out) : schema;
}

const fieldOf = (shape: Resource['record'], name: string) => plain(shape.shape[name] as unknown as Shape | undefined);

/** Whether a field of the record is a number that people compare; keys are not. */
export const isNumber = ({ record, key }: Pick<Resource, 'record' | 'key'>, name: string) =>
  name !== key && !name.endsWith('Id') && fieldOf(record, name)?.def.type === 'number';

/** The coded values of a filter or field, in the contract's order; undefined where it is free text. */
export const choicesOf = (shape: Resource['record'], name: string): string[] | undefined => {
  const { type, entries } = fieldOf(shape, name)?.def ?? {};
  return type === 'enum' && entries ? Object.keys(entries) : undefined;
};

/** Whether `add` refuses without the field. */
export const isRequired = ({ input }: Pick<Resource, 'input'>, name: string) => input.shape[name]?.safeParse(undefined).success === false;
