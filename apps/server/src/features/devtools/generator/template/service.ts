import { takenProblemName } from '../generator-key.ts';
import type { GenModel } from '../generator-model.ts';
import { constraintMapper, lineRules, wrapWithErrorMapping } from './constraint-rules.ts';
import { formFields } from './contract.ts';
import { arrow, type Doc, group, hardLine, indent, joinLines, object, params, printDoc, quoted } from './doc-printer.ts';
import { addOnlyFields, editOnlyFields, namesOf, sortNames } from './names.ts';
import { visibilityCall, visibilityValidator } from './visibility.ts';
import { problemsOf } from './words.ts';

/** `{ version: _, hidden: __, ...input }`: drops fields that an operation does not accept. */
function dropFields(names: readonly string[], rest: string, first: readonly string[] = []): string {
  const dropped = names.map((name, index) => `${name}: ${'_'.repeat(index + 1)}`);
  const all = [...first, ...dropped];
  return all.length > 0 ? `{ ${[...all, `...${rest}`].join(', ')} }` : rest;
}

const fn = (head: Doc, body: readonly Doc[]): Doc[] => [
  [head, ' {', indent(body.flatMap((each): Doc[] => [hardLine, each])), hardLine, '}'],
];

/** `<noun>.service.ts` */
export function serviceFile(model: GenModel): string {
  const { noun, plural, key, fields, creation, revised, owned, tree, sub, uses } = model;
  const { alias, scope, scoped } = namesOf(model);
  const order = tree ? undefined : fields.find(({ column, kind }) => kind === 'int' && /(^|_)(sort|order_num)$/.test(column));
  const ctx = (...more: string[]) => `{ ${['db', ...(owned ? ['scope'] : []), ...more].join(', ')} }: Context`;
  const mapper = constraintMapper(model, 'write');
  const needsValues = fields.some(({ unique }) => unique);
  const mapConstraints = (argument: string, write: Doc): Doc =>
    mapper ? [mapper.name, params(needsValues ? [argument, write] : [write])] : write;
  const html = formFields(fields).filter(({ kind }) => kind === 'html');
  const lineConstraintRules = lineRules(model);
  const replaceLines = (id: string): Doc => {
    const write: Doc = ['queries.replaceLines', params(['db', id, sub?.list ?? ''])];
    return lineConstraintRules.length > 0 ? ['mapLineErrors', params([write])] : write;
  };
  const checksVisibility = visibilityCall(model, 'input').length > 0;
  const writeProblems = [
    ...new Set([
      ...fields.filter(({ unique }) => unique).map((field) => takenProblemName(model, field)),
      ...model.keys.map(({ problem }) => problem),
      ...lineConstraintRules.map(({ problem }) => problem),
      ...(fields.some(({ ref, insert, edit }) => ref && (insert || edit)) ? ['referenceNotFound'] : []),
    ]),
  ];
  const hasUses = problemsOf(model).some(({ name }) => name === `${noun}InUse`);
  const owner = [...(owned ? ['deptId: actor.deptId'] : []), ...(creation ? ['createBy: actor.userId'] : [])];
  const spread = (name: string) => (html.length > 0 ? `...sanitize(${name})` : `...${name}`);
  const parent = tree?.parent.name ?? '';
  const throwsTag = (names: readonly string[]) => (names.length > 0 ? ` @throws ${names.join(', ')}` : '');

  const listDoc: Doc[] = tree
    ? [[arrow(['export const list = ', params([ctx(), `filters: FiltersOf<${alias}>`])], `queries.list(db${scope}, filters)`), ';'], '']
    : sub
      ? [
          ...fn(`export async function list(${ctx()}, query: QueryOf<${alias}>)`, [
            `const { rows, total } = await queries.list(db${scope}, query);`,
            `return { rows: rows.map((row) => ({ ...row, ${sub.list}: [] })), total };`,
          ]),
          '',
        ]
      : order
        ? [
            '/** In the default order unless the query sorts. */',
            [
              arrow(
                ['export const list = ', params([ctx(), `{ paging, ...filters }: QueryOf<${alias}>`])],
                `queries.list(db${scope}, { ...filters, paging: { ...paging, orderBy: paging.orderBy ?? ${quoted(order.name)} } })`,
              ),
              ';',
            ],
            '',
          ]
        : [[arrow(['export const list = ', params([ctx(), `query: QueryOf<${alias}>`])], `queries.list(db${scope}, query)`), ';'], ''];

  const readDoc: Doc[] = [
    '/** @throws notFound */',
    ...(sub
      ? fn(`export async function read(${ctx()}, id: number)`, [
          `const record = orNotFound(await queries.find(db${scope}, id));`,
          `return { ...record, ${sub.list}: await queries.linesOf(db, id) };`,
        ])
      : [
          [
            arrow(['export const read = async ', params([ctx(), 'id: number'])], `orNotFound(await queries.find(db${scope}, id))`),
            ';',
          ] as Doc,
        ]),
    '',
  ];

  const addDropped = [...(revised ? ['version'] : []), ...editOnlyFields(fields).map(({ name }) => name)];
  const addDefaults = [...(tree ? [`${parent} = 0`] : []), ...(sub ? [`${sub.list} = []`] : [])];
  const addParameter = dropFields(addDropped, 'input', addDefaults);
  const values = `{ ${[spread('input'), ...(tree ? [`${parent}: ${parent} || null`] : []), ...owner].join(', ')} }`;
  const addDoc: Doc[] = [
    ...(writeProblems.length > 0 || tree || owned
      ? [
          `/**${owned ? ' Belongs to the department of the actor.' : ''}${throwsTag([...new Set([...(tree ? ['referenceNotFound'] : []), ...writeProblems])])} */`,
        ]
      : []),
    ...fn(
      group([
        'export async function add',
        params([
          ctxOf(['db', ...((tree && owned) || checksVisibility ? ['scope'] : []), ...(creation ? ['actor'] : [])]),
          `${addParameter}: InputOf<${alias}>`,
        ]),
      ]),
      [
        ...(tree ? ['await queries.lockTree(db);', `await assertParent(db${scope}, ${parent});`] : []),
        ...visibilityCall(model, 'input'),
        [`const { ${key} } = await `, mapConstraints('input', ['queries.insert', params(['db', values])]), ';'],
        ...(sub ? [['await ', replaceLines(key), ';'] as Doc] : []),
        `return ${key};`,
      ],
    ),
    '',
  ];

  const editDropped = addOnlyFields(fields).map(({ name }) => name);
  const editParameter = dropFields(editDropped, 'changes', [...(tree ? [parent] : []), ...(sub ? [sub.list] : [])]);
  const updateArgs = [
    'db',
    ...(owned ? ['scope'] : []),
    'id',
    tree ? 'fields' : html.length > 0 ? 'sanitize(changes)' : 'changes',
    ...(revised ? ['actor.userId'] : []),
  ];
  const editDoc: Doc[] = [
    ...(tree ? ['/** A change of its parent moves the whole branch.'] : []).map(
      (text) =>
        `${text}${throwsTag(['notFound', ...(revised ? ['recordStale'] : []), 'referenceNotFound', `${noun}BelowItself`, ...writeProblems.filter((name) => name !== 'referenceNotFound')])} */`,
    ),
    ...(tree ? [] : [`/**${throwsTag(['notFound', ...(revised ? ['recordStale'] : []), ...writeProblems])} */`]),
    ...fn(
      group([
        'export async function edit',
        params([
          ctxOf(['db', ...(owned || checksVisibility ? ['scope'] : []), ...(revised ? ['actor'] : [])]),
          'id: number',
          `${editParameter}: ChangesOf<${alias}>`,
        ]),
      ]),
      [
        ...(tree
          ? [
              'await queries.lockTree(db);',
              `if (${parent} !== undefined) await assertParent(db${scope}, ${parent}, id);`,
              `const fields = { ${spread('changes')}, ...(${parent} !== undefined && { ${parent}: ${parent} || null }) };`,
            ]
          : []),
        ...(checksVisibility && owned ? ['orNotFound(await queries.find(db, scope, id));'] : []),
        ...visibilityCall(model, 'changes', 'id'),
        ['const row = await ', mapConstraints('changes', ['queries.update', params(updateArgs)]), ';'],
        revised ? `await orStale(row, () => queries.find(db${scope}, id));` : 'orNotFound(row);',
        ...(sub ? [[`if (${sub.list}) await `, replaceLines('id'), ';'] as Doc] : []),
      ],
    ),
    '',
  ];

  const constraints = [
    ...(tree ? [`${tree.parent.ref?.constraint ?? `${model.table}_${tree.parent.column}_fkey`}: '${noun}HasChildren'`] : []),
    ...(hasUses ? uses.map(({ constraint }) => `${constraint}: '${noun}InUse'`) : []),
  ];
  const removeCall: Doc = [`queries.remove`, params(['db', ...(owned ? ['scope'] : []), tree ? 'id' : 'ids'])];
  const guardedRemoval: Doc =
    constraints.length > 0 ? ['mapConstraintErrors', params([object(constraints), '{}', removeCall])] : removeCall;
  const removeDoc: Doc[] = [
    `/**${tree ? '' : ' All or none.'}${throwsTag(['notFound', ...(tree ? [`${noun}HasChildren`] : []), ...(hasUses ? [`${noun}InUse`] : [])])} */`,
    ...fn(
      ['export async function remove', params([ctx(), tree ? 'id: number' : 'ids: number[]'])],
      tree
        ? ['await queries.lockTree(db);', ['orNotFound(await ', guardedRemoval, ');']]
        : [['const removed = await ', guardedRemoval, ';'], "if (removed.length < ids.length) throw new Problem('notFound');"],
    ),
  ];

  const body: Doc[] = [
    `type ${alias} = typeof ${plural};`,
    '',
    ...listDoc,
    ...readDoc,
    ...addDoc,
    ...editDoc,
    ...removeDoc,
    ...(tree
      ? [
          '',
          '/** The parent must exist and must not be a descendant. */',
          ...fn(`async function assertParent(db: Context['db']${scoped}, ${parent}: number, id?: number)`, [
            `if (${parent} === 0) return;`,
            `if (!(await queries.find(db${scope}, ${parent})))`,
            `  throw new Problem('referenceNotFound', { field: ${quoted(parent)}, title: ${quoted(`${model.domain}.${noun}.${parent}`)} });`,
            `if (id !== undefined && (await queries.isWithin(db, ${parent}, id))) throw new Problem('${noun}BelowItself', { field: ${quoted(parent)} });`,
          ]),
        ]
      : []),
    ...(html.length > 0
      ? [
          '',
          '/** Sanitises HTML before storage. */',
          ...fn(`function sanitize<T extends ChangesOf<${alias}>>(input: T): T`, [
            ['return ', object(['...input', ...html.map(({ name }) => `...(input.${name} && { ${name}: safeHtml(input.${name}) })`)]), ';'],
          ]),
        ]
      : []),
    ...visibilityValidator(model, alias),
    ...(lineConstraintRules.length > 0
      ? [
          '',
          [
            group([
              'const mapLineErrors = <T>(write: Promise<T>) =>',
              indent([{ line: ' ' }, wrapWithErrorMapping(lineConstraintRules, 'write')]),
            ]),
            ';',
          ] as Doc,
        ]
      : []),
    ...(mapper ? ['', [group([mapper.head, ' =>', indent([{ line: ' ' }, mapper.body])]), ';'] as Doc] : []),
  ];
  const text = printDoc(joinLines(body));
  const types = ['ChangesOf', 'InputOf', tree ? 'FiltersOf' : 'QueryOf', plural].filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const refusals = ['orNotFound', 'Problem'].filter((name) => new RegExp(`\\b${name}\\(`).test(text));
  return [
    printDoc(group(['import type ', object(sortNames(types)), " from '@suyuan/contract';"])),
    text.includes('mapConstraintErrors(') ? "import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';\n" : '',
    text.includes('orStale(') ? "import { orStale } from '../../../platform/db/revision.ts';\n" : '',
    text.includes('DataScope') ? "import type { DataScope } from '../../../platform/db/scope.ts';\n" : '',
    text.includes('safeHtml(') ? "import { safeHtml } from '../../../platform/html/safe-html.ts';\n" : '',
    "import type { Context } from '../../../platform/http/context.ts';\n",
    refusals.length > 0 ? `import { ${refusals.join(', ')} } from '../../../platform/http/problem.ts';\n` : '',
    `import * as queries from './${noun}.queries.ts';\n\n`,
    text,
  ].join('');
}

const ctxOf = (names: readonly string[]) => `{ ${names.join(', ')} }: Context`;
