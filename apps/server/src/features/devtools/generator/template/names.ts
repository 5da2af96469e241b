import type { GenField } from '../generator-field.ts';
import { camel } from '../generator-infer-column.ts';
import type { GenModel } from '../generator-model.ts';

/** Columns of the users table. A joined noun qualifies columns of these names. */
const USER_COLUMNS = new Set(
  'deptId userName nickName email phonenumber sex avatar password status delFlag loginIp loginDate pwdUpdateDate sample createBy createTime updateBy updateTime remark version userId'.split(
    ' ',
  ),
);

/** Code fragments that depend on ownership, joins or revisions, shared by all templates. */
export function namesOf(model: GenModel) {
  const { plural, table, owned, creation, type, fields } = model;
  const hasJoins = fields.some(({ ref }) => ref?.label);
  const row = camel(table);
  return {
    /** Alias of the resource type: `typeof suppliers`. */
    alias:
      plural.replace(/^./, (letter) => letter.toUpperCase()) === type
        ? `${type}Resource`
        : plural.replace(/^./, (letter) => letter.toUpperCase()),
    row,
    /** Parameter and argument of queries. */
    scoped: owned ? ', scope: DataScope' : '',
    scope: owned ? ', scope' : '',
    visible: owned ? ['where(visible(scope))'] : [],
    /** Column name in conditions and selections. */
    column: (name: string) => (hasJoins || (creation && USER_COLUMNS.has(name)) ? `${row}.${name}` : name),
  };
}

/** Sorts names like Biome. */
export const sortNames = (names: readonly string[]) =>
  [...new Set(names)].sort((left, right) => {
    const [a, b] = [left.replace(/^type /, ''), right.replace(/^type /, '')];
    return a.toLowerCase() < b.toLowerCase() ? -1 : 1;
  });

export const editOnlyFields = (fields: readonly GenField[]) => fields.filter(({ insert, edit }) => edit && !insert);

export const addOnlyFields = (fields: readonly GenField[]) => fields.filter(({ insert, edit }) => insert && !edit);
