import { type FieldType, fieldTypes } from '../model.ts';
import { choices } from './choices.ts';
import { inputs, pickers } from './inputs.ts';
import { layout } from './layout.ts';
import type { FieldGroup, FieldSpec } from './spec.ts';

const specs = new Map<FieldType, FieldSpec>([...inputs, ...choices, ...pickers, ...layout].map((spec) => [spec.type, spec]));

export const specOf = (type: FieldType): FieldSpec => specs.get(type)!;

/** In palette order. */
export const typesOf = (group: FieldGroup): FieldType[] => fieldTypes.filter((type) => specOf(type).group === group);
