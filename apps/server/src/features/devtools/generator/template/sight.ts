import type { GenField } from '../generator-field.ts';
import { camel } from '../generator-guess.ts';
import type { GenModel } from '../generator-model.ts';
import { filled } from './contract.ts';
import { arrow, type Doc, group, hard, indent, object, params, quoted } from './layout.ts';

/** References to owned records. Users can only reference records that they can see. */
export const heldOf = (fields: readonly GenField[]) => filled(fields).filter(({ ref }) => ref?.owner);

const capital = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase());
const hides = ({ name, line }: GenField) => `hides${line ? 'Line' : ''}${capital(name)}`;

/** For each such reference, a query in `<noun>.queries.ts` that checks whether a record is out of sight. */
export function sightParts({ table, keyColumn, fields, sub }: GenModel): Doc[] {
  const own = heldOf(fields).map((field) => questionOf(field, table, keyColumn));
  const lines = sub ? heldOf(sub.fields).map((field) => questionOf(field, sub.table, sub.link)) : [];
  return [...own, ...lines].flat();
}

/** @param table referencing table, with the record's key in `keyColumn` */
function questionOf(field: GenField, table: string, keyColumn: string): Doc[] {
  const { ref, column } = field;
  if (!ref?.owner) return [];
  const { owner, table: other, key } = ref;
  const columns = [
    `dept: ${quoted(camel(`${other}.dept_id`))}`,
    ...(owner.user ? [`user: ${quoted(camel(`${other}.${owner.user}`))}`] : []),
  ];
  return [
    '',
    '/** Tells whether one of `ids` is out of sight: not in scope, and not what record `id` names already. */',
    [
      group([`export async function ${hides(field)}`, params(['db: Db', 'scope: DataScope', 'ids: readonly number[]', 'id: number'])]),
      ': Promise<boolean> {',
    ],
    '  const { rows } = await sql<{ hidden: boolean }>`',
    `    select exists (select from ${other} where ${other}.${key} = any(\${ids}::bigint[])`,
    `      and not (\${inScope(scope, { ${columns.join(', ')} })}`,
    `        or exists (select from ${table} own where own.${keyColumn} = \${id} and own.${column} = ${other}.${key}))`,
    '    ) as hidden`.execute(db);',
    '  return rows[0]?.hidden ?? false;',
    '}',
  ];
}

/** `ensureSeen` in `<noun>.service.ts`, which runs all checks; empty without any. */
export function sightValidator({ domain, noun, fields, sub }: GenModel, alias: string): Doc[] {
  const own = heldOf(fields);
  const lines = sub ? heldOf(sub.fields) : [];
  if (own.length + lines.length === 0) return [];
  const given = [...own.map(({ name }) => name), ...(sub && lines.length > 0 ? [`${sub.list} = []`] : [])];
  const unless = (hidden: Doc, field: string, title: string): Doc => [
    group(['if (', hidden, ')', indent([{ line: ' ' }, ['throw unseen', params([quoted(field), quoted(title)]), ';']])]),
  ];
  return [
    '',
    '/** What is named has to be in sight, or named already; what is out of sight is as if it were not there. */',
    [
      group([
        'async function ensureSeen',
        params(["db: Context['db']", 'scope: DataScope', [object(given), `: ChangesOf<${alias}>`], 'id = 0']),
      ]),
      ' {',
      indent(
        [
          arrow('const unseen = (field: string, title: string)', "new Problem('referenceNotFound', { field, title })"),
          ...own.map((field) =>
            unless(
              [`${field.name} && (await queries.${hides(field)}`, params(['db', 'scope', `[${field.name}]`, 'id']), ')'],
              field.name,
              `${domain}.${noun}.${field.name}`,
            ),
          ),
          ...lines.flatMap((field) => {
            const named = `named${capital(field.name)}`;
            const each = field.required ? `map((line) => line.${field.name})` : `flatMap((line) => line.${field.name} ?? [])`;
            return [
              `const ${named} = ${sub?.list}.${each};`,
              unless(
                [`await queries.${hides(field)}`, params(['db', 'scope', named, 'id'])],
                sub?.list ?? '',
                `${domain}.${noun}.line.${field.name}`,
              ),
            ];
          }),
        ].flatMap((each, at): Doc[] => [hard, at === 0 ? [each, ';'] : each]),
      ),
      hard,
      '}',
    ],
  ];
}

/** The call of `ensureSeen`; `given` is the input without lines. */
export function sightCall({ fields, sub }: GenModel, given: string, id?: string): Doc[] {
  const lines = sub ? heldOf(sub.fields) : [];
  if (heldOf(fields).length + lines.length === 0) return [];
  const all = sub && lines.length > 0 ? `{ ...${given}, ${sub.list} }` : given;
  return [['await ensureSeen', params(['db', 'scope', all, ...(id ? [id] : [])]), ';']];
}
