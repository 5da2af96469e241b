import type { GenField } from '../generator-field.ts';
import { takenProblemName } from '../generator-key.ts';
import type { GenModel } from '../generator-model.ts';
import { formFields } from './contract.ts';
import { lines, quoted, quotedList, withImports } from './source.ts';

/** Tables with a factory that creates a record to reference. */
const RECORDS: Record<string, { value: string; key: string; factory: string }> = {
  users: { value: 'maker', key: 'userId', factory: 'insertUser' },
  department: { value: 'dept', key: 'deptId', factory: 'insertDepartment' },
  supplier: { value: 'supplier', key: 'supplierId', factory: 'insertSupplier' },
  product: { value: 'category', key: 'categoryId', factory: 'insertProduct' },
  batch: { value: 'batch', key: 'batchId', factory: 'insertBatch' },
};

/** Required references to tables without a factory. Their tests must create the record. */
export const tablesWithoutFactory = ({ fields, sub }: GenModel): string[] =>
  formFields([...fields, ...(sub?.fields ?? [])]).flatMap(({ required, ref }) =>
    required && ref && !RECORDS[ref.table] ? [ref.table] : [],
  );

const FILE = "'/profile/upload/2026/01/31/0123456789abcdef0123456789abcdef.png'";
const fixedSamples = { picture: FILE, file: FILE, decimal: '1.5', boolean: 'true', flag: "'0'", time: "'2026-01-31 08:00:00'" };

/** Source of a valid value; different at each run with `distinct`. */
function sampleValue({ kind, max, choices, range, dictType, ref }: GenField, distinct = false): string | undefined {
  const record = RECORDS[ref?.table ?? ''];
  if (kind === 'ref') return record && `${record.value}.${record.key}`;
  if (kind === 'choice') return quoted(choices[0]?.value ?? '');
  if (kind === 'lines' || kind === 'html') return quoted('甲'.slice(0, max));
  // within a century, so that years have four digits
  if (kind === 'day') return distinct ? 'new Date((unique() % 36_500) * 86_400_000).toISOString().slice(0, 10)' : "'2026-01-31'";
  // within the column's range; consecutive numbers stay distinct
  if (kind === 'int' && distinct) return range[1] > 4_294_967_296_000 ? 'unique()' : `unique() % ${range[1]}`;
  if (kind === 'int') return String(Math.max(range[0], 5));
  if (kind !== 'text') return fixedSamples[kind];
  if (dictType) return "'1'";
  if (distinct && max < 12) return `String(unique()).slice(-${max})`;
  return max >= 12 ? `\`${max >= 16 ? '甲' : 'a'}\${unique()}\`` : quoted('甲'.slice(0, max));
}

const otherValue = ({ kind, dictType, unique }: GenField): string | undefined =>
  dictType || unique ? undefined : { text: "'乙'", lines: "'乙'", int: '6', flag: "'1'" }[kind as string];

const test = (title: string, body: string) => `\n  it(${quoted(title)}, async () => {\n    ${body}\n  });`;
const table = (rows: readonly (string | false | null | undefined)[], title: string, body: string) =>
  rows.some(Boolean) &&
  `\n  it.each([\n    ${lines(...rows)}\n  ])(${quoted(title)}, async (_, valuesOf, problem) => {\n    ${body}\n  });`;

/** `<noun>.test.ts`: operations, refusals, permissions, scope and concurrency. */
export function testFile(model: GenModel): string {
  const { domain, noun, plural, key, fields, keys, tree, sub, owned, revised, creation } = model;
  const inserts = formFields(fields).filter(({ insert }) => insert);
  const lineFields = formFields(sub?.fields ?? []);
  const keyFields = new Set([...keys, ...(sub?.keys ?? [])].flatMap((each) => each.fields));
  const isDistinct = (field: GenField) => field.unique !== null || keyFields.has(field);
  const valuesOf = (list: readonly GenField[]) =>
    list.flatMap((field) => {
      const value = sampleValue(field, isDistinct(field));
      return value === undefined ? [] : [`${field.name}: ${value}`];
    });
  const needed = (all: readonly GenField[]) => {
    const list = all.filter((field) => field.required || isDistinct(field));
    return valuesOf(list.length > 0 ? list : all.slice(0, 1));
  };
  const [input, line] = [needed(inserts), needed(lineFields).join(', ')];
  const edited = formFields(fields).find((field) => field.edit && otherValue(field) !== undefined);
  const change = edited ? `${edited.name}: ${otherValue(edited)}` : '';
  const required = inserts.find((field) => field.required && sampleValue(field) !== undefined);
  const unique = inserts.find((field) => field.unique && sampleValue(field) !== undefined);
  // only keys that a test can repeat (no null column), that the migration has, and whose fields are not refused earlier
  const isTestable = (field: GenField) => inserts.includes(field) && !field.unique && sampleValue(field) !== undefined;
  const testedKey = keys.find((each) => each.plain && each.fields.length === each.columns.length && each.fields.every(isTestable));
  const [lineRef, lineUnique] = [lineFields.find(({ ref }) => ref), lineFields.find((field) => field.unique && field.insert)];
  const hiddenRef = inserts.find((field) => field.ref?.owner && sampleValue(field) !== undefined);
  const reference = hiddenRef ? `${hiddenRef.name}: ${sampleValue(hiddenRef)}` : '';
  const sources = [...input, ...valuesOf(testedKey?.fields ?? []), line, reference];
  const records = Object.values(RECORDS).filter((each) => sources.some((source) => source.includes(`: ${each.value}.${each.key}`)));
  const equalRow = (list: readonly GenField[], problem: string) =>
    `['${list.map(({ name }) => name).join(' and ')}', () => ({ ${valuesOf(list).join(', ')} }), ${quoted(problem)}],`;
  const [rows, url] = [tree ? 'body.data' : 'body.rows', `\`\${path}/\${${key}}\``];
  const verbs = ['list', 'query', 'add', 'edit', 'remove', ...(tree ? [] : ['export'])];
  const is = (answer: string, problem: string) => `expect(await problemOf(${answer})).toBe('${problem}');`;
  const body = lines(
    `const path = '/${domain}/${noun}';
const all = ${quotedList(verbs)}.map((verb) => \`${domain}:${noun}:\${verb}\`);

describe(${quoted(plural)}, () => {
  let server: TestServer;
  let client: Client;`,
    ...records.map((each) => `  let ${each.value}: { ${each.key}: number };`),
    sub && `  const line = () => ({ ${line} });`,
    `  const input = (overrides: object = {}) => ({ ${[...input, ...(sub ? [`${sub.list}: [line()]`] : []), '...overrides'].join(', ')} });
  const add = async (overrides: object = {}) => (await client.post(path, input(overrides))).body.data.${key} as number;
  const read = async (${key}: number) => (await client.get(${url})).body.data;
  const problemOf = async (answer: ReturnType<Client['get']>) => (await answer).body.problem ?? 'none';

  beforeAll(async () => {
    server = await startTestServer();
    client = await server.as(all);`,
    ...records.map((each) => `    ${each.value} = await ${each.factory}(server.db);`),
    '    return () => server.close();\n  });',
    test(
      'lists as declared, reads, changes only what an edit names, and removes',
      lines(
        `const ${key} = await add();
    const { body } = await client.get(\`\${path}/list\`);
    const listed = ${rows}.find((row: { ${key}: number }) => row.${key} === ${key});
    expect(${plural}.record.strict().safeParse(listed).error).toBeUndefined();
    const before = await read(${key});
    expect(before).toMatchObject({ ${key}${creation ? ', createBy: client.userName' : ''} });`,
        change &&
          `${is(`client.put(path, { ${key}, ${change}, createBy: 'somebody' })`, 'none')}
    const after = await read(${key});
    expect(after).toEqual({ ...before, ${change}${revised ? ', updateBy: client.userName, updateTime: after.updateTime, version: 2' : ''} });`,
        change && revised && is(`client.put(path, { ${key}, version: 1, ${change} })`, 'recordStale'),
        is(`client.delete(${url})`, 'none'),
        is(`client.get(${url})`, 'notFound'),
        is(`client.delete(${url})`, 'notFound'),
      ),
    ),
    table(
      [
        required && `['no ${required.name}', () => ({ ${required.name}: null }), 'invalidInput'],`,
        lineRef && `['a line of nothing', () => ({ ${sub?.list}: [{ ...line(), ${lineRef.name}: 987_654_321 }] }), 'referenceNotFound'],`,
        lineUnique &&
          `['two equal lines', () => { const one = line(); return { ${sub?.list}: [one, one] }; }, ${quoted(takenProblemName(model, lineUnique))}],`,
        tree && `['a missing parent', () => ({ ${tree.parent.name}: 987_654 }), 'referenceNotFound'],`,
      ],
      'refuses %s',
      'expect(await problemOf(client.post(path, input(valuesOf())))).toBe(problem);',
    ),
    table(
      [unique && equalRow([unique], takenProblemName(model, unique)), testedKey && equalRow(testedKey.fields, testedKey.problem)],
      'accepts one of two records with the same %s that are added at once',
      `const values = valuesOf();
    const both = await Promise.all([1, 2].map(() => problemOf(client.post(path, input(values)))));
    expect(both.sort()).toEqual(['none', problem].sort());`,
    ),
    sub &&
      test(
        'replaces its lines only if an edit names them',
        `const ${key} = await add({ ${sub.list}: [line(), line()] });
    await client.put(path, { ${key} });
    expect((await read(${key})).${sub.list}).toHaveLength(2);
    await client.put(path, { ${key}, ${sub.list}: [line()] });
    expect((await read(${key})).${sub.list}).toHaveLength(1);`,
      ),
    tree &&
      test(
        'moves with its descendants, never below itself, and is not removed before them',
        `const top = await add();
    const below = await add({ ${tree.parent.name}: top });
    const move = (${key}: number, ${tree.parent.name}: number) => problemOf(client.put(path, { ${key}, ${tree.parent.name} }));
    expect(await move(top, below)).toBe('${noun}BelowItself');
    ${is(`client.delete(\`\${path}/\${top}\`)`, `${noun}HasChildren`)}
    expect(await move(below, 0)).toBe('none');
    expect((await Promise.all([move(top, below), move(below, top)])).sort()).toEqual(${quotedList(['none', `${noun}BelowItself`].sort())});`,
      ),
    test(
      'requires sign-in and permissions',
      `expect((await server.stranger.get(\`\${path}/list\`)).body.code).toBe(401);
    const reader = await server.as(['${domain}:${noun}:list']);
    expect((await reader.get(\`\${path}/list\`)).body.code).toBe(200);
    ${is('reader.post(path, input())', 'forbidden')}
    ${is(`reader.delete('/${domain}/${noun}/1')`, 'forbidden')}`,
    ),
    (owned || hiddenRef) &&
      test(
        'respects the data scope',
        lines(
          `const { deptId } = await insertDepartment(server.db);
    const outsider = await server.as(all, { deptId, dataScope: '3' });
    const ${key} = await add(${reference && `{ ${reference} }`});`,
          owned &&
            `const { body } = await outsider.get(\`\${path}/list\`);
    expect(${rows}).toEqual([]);
    ${is(`outsider.get(${url})`, 'notFound')}
    ${is(`outsider.put(path, { ${[key, change].filter(Boolean).join(', ')} })`, 'notFound')}
    ${is(`outsider.delete(${url})`, 'notFound')}`,
          hiddenRef && is(`outsider.post(path, input({ ${reference} }))`, 'referenceNotFound'),
          hiddenRef && is(`client.put(path, { ${key}, ${reference} })`, 'none'),
        ),
      ),
    '});\n',
  );
  return withImports(body, [
    ['@suyuan/contract', plural],
    ['vitest', 'beforeAll describe expect it'],
    ['../../../test/factories.ts', [...new Set(['insertDepartment', ...records.map(({ factory }) => factory), 'unique'])].join(' ')],
    ['../../../test/test-server.ts', 'type:Client startTestServer type:TestServer'],
  ]);
}
