import type { Resource } from '@suyuan/contract';

interface Shape {
  def: { type: string; innerType?: Shape; out?: Shape; in?: Shape };
}

/** Unwraps optional, nullable and preprocess. */
function unwrap(schema: Shape | undefined): Shape | undefined {
  const { innerType, type, out } = schema?.def ?? {};
  if (innerType) return unwrap(innerType);
  return type === 'pipe' && out ? unwrap(out) : schema;
}

const fieldOf = (shape: Resource['record'], name: string) => unwrap(shape.shape[name] as unknown as Shape | undefined);

/** Whether a field is a quantity; keys are not. */
export const isNumber = ({ record, key }: Pick<Resource, 'record' | 'key'>, name: string) =>
  name !== key && !name.endsWith('Id') && fieldOf(record, name)?.def.type === 'number';

export const isRequired = ({ input }: Pick<Resource, 'input'>, name: string) => input.shape[name]?.safeParse(undefined).success === false;
