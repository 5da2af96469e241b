// Over 250 lines: the template of one file.
import { camel } from '../generator-infer-column.ts';
import type { GenModel } from '../generator-model.ts';
import { isRangeFilter, labeledReferences, labelOf, rangeOf } from './contract.ts';
import {
  array,
  arrow,
  chain,
  type Doc,
  group,
  hardLine,
  inComment,
  indent,
  joinLines,
  object,
  params,
  printDoc,
  quoted,
} from './doc-printer.ts';
import { filterConditions } from './filter-conditions.ts';
import { namesOf, sortNames } from './names.ts';
import { visibilityQueries } from './visibility.ts';

const filterNames = (model: GenModel) => [
  ...model.fields.filter(({ query }) => query).flatMap((field) => (isRangeFilter(field) ? rangeOf(field) : [field.name])),
  ...(model.hasCreateTimeFilter ? ['beginTime', 'endTime'] : []),
];

function selectOf(model: GenModel): Doc {
  const { key, fields, creation, revised, tree, sub } = model;
  const { alias, row, scoped, visible, column } = namesOf(model);
  const refs = labeledReferences(fields);
  const ownColumns = [key, ...fields.map(({ name }) => name), ...(revised ? ['version'] : [])].map((name) => quoted(column(name)));
  const join = creation?.required ? 'innerJoin' : 'leftJoin';
  const audit = creation
    ? [
        "'maker.userName as createBy'",
        quoted(column('createTime')),
        ...(revised ? ["'editor.userName as updateBy'", quoted(column('updateTime'))] : []),
      ]
    : [];
  const record = sub ? `Omit<RecordOf<${alias}>, ${quoted(sub.list)}>` : `RecordOf<${alias}>`;
  const calls: Doc[] = [
    `selectFrom(${quoted(row)})`,
    ...(creation ? [`${join}('users as maker', 'maker.userId', ${quoted(`${row}.createBy`)})`] : []),
    ...(revised ? [`leftJoin('users as editor', 'editor.userId', ${quoted(`${row}.updateBy`)})`] : []),
    ...refs.map(({ name, ref }) => {
      const joinAlias = camel(`${ref?.table}_of_${name.toLowerCase()}`);
      return `leftJoin(${quoted(`${camel(ref?.table ?? '')} as ${joinAlias}`)}, ${quoted(`${joinAlias}.${camel(ref?.key ?? '')}`)}, ${quoted(`${row}.${name}`)})`;
    }),
    ['select(', array(ownColumns), ')'],
    ...(tree
      ? [`select(sql<number>\`coalesce(\${sql.ref(${quoted(column(tree.parent.name))})}, 0)\`.as(${quoted(tree.parent.name)}))`]
      : []),
    ...(audit.length > 0 ? [['select(', array(audit), ')'] as Doc] : []),
    ...(refs.length > 0
      ? [
          [
            'select(',
            array(
              refs.map((field) =>
                quoted(
                  `${camel(`${field.ref?.table}_of_${field.name.toLowerCase()}`)}.${camel(field.ref?.label ?? '')} as ${labelOf(field)}`,
                ),
              ),
            ),
            ')',
          ] as Doc,
        ]
      : []),
    `$castTo<${record}>()`,
    ...visible,
  ];
  return [arrow(`const select = (db: Db${scoped})`, chain('db', calls, creation !== null || tree !== null)), ';'];
}

function listOf(model: GenModel): Doc {
  const { fields, key, tree, hasCreateTimeFilter } = model;
  const { alias, scoped, scope, column } = namesOf(model);
  const names = filterNames(model);
  const conditions = fields.filter(({ query }) => query).flatMap((field) => filterConditions(model, field));
  const start = `${conditions.length > 0 ? 'let' : 'const'} rows = select(db${scope})`;
  const between = hasCreateTimeFilter ? `.where(between(${quoted(column('createTime'))}, beginTime, endTime))` : '';
  const first: Doc = [start, between, ';'];
  const order = tree?.order ? column(tree.order.name) : undefined;
  const last: Doc = tree
    ? [
        'return ',
        chain(
          'rows',
          [
            `orderBy(sql\`coalesce(\${sql.ref(${quoted(column(tree.parent.name))})}, 0)\`)`,
            ...(order ? [`orderBy(${quoted(order)})`] : []),
            `orderBy(${quoted(column(key))})`,
            'limit(MAX_ROWS)',
            'execute()',
          ],
          true,
        ),
        ';',
      ]
    : `return page(rows, ${quoted(column(key))}, paging);`;
  const queryType = tree ? `FiltersOf<${alias}>` : `QueryOf<${alias}>`;
  const parameter: Doc = [object([...names, ...(tree ? [] : ['paging'])]), `: ${queryType}`];
  const head: Doc =
    tree && names.length === 0
      ? `export function list(db: Db${scoped}) {`
      : group(['export function list', params([...['db: Db', ...(scoped ? ['scope: DataScope'] : [])], parameter]), ' {']);
  return [head, indent([first, ...conditions, last].flatMap((each): Doc[] => [hardLine, each])), hardLine, '}'];
}

/** `<noun>.queries.ts` */
export function queriesFile(model: GenModel): string {
  const { key, table, keyColumn, plural, creation, revised, owned, tree, sub, english } = model;
  const { alias, row, scoped, scope, visible, column } = namesOf(model);
  const recordName = inComment(english).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const ownerFields = [...(owned ? ['deptId: number | null'] : []), ...(creation ? ['createBy: number'] : [])].join('; ');
  const omitted = [...(tree ? [tree.parent.name] : []), ...(sub ? [sub.list] : [])].map(quoted).join(' | ');
  const omitComputed = (input: string) => (omitted ? `Omit<${input}, ${omitted}>` : input);
  const parentField = tree ? `${tree.parent.name}: number | null` : '';
  const input =
    omitComputed(`InputOf<${alias}>`) +
    (parentField || ownerFields ? ` & { ${[parentField, ownerFields].filter(Boolean).join('; ')} }` : '');
  const changes = omitComputed(`ChangesOf<${alias}>`) + (tree ? ` & { ${tree.parent.name}?: number | null }` : '');
  const find = chain(`select(db${scope})`, [`where(${quoted(column(key))}, '=', id)`, 'executeTakeFirst()']);
  const insert = chain('db', [`insertInto(${quoted(row)})`, 'values(row)', `returning(${quoted(key)})`, 'executeTakeFirstOrThrow()']);
  const set = revised ? 'set({ ...changes, ...revisionColumns(userId) })' : `set({ ...changes, ${key}: id })`;
  const update = chain(
    'db',
    [
      `updateTable(${quoted(row)})`,
      set,
      `where(${quoted(key)}, '=', id)`,
      ...visible,
      ...(revised ? ['where(unchangedSince(version))'] : []),
      `returning(${quoted(key)})`,
      'executeTakeFirst()',
    ],
    true,
  );
  const remove = tree
    ? chain('db', [
        `deleteFrom(${quoted(row)})`,
        `where(${quoted(key)}, '=', id)`,
        ...visible,
        `returning(${quoted(key)})`,
        'executeTakeFirst()',
      ])
    : chain('db', [`deleteFrom(${quoted(row)})`, `where(${quoted(key)}, 'in', ids)`, ...visible, `returning(${quoted(key)})`, 'execute()']);
  const updateParams = [
    'db: Db',
    ...(scoped ? ['scope: DataScope'] : []),
    'id: number',
    revised ? `{ version, ...changes }: ${changes}` : `changes: ${changes}`,
    ...(revised ? ['userId: number'] : []),
  ];
  const body: Doc[] = [
    `type ${alias} = typeof ${plural};`,
    '',
    ...(tree ? ['/** Maximum nodes of the tree. */', 'const MAX_ROWS = 5000;', ''] : []),
    ...(owned
      ? [
          [
            arrow(
              'const visible = (scope: DataScope)',
              `inScope(scope, { dept: ${quoted(`${row}.deptId`)}, user: ${quoted(`${row}.createBy`)} })`,
            ),
            ';',
          ] as Doc,
          '',
        ]
      : []),
    selectOf(model),
    '',
    ...(tree ? ['/** In scope, ordered by parent, then by order number. */'] : []),
    listOf(model),
    '',
    [arrow(['export const find = ', params(['db: Db', ...(scoped ? ['scope: DataScope'] : []), 'id: number'])], find), ';'],
    '',
    [arrow(['export const insert = ', params(['db: Db', `row: ${input}`])], insert), ';'],
    '',
    `/** Resolves to undefined where there is no such ${recordName}${owned ? ' in scope' : ''}${revised ? ' at that revision' : ''}. */`,
    [arrow(['export const update = ', params(updateParams)], update), ';'],
    '',
    [
      arrow(
        ['export const remove = ', params(['db: Db', ...(scoped ? ['scope: DataScope'] : []), tree ? 'id: number' : 'ids: number[]'])],
        remove,
      ),
      ';',
    ],
    ...(tree ? treeParts(table, keyColumn, tree.parent.column) : []),
    ...(sub ? lineParts(model) : []),
    ...visibilityQueries(model),
  ];
  const text = printDoc(joinLines(body));
  const types = ['ChangesOf', 'InputOf', 'RecordOf', plural, tree ? 'FiltersOf' : 'QueryOf', ...(sub ? [sub.type] : [])].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(text),
  );
  const paging = ['between', 'contains', 'page'].filter((name) => text.includes(`${name}(`) && (name !== 'page' || !tree));
  return [
    printDoc(group(['import type ', object(sortNames(types)), " from '@suyuan/contract';"])),
    text.includes('sql') ? "import { sql } from 'kysely';\n" : '',
    "import type { Db } from '../../../platform/db/db.ts';\n",
    paging.length > 0 ? `import { ${paging.join(', ')} } from '../../../platform/db/page.ts';\n` : '',
    revised ? "import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';\n" : '',
    text.includes('inScope(') ? "import { type DataScope, inScope } from '../../../platform/db/scope.ts';\n" : '',
    '\n',
    text,
  ].join('');
}

const treeParts = (table: string, keyColumn: string, parentColumn: string): Doc[] => [
  '',
  '/** Serialises changes of the tree until the transaction ends. Two concurrent moves could create a cycle. */',
  [arrow('export const lockTree = (db: Db)', `sql\`select pg_advisory_xact_lock(hashtext('suyuan/${table}'))\`.execute(db)`), ';'],
  '',
  '/** Whether `id` is `root` or one of its descendants. */',
  'export async function isWithin(db: Db, id: number, root: number): Promise<boolean> {',
  `  const { rows } = await sql<{ within: boolean }>\``,
  '    with recursive above as (',
  `      select ${keyColumn} as id, ${parentColumn} as parent from ${table} where ${keyColumn} = \${id}`,
  `      union select up.${keyColumn}, up.${parentColumn} from ${table} up join above on up.${keyColumn} = above.parent`,
  '    )',
  `    select exists (select from above where id = \${root}) as within\`.execute(db);`,
  '  return rows[0]?.within ?? false;',
  '}',
];

function lineParts(model: GenModel): Doc[] {
  const { sub, key } = model;
  if (!sub) return [];
  const { alias } = namesOf(model);
  const row = camel(sub.table);
  const names = [sub.key, ...sub.fields.filter(({ insert, edit }) => insert || edit).map(({ name }) => name)].map(quoted);
  const values = sub.order
    ? `lines.map((line, ${sub.order}) => ({ ...line, ${sub.order}, ${sub.linkField} }))`
    : `lines.map((line) => ({ ...line, ${sub.linkField} }))`;
  return [
    '',
    '/** Lines of one record, in their order. */',
    [
      arrow(
        `export const linesOf = (db: Db, ${key}: number)`,
        chain(
          'db',
          [
            `selectFrom(${quoted(row)})`,
            ['select(', array(names), ')'],
            `where(${quoted(sub.linkField)}, '=', ${key})`,
            ...(sub.order ? [`orderBy(${quoted(sub.order)})`] : []),
            `orderBy(${quoted(sub.key)})`,
            'limit(500)',
            `$castTo<${sub.type}>()`,
            'execute()',
          ],
          true,
        ),
      ),
      ';',
    ],
    '',
    '/** Replaces all lines. */',
    `export async function replaceLines(db: Db, ${sub.linkField}: number, lines: NonNullable<InputOf<${alias}>[${quoted(sub.list)}]>) {`,
    `  await db.deleteFrom(${quoted(row)}).where(${quoted(sub.linkField)}, '=', ${sub.linkField}).execute();`,
    '  if (lines.length === 0) return;',
    ['  await ', indentChain(row, values), ';'],
    '}',
  ];
}

const indentChain = (row: string, values: string): Doc =>
  indent(chain('db', [`insertInto(${quoted(row)})`, `values(${values})`, 'execute()'], true));
