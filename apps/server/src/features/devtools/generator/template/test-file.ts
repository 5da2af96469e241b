// Over 250 lines: the template of one file.
import type { GenField } from '../generator-field.ts';
import { takenProblemName } from '../generator-key.ts';
import type { GenModel } from '../generator-model.ts';
import { formFields } from './contract.ts';
import { arrow, indent, object, printDoc, quoted } from './doc-printer.ts';
import { ownedReferences } from './visibility.ts';

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

/** Source of a valid value; different at each run with `distinct`. */
function sampleValue(field: GenField, distinct = false): string | undefined {
  const { kind, max, choices, range, dictType } = field;
  switch (kind) {
    case 'text':
      if (dictType) return "'1'";
      if (distinct && max < 12) return `String(unique()).slice(-${max})`;
      return max >= 12 ? `\`${max >= 16 ? '甲' : 'a'}\${unique()}\`` : quoted('甲'.slice(0, max));
    case 'lines':
    case 'html':
      return quoted('甲'.slice(0, max));
    case 'picture':
    case 'file':
      return "'/profile/upload/2026/01/31/0123456789abcdef0123456789abcdef.png'";
    case 'int':
      // within the column's range; consecutive numbers stay distinct
      if (distinct) return range[1] > 4_294_967_296_000 ? 'unique()' : `unique() % ${range[1]}`;
      return String(Math.max(range[0], 5));
    case 'decimal':
      return '1.5';
    case 'boolean':
      return 'true';
    case 'flag':
      return "'0'";
    case 'choice':
      return quoted(choices[0]?.value ?? '');
    case 'day':
      // within a century, so that years have four digits
      return distinct ? 'new Date((unique() % 36_500) * 86_400_000).toISOString().slice(0, 10)' : "'2026-01-31'";
    case 'time':
      return "'2026-01-31 08:00:00'";
    case 'ref': {
      const record = RECORDS[field.ref?.table ?? ''];
      return record && `${record.value}.${record.key}`;
    }
  }
}

/** Outcomes of two concurrent requests, in alphabetical order. */
const concurrentOutcomes = (problem: string) => `[${['none', problem].sort().map(quoted).join(', ')}]`;

function otherValue(field: GenField): string | undefined {
  if (field.kind === 'text' && !field.dictType && !field.unique) return quoted('乙'.slice(0, field.max));
  if (field.kind === 'lines') return quoted('乙');
  if (field.kind === 'int' && !field.unique) return '6';
  if (field.kind === 'flag') return "'1'";
  return undefined;
}

/** `<noun>.test.ts`: operations, refusals, permissions, scope and concurrency. */
export function testFile(model: GenModel): string {
  const { domain, noun, plural, type, key, fields, tree, sub, owned, revised, creation } = model;
  const path = `/${domain}/${noun}`;
  const inputFields = formFields(fields);
  const keyFields = new Set([...model.keys, ...(sub?.keys ?? [])].flatMap((each) => each.fields));
  const requiredFields = inputFields.filter((field) => field.insert && (field.required || field.unique || keyFields.has(field)));
  const assignments = (list: readonly GenField[]) =>
    list.flatMap((field) => {
      const value = sampleValue(field, Boolean(field.unique) || keyFields.has(field));
      return value === undefined ? [] : [`${field.name}: ${value}`];
    });
  const input = [
    ...assignments(requiredFields.length > 0 ? requiredFields : inputFields.filter(({ insert }) => insert).slice(0, 1)),
    ...(sub ? [`${sub.list}: [line()]`] : []),
  ];
  const insertFields = inputFields.filter(({ insert }) => insert);
  const editedField = inputFields.find((field) => field.edit && otherValue(field) !== undefined);
  const requiredField = insertFields.find((field) => field.required && sampleValue(field) !== undefined);
  const uniqueField = insertFields.find((field) => field.unique);
  const line = sub
    ? assignments(formFields(sub.fields).filter((field) => field.required || field.unique || keyFields.has(field))).join(', ') ||
      assignments(formFields(sub.fields).slice(0, 1)).join(', ')
    : '';
  // only keys that a test can repeat (no null column), that the migration has, and whose fields are not refused earlier
  const testedKey = model.keys.find(
    ({ fields: keyedFields, columns, plain }) =>
      plain && keyedFields.length === columns.length && keyedFields.every((field) => insertFields.includes(field) && !field.unique),
  );
  const keyValues = testedKey ? assignments(testedKey.fields) : [];
  const lineFields = formFields(sub?.fields ?? []);
  const lineRef = lineFields.find(({ ref }) => ref);
  const lineUnique = lineFields.find(({ unique, insert }) => unique && insert);
  const rows = tree ? 'body.data' : 'body.rows';
  const verbs = ['list', 'query', 'add', 'edit', 'remove', ...(tree ? [] : ['export'])];
  const ownedReference = ownedReferences(insertFields).find((field) => sampleValue(field) !== undefined);
  const referenceValue = ownedReference ? `${ownedReference.name}: ${sampleValue(ownedReference)}` : '';
  const usesUnique = [...input, ...keyValues, line].some((each) => each.includes('unique()'));
  const records = Object.values(RECORDS).filter(({ value, key: recordKey }) =>
    [...input, ...keyValues, line, referenceValue].some((each) => each.includes(`: ${value}.${recordKey}`)),
  );
  const factories = [
    ...new Set([
      ...(owned || ownedReference ? ['insertDepartment'] : []),
      ...records.map(({ factory }) => factory),
      ...(usesUnique ? ['unique'] : []),
    ]),
  ].sort();
  return `import { ${type} } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
${factories.length > 0 ? `import { ${factories.join(', ')} } from '../../../test/factories.ts';\n` : ''}import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const all = [${verbs.map(quoted).join(', ')}].map((verb) => \`${domain}:${noun}:\${verb}\`);

describe(${quoted(plural)}, () => {
  let server: TestServer;
  let client: Client;
${records.map(({ value, key: recordKey }) => `  let ${value}: { ${recordKey}: number };\n`).join('')}${sub ? `  const line = () => ({ ${line} });\n` : ''}${printDoc(indent(['  const input = (overrides: object = {}) => (', object([...input, '...overrides']), ');'])).trimEnd()}
${printDoc(indent(['  ', arrow('const add = async (overrides: object = {}, by = client)', `(await by.post(${quoted(path)}, input(overrides))).body.data.${key} as number`), ';'])).trimEnd()}

  beforeAll(async () => {
    server = await startTestServer();
    client = await server.as(all);
${records.map(({ value, factory }) => `    ${value} = await ${factory}(server.db);\n`).join('')}    return () => server.close();
  });

  it('shows a new record in the list, and nothing that the contract does not name', async () => {
    const ${key} = await add();
    const { body } = await client.get(${quoted(`${path}/list`)});
    expect(body.code).toBe(200);
    const listedRow = ${rows}.find((row: { ${key}: number }) => row.${key} === ${key});
    expect(${type}.strict().safeParse(listedRow).error).toBeUndefined();
  });

  it('reads, changes only what an edit names, and removes', async () => {
    const ${key} = await add();
    const before = (await client.get(\`${path}/\${${key}}\`)).body.data;
    expect(before).toMatchObject({ ${key}${creation ? ', createBy: client.userName' : ''} });
${
  editedField
    ? `    expect((await client.put(${quoted(path)}, { ${key}, ${editedField.name}: ${otherValue(editedField)}, ${creation ? "createBy: 'somebody'" : 'unknown: 1'} })).body.code).toBe(200);
    const after = (await client.get(\`${path}/\${${key}}\`)).body.data;
    expect(after).toEqual({ ...before, ${editedField.name}: ${otherValue(editedField)}${revised ? ', updateBy: client.userName, updateTime: after.updateTime, version: 2' : ''} });
${revised ? `    expect((await client.put(${quoted(path)}, { ${key}, version: 1, ${editedField.name}: ${otherValue(editedField)} })).body.problem).toBe('recordStale');\n` : ''}`
    : ''
}    expect((await client.delete(\`${path}/\${${key}}\`)).body.code).toBe(200);
    expect((await client.get(\`${path}/\${${key}}\`)).body.problem).toBe('notFound');
    expect((await client.delete(\`${path}/\${${key}}\`)).body.problem).toBe('notFound');
  });
${
  requiredField
    ? `
  it('refuses a record without what it needs, naming the field', async () => {
    expect((await client.post(${quoted(path)}, input({ ${requiredField.name}: null }))).body).toMatchObject({
      problem: 'invalidInput',
      params: { field: ${quoted(requiredField.name)} },
    });
  });
`
    : ''
}${
  uniqueField
    ? `
  it('lets only one of two take what no two may have, at the same moment', async () => {
    const payload = input();
    const both = await Promise.all([1, 2].map(() => client.post(${quoted(path)}, payload)));
    expect(both.map(({ body }) => body.problem ?? 'none').sort()).toEqual(${concurrentOutcomes(takenProblemName(model, uniqueField))});
  });
`
    : ''
}${
  testedKey && keyValues.length === testedKey.fields.length
    ? `
  it(${quoted(`lets only one of two have the same ${testedKey.fields.map(({ name }) => name).join(' and ')}, at the same moment`)}, async () => {
${printDoc(indent(['    const sameKey = ', object(keyValues), ';'])).trimEnd()}
    const both = await Promise.all([1, 2].map(() => client.post(${quoted(path)}, input(sameKey))));
    expect(both.map(({ body }) => body.problem ?? 'none').sort()).toEqual(${concurrentOutcomes(testedKey.problem)});
  });
`
    : ''
}${
  sub
    ? `
  it('keeps its lines in their order, and puts those of an edit in their place', async () => {
    const ${key} = await add({ ${sub.list}: [line(), line()] });
    expect((await client.get(\`${path}/\${${key}}\`)).body.data.${sub.list}).toHaveLength(2);
    await client.put(${quoted(path)}, { ${key}, ${sub.list}: [line()] });
    expect((await client.get(\`${path}/\${${key}}\`)).body.data.${sub.list}).toHaveLength(1);
    await client.put(${quoted(path)}, { ${key} });
    expect((await client.get(\`${path}/\${${key}}\`)).body.data.${sub.list}).toHaveLength(1);
  });
${
  lineRef
    ? `
  it('refuses lines that name what is not there, saying which field it is', async () => {
    const payload = input({ ${sub.list}: [{ ...line(), ${lineRef.name}: 987_654_321 }] });
    expect((await client.post(${quoted(path)}, payload)).body).toMatchObject({
      problem: 'referenceNotFound',
      params: { field: ${quoted(sub.list)} },
    });
  });
`
    : ''
}${
  lineUnique
    ? `
  it('refuses two lines of which one takes what the other has', async () => {
    const duplicate = line();
    const payload = input({ ${sub.list}: [duplicate, duplicate] });
    expect((await client.post(${quoted(path)}, payload)).body.problem).toBe(${quoted(takenProblemName(model, lineUnique))});
  });
`
    : ''
}`
    : ''
}${
  tree
    ? `
  it('moves with all below it, never below itself, and stays while anything is below it', async () => {
    const top = await add();
    const below = await add({ ${tree.parent.name}: top });
    const move = (${key}: number, ${tree.parent.name}: number) => client.put(${quoted(path)}, { ${key}, ${tree.parent.name} });
    expect((await move(top, below)).body).toMatchObject({ problem: '${noun}BelowItself', params: { field: ${quoted(tree.parent.name)} } });
    expect((await move(top, 987_654)).body.problem).toBe('referenceNotFound');
    expect((await client.delete(\`${path}/\${top}\`)).body).toMatchObject({ code: 601, problem: '${noun}HasChildren' });
    expect((await move(below, 0)).body.code).toBe(200);
    const both = await Promise.all([move(top, below), move(below, top)]);
    expect(both.map(({ body }) => body.problem ?? 'none').sort()).toEqual(['none', '${noun}BelowItself'].sort());
  });
`
    : `
  it('is exported as it is listed', async () => {
    const { body, type } = await client.post(${quoted(`${path}/export`)}, 'pageNum=1');
    expect(type).toContain('spreadsheetml');
    expect(body.subarray(0, 2).toString()).toBe('PK');
  });
`
}
${
  ownedReference
    ? `  it('names only what whoever writes it may see, and keeps what it names already', async () => {
    const { deptId } = await insertDepartment(server.db);
    const outsider = await server.as(all, { deptId, dataScope: '3' });
    expect((await outsider.post(${quoted(path)}, input({ ${referenceValue} }))).body).toMatchObject({
      problem: 'referenceNotFound',
      params: { field: ${quoted(ownedReference.name)} },
    });
    const ${key} = await add({ ${referenceValue} });
    expect((await client.put(${quoted(path)}, { ${key}, ${referenceValue} })).body.code).toBe(200);
  });

`
    : ''
}  it('is closed to strangers and to those without the permission', async () => {
    expect((await server.stranger.get(${quoted(`${path}/list`)})).body.code).toBe(401);
    const reader = await server.as([${quoted(`${domain}:${noun}:list`)}]);
    expect((await reader.get(${quoted(`${path}/list`)})).body.code).toBe(200);
    expect((await reader.post(${quoted(path)}, input())).body.problem).toBe('forbidden');
    expect((await reader.delete(${quoted(`${path}/1`)})).body.problem).toBe('forbidden');
  });
${
  owned
    ? `
  it('is as if it were not there for another department', async () => {
    const ${key} = await add();
    const { deptId } = await insertDepartment(server.db);
    const outsider = await server.as(all, { deptId, dataScope: '3' });
    expect((await outsider.get(\`${path}/\${${key}}\`)).body.problem).toBe('notFound');
    expect((await outsider.put(${quoted(path)}, { ${key}${editedField ? `, ${editedField.name}: ${otherValue(editedField)}` : ''} })).body.problem).toBe('notFound');
    expect((await outsider.delete(\`${path}/\${${key}}\`)).body.problem).toBe('notFound');
    expect((await outsider.get(${quoted(`${path}/list`)})).${rows}).toEqual([]);
  });
`
    : ''
}});
`;
}
