import type { GenField } from '../generator-field.ts';
import { camel } from '../generator-infer-column.ts';
import type { GenModel } from '../generator-model.ts';
import { formFields } from './contract.ts';
import { arrow, type Doc, group, hardLine, indent, object, params, quoted } from './doc-printer.ts';

/** References to owned records. Users can only reference records that they can see. */
export const ownedReferences = (fields: readonly GenField[]) => formFields(fields).filter(({ ref }) => ref?.owner);

const capitalize = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase());
const visibilityCheckName = ({ name, line }: GenField) => `is${line ? 'Line' : ''}${capitalize(name)}Hidden`;

/** For each such reference, a query in `<noun>.queries.ts` that checks whether a record is out of sight. */
export function visibilityQueries({ table, keyColumn, fields, sub }: GenModel): Doc[] {
  const recordQueries = ownedReferences(fields).map((field) => visibilityQuery(field, table, keyColumn));
  const lineQueries = sub ? ownedReferences(sub.fields).map((field) => visibilityQuery(field, sub.table, sub.link)) : [];
  return [...recordQueries, ...lineQueries].flat();
}

/** @param table referencing table, with the record's key in `keyColumn` */
function visibilityQuery(field: GenField, table: string, keyColumn: string): Doc[] {
  const { ref, column } = field;
  if (!ref?.owner) return [];
  const { owner, table: other, key } = ref;
  const columns = [
    `dept: ${quoted(camel(`${other}.dept_id`))}`,
    ...(owner.user ? [`user: ${quoted(camel(`${other}.${owner.user}`))}`] : []),
  ];
  return [
    '',
    '/** Whether one of `ids` is invisible: out of scope, and not referenced by record `id` yet. */',
    [
      group([
        `export async function ${visibilityCheckName(field)}`,
        params(['db: Db', 'scope: DataScope', 'ids: readonly number[]', 'id: number']),
      ]),
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

/** `assertVisible` in `<noun>.service.ts`, which runs all checks; empty without any. */
export function visibilityValidator({ domain, noun, fields, sub }: GenModel, alias: string): Doc[] {
  const recordReferences = ownedReferences(fields);
  const lineReferences = sub ? ownedReferences(sub.fields) : [];
  if (recordReferences.length + lineReferences.length === 0) return [];
  const fieldNames = [...recordReferences.map(({ name }) => name), ...(sub && lineReferences.length > 0 ? [`${sub.list} = []`] : [])];
  const refuseIf = (hidden: Doc, field: string, title: string): Doc => [
    group(['if (', hidden, ')', indent([{ line: ' ' }, ['throw notVisible', params([quoted(field), quoted(title)]), ';']])]),
  ];
  return [
    '',
    '/** New references must be visible. An invisible record counts as missing. */',
    [
      group([
        'async function assertVisible',
        params(["db: Context['db']", 'scope: DataScope', [object(fieldNames), `: ChangesOf<${alias}>`], 'id = 0']),
      ]),
      ' {',
      indent(
        [
          arrow('const notVisible = (field: string, title: string)', "new Problem('referenceNotFound', { field, title })"),
          ...recordReferences.map((field) =>
            refuseIf(
              [`${field.name} && (await queries.${visibilityCheckName(field)}`, params(['db', 'scope', `[${field.name}]`, 'id']), ')'],
              field.name,
              `${domain}.${noun}.${field.name}`,
            ),
          ),
          ...lineReferences.flatMap((field) => {
            const idsVariable = `${field.name}List`;
            const each = field.required ? `map((line) => line.${field.name})` : `flatMap((line) => line.${field.name} ?? [])`;
            return [
              `const ${idsVariable} = ${sub?.list}.${each};`,
              refuseIf(
                [`await queries.${visibilityCheckName(field)}`, params(['db', 'scope', idsVariable, 'id'])],
                sub?.list ?? '',
                `${domain}.${noun}.line.${field.name}`,
              ),
            ];
          }),
        ].flatMap((each, at): Doc[] => [hardLine, at === 0 ? [each, ';'] : each]),
      ),
      hardLine,
      '}',
    ],
  ];
}

/** The call of `assertVisible`. @param input variable of the input without lines */
export function visibilityCall({ fields, sub }: GenModel, input: string, id?: string): Doc[] {
  const lineReferences = sub ? ownedReferences(sub.fields) : [];
  if (ownedReferences(fields).length + lineReferences.length === 0) return [];
  const argument = sub && lineReferences.length > 0 ? `{ ...${input}, ${sub.list} }` : input;
  return [['await assertVisible', params(['db', 'scope', argument, ...(id ? [id] : [])]), ';']];
}
