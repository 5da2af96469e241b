import { z } from 'zod';
import { optionalText, text } from '../core/fields.ts';
import { genTables } from './generator.ts';

/** Vue 2, Vue 3 with JavaScript, or Vue 3 with TypeScript. */
export const genWebTypes = ['element-ui', 'element-plus', 'element-plus-typescript'] as const;
export type GenWebType = (typeof genWebTypes)[number];

const name = optionalText(200);

/**
 * RuoYi accepts names in any language. Only blank and overlong values are rejected. The cast is safe because only the validation
 * differs.
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
