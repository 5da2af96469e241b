import type { GenField } from '../generator-field.ts';
import { camel } from '../generator-infer-column.ts';
import { type GenKey, takenProblemName } from '../generator-key.ts';
import type { GenModel } from '../generator-model.ts';
import { formFields, isRangeFilter, isStandardUnique, labeledReferences, labelOf, rangeOf } from './contract.ts';
import { inComment, lowerFirst, quoted, quotedList, withImports } from './source.ts';

/** `<noun>.routes.ts`. The list of a tree is complete and in `data`. */
export function routesFile({ noun, plural, tree }: GenModel): string {
  const list = `${noun}List`;
  const routes = tree
    ? `serve(app, ${list}, (ctx, { query }) => ${noun}Service.list(ctx, query));
  resourceRoutes(app, ${plural}, ${noun}Service, ['read', 'add', 'edit', 'remove']);`
    : `resourceRoutes(app, ${plural}, ${noun}Service);`;
  return withImports(`export function ${noun}Routes(app: FastifyInstance) {\n  ${routes}\n}\n`, [
    ['@suyuan/contract', `${plural} ${list}`],
    ['fastify', 'type:FastifyInstance'],
    ['../../../platform/http/resource-routes.ts', 'resourceRoutes'],
    ['../../../platform/http/serve.ts', 'serve'],
  ]).replace(/\n\n/, `\nimport * as ${noun}Service from './${noun}.service.ts';\n\n`);
}

/** Conditions of filters that do not compare as their kind does. */
function ownConditions({ table, fields }: GenModel): string[] {
  const compare = (name: string, column: string, sign: string) =>
    `${name}: (value) => sql<boolean>\`${table}.${column} ${sign} \${value}\``;
  return fields
    .filter(({ query }) => query)
    .flatMap((field): string[] => {
      const { name, column, kind, htmlType, queryType } = field;
      const [begin, end] = rangeOf(field);
      if (kind === 'time') {
        const between = (bounds: string) => `between(${quoted(`${camel(table)}.${name}`)}, ${bounds})`;
        return [`${begin}: (begin) => ${between('begin')}`, `${end}: (end) => ${between('undefined, end')}`];
      }
      if (isRangeFilter(field)) return [compare(begin, column, '>='), compare(end, column, '<=')];
      const isText = kind === 'text' || kind === 'lines';
      if (isText && htmlType === 'checkbox')
        return [`${name}: (value) => sql<boolean>\`\${value} = any(string_to_array(${table}.${column}, ','))\``];
      // text contains by default, others are equal; unordered values have no range
      const sign = { EQ: '=', NE: '!=', GT: '>', GTE: '>=', LT: '<', LTE: '<=', LIKE: isText ? '' : '=', BETWEEN: '=' }[queryType];
      return sign === '' || (!isText && sign === '=') ? [] : [compare(name, column, sign)];
    });
}

/** `{ a, b }` of the parts that exist. */
const objectOf = (parts: readonly (string | false | null)[]) => {
  const all = parts.filter(Boolean);
  return all.length > 0 ? `{ ${all.join(', ')} }` : '';
};

/** `<noun>.queries.ts` */
export function queriesFile(model: GenModel): string {
  const { noun, plural, table, fields, owned, tree, sub } = model;
  const columns = objectOf(
    labeledReferences(fields).map((field) => {
      const { table: other, key, label } = field.ref ?? {};
      return `${labelOf(field)}: sql\`(select other.${label} from ${other} other where other.${key} = ${table}.${field.column})\``;
    }),
  );
  const conditions = objectOf(ownConditions(model));
  const lines =
    sub &&
    `{ field: ${quoted(sub.list)}, table: ${quoted(camel(sub.table))}, link: ${quoted(sub.linkField)},
      names: ${quotedList(formFields(sub.fields).map(({ name }) => name))}, order: ${quotedList([...(sub.isOrdered ? ['orderNum'] : []), sub.key])} }`;
  const options = objectOf([
    owned && 'owned: true',
    tree && `parent: ${quoted(tree.parent.name)}`,
    columns && `columns: ${columns}`,
    conditions && `conditions: ${conditions}`,
    lines && `lines: ${lines}`,
  ]);
  const body = `export const ${noun}Table = recordTable(${[plural, quoted(camel(table)), options].filter(Boolean).join(', ')});\n`;
  return withImports(body, [
    ['@suyuan/contract', plural],
    ['kysely', 'sql'],
    ['../../../platform/db/page.ts', 'between'],
    ['../../../platform/db/record-table.ts', 'recordTable'],
  ]);
}

/** `errors` and `references` of the record or its lines. The problem of a key of several columns names its last field in the form. */
function rulesOf(noun: string, fields: readonly GenField[], keys: readonly GenKey[], isOwnRule: (field: GenField) => boolean) {
  const unique = fields.filter((field) => field.unique && isOwnRule(field));
  const rules = [
    ...unique.map((field) => ({ constraint: field.unique ?? '', problem: takenProblemName({ noun }, field), fields: [field] })),
    ...keys,
  ];
  const errors = rules.map(({ constraint, problem, fields: named }) => {
    const field = named.at(-1)?.name;
    return `[{ ${/^[a-z_]\w*$/i.test(constraint) ? constraint : quoted(constraint)}: ${quoted(problem)} }${field ? `, ${quoted(field)}` : ''}]`;
  });
  const references = formFields(fields).flatMap(({ name, ref }) => {
    if (!ref) return [];
    const user = ref.owner?.user ? `, user: ${quoted(camel(ref.owner.user))}` : '';
    const owner = ref.owner ? `, owner: { table: ${quoted(camel(ref.table))}, key: ${quoted(camel(ref.key))}${user} }` : '';
    return [`${name}: { constraint: ${quoted(ref.constraint)}${owner} }`];
  });
  return [errors.length > 0 && `errors: [${errors.join(', ')}]`, references.length > 0 && `references: ${objectOf(references)}`];
}

function serviceOptions({ noun, table, fields, keys, uses, tree, sub }: GenModel): string {
  const lineRules = objectOf(sub ? rulesOf(noun, formFields(sub.fields), sub.keys, () => true) : []);
  const used = objectOf([
    tree && `${tree.parent.ref?.constraint ?? `${table}_${tree.parent.column}_fkey`}: '${noun}HasChildren'`,
    ...uses.map(({ constraint }) => `${constraint}: '${noun}InUse'`),
  ]);
  const only = (operation: string, one: 'insert' | 'edit', other: 'insert' | 'edit') => {
    const names = fields.filter((field) => field[one] && !field[other]).map(({ name }) => name);
    return names.length > 0 && `${operation}: ${quotedList(names)}`;
  };
  const ignored = objectOf([only('add', 'edit', 'insert'), only('edit', 'insert', 'edit')]);
  const order = tree ? undefined : fields.find(({ column, kind }) => kind === 'int' && /(^|_)(sort|order_num)$/.test(column));
  const html = formFields(fields).flatMap(({ kind, name }) => (kind === 'html' ? [name] : []));
  return objectOf([
    order ? `orderBy: ${quoted(order.name)}` : null,
    ...rulesOf(noun, fields, keys, (field) => !isStandardUnique(table, field)),
    lineRules && `lines: ${lineRules}`,
    used && `used: ${used}`,
    html.length > 0 && `html: ${quotedList(html)}`,
    ignored && `ignored: ${ignored}`,
    tree && `belowItself: '${noun}BelowItself'`,
  ]);
}

/** `<noun>.service.ts` */
export function serviceFile(model: GenModel): string {
  const { noun, plural, key, english, tree } = model;
  const options = serviceOptions(model);
  const list = `
/** In scope, ordered by parent, then by order number. */
export const list = (ctx: Context, filters: FiltersOf<typeof ${plural}>) => queries.${noun}Table.listTree(ctx, filters${tree?.order ? `, ${quoted(tree.order.name)}` : ''});
`;
  const body = `/** Requests for ${inComment(lowerFirst(english))} records by \`${key}\`. */
export const { table, ${tree ? 'lockTree, ' : 'list, '}read, add, edit, remove } = recordService(queries.${noun}Table${options && `, ${options}`});
${tree ? list : ''}`;
  return withImports(body, [
    ['@suyuan/contract', `type:FiltersOf type:${plural}`],
    ['../../../platform/http/record-service.ts', 'recordService'],
    ['../../../platform/http/context.ts', 'type:Context'],
  ]).replace(/\n\n/, `\nimport * as queries from './${noun}.queries.ts';\n\n`);
}
