import type { FieldType } from '../model.ts';
import { fieldTypes } from '../model.ts';
import { choices } from './choices.ts';
import { inputs } from './inputs.ts';
import { layout } from './layout.ts';
import { pickers } from './pickers.ts';
import type { FieldGroup, FieldSpec } from './spec.ts';

const specs = new Map<FieldType, FieldSpec>([...inputs, ...choices, ...pickers, ...layout].map((spec) => [spec.type, spec]));

export const specOf = (type: FieldType): FieldSpec => specs.get(type)!;

/** In palette order. */
export const typesOf = (group: FieldGroup): FieldType[] => fieldTypes.filter((type) => specOf(type).group === group);
