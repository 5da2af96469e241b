import { z } from 'zod';
import { optionalText, text } from '../core/fields.ts';
import { genTables } from './generator.ts';

/** Pages that a RuoYi server generates: Vue 2 or Vue 3, in JavaScript or TypeScript. */
export const genWebTypes = ['element-ui', 'element-plus', 'element-plus-typescript'] as const;
export type GenWebType = (typeof genWebTypes)[number];

const name = optionalText(200);

/**
 * The generator's tables as a RuoYi server accepts them: its names are of any language, so only blanks and lengths are refused.
 * The cast: the fields are the same, only their rules differ.
 */
export const ruoYiGenTables = {
  ...genTables,
  input: genTables.input.extend({
    tableName: name,
    tableComment: text(500),
    className: text(100),
    tplCategory: text(200),
    packageName: text(100),
    moduleName: text(30),
    businessName: text(30),
    functionAuthor: text(50),
    genPath: name,
    subTableName: name,
    subTableFkName: name,
    treeCode: name,
    treeParentCode: name,
    treeName: name,
    columns: z.array(z.looseObject({ columnComment: optionalText(500), javaField: text(200) })),
  }),
} as unknown as typeof genTables;
