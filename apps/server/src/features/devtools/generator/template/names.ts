import type { GenField } from '../generator-field.ts';
import { camel } from '../generator-guess.ts';
import type { GenModel } from '../generator-model.ts';

/** Columns of people: a noun that is joined with them says whose column it means. */
const OF_USERS = new Set(
  'deptId userName nickName email phonenumber sex avatar password status delFlag loginIp loginDate pwdUpdateDate sample createBy createTime updateBy updateTime remark version userId'.split(
    ' ',
  ),
);

/** What stands differently where rows are owned, joined or revised, said once for all files of a module. */
export function namesOf(model: GenModel) {
  const { plural, table, owned, made, type, fields } = model;
  const joins = fields.some(({ ref }) => ref?.label);
  const row = camel(table);
  return {
    /** Alias of the resource's type: `typeof suppliers`. */
    alias:
      plural.replace(/^./, (letter) => letter.toUpperCase()) === type
        ? `${type}Resource`
        : plural.replace(/^./, (letter) => letter.toUpperCase()),
    row,
    /** Parameter and argument of queries. */
    scoped: owned ? ', scope: DataScope' : '',
    scope: owned ? ', scope' : '',
    visible: owned ? ['where(visible(scope))'] : [],
    /** A field as a condition or a list of columns names it. */
    column: (name: string) => (joins || (made && OF_USERS.has(name)) ? `${row}.${name}` : name),
  };
}

/** Names in the order in which Biome sorts them. */
export const sorted = (names: readonly string[]) =>
  [...new Set(names)].sort((left, right) => {
    const [a, b] = [left.replace(/^type /, ''), right.replace(/^type /, '')];
    return a.toLowerCase() < b.toLowerCase() ? -1 : 1;
  });

/** Fields that only one of add and edit takes. */
export const onlyEdited = (fields: readonly GenField[]) => fields.filter(({ insert, edit }) => edit && !insert);

/** Fields that add alone takes. */
export const onlyAdded = (fields: readonly GenField[]) => fields.filter(({ insert, edit }) => insert && !edit);
