import { describe, expect, it } from 'vitest';
import { Problem } from '../../../platform/problem.ts';
import { column, postSource } from '../../../test/generator/post.ts';
import { inferColumn, ruoyiFlagsOf } from './generator-infer-column.ts';
import { type GenSource, modelOf } from './generator-model.ts';
import { moduleFiles } from './template/module.ts';
import { registrations } from './template/registrations.ts';
import { problemsOf } from './template/words.ts';

type Table = Partial<GenSource['table']>;

/** A noun whose table has a key and these columns. */
function source(table: Table, columns: ReturnType<typeof column>[], settings: Record<string, object> = {}): GenSource {
  const noun = table.businessName ?? 'shelf';
  const key = column(`${noun}_id`, 'bigint', '', { isKey: true, identity: true });
  return {
    table: { ...postSource.table, tableName: noun, moduleName: 'manage', businessName: noun, className: 'Shelf', ...table },
    uses: [],
    keys: [],
    columns: [key, ...columns].map((each, at) => {
      const inferred = { ...inferColumn(each, at), ...settings[each.columnName] };
      return { ...inferred, ...ruoyiFlagsOf(inferred), columnId: at + 1, tableId: 1 };
    }),
  };
}
const model = (...sourceArgs: Parameters<typeof source>) =>
  modelOf(source(...sourceArgs), undefined, { resources: new Map(), owners: new Map() });
const fileOf = (genModel: ReturnType<typeof modelOf>, ending: string) =>
  [...moduleFiles(genModel, '0999-shelf')].find(([file]) => file.endsWith(ending))?.[1] ?? '';
const problemOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error instanceof Problem ? error.problem : error;
  }
  return 'none';
};
const name = column('shelf_name', 'text', '名称');

describe('module generated from a table', () => {
  it('has range filters only for ordered types', () => {
    const genModel = model({}, [name, column('width_mm', 'integer', '宽')], {
      shelf_name: { queryType: 'BETWEEN' },
      width_mm: { queryType: 'BETWEEN' },
    });
    const queries = fileOf(genModel, '.queries.ts');
    expect(queries).not.toContain('shelfNameFrom');
    expect(queries).toMatch(/shelfName: \(value\) => sql<boolean>`shelf\.shelf_name = /);
    expect(queries).toMatch(/widthMmFrom: \(value\) => sql<boolean>`shelf\.width_mm >= /);
    expect(fileOf(genModel, 'src/manage/shelf.ts')).toContain("filters: ['shelfName', 'widthMmFrom', 'widthMmTo'],");
  });

  it('appends 管理 to its menu title only when the title is Chinese', () => {
    const titleOf = (functionName: string) => model({ functionName }, [name]).title;
    expect(['Brand owner', '货架', '货架管理'].map(titleOf)).toEqual(['Brand owner', '货架管理', '货架管理']);
  });

  it('has a page file only with a control that no declaration contains', () => {
    const flag = column('grade', 'text', '级别（0甲 1乙）', { checks: ["CHECK ((grade = ANY (ARRAY['0'::text, '1'::text])))"] });
    const pageOf = (htmlType: string) => fileOf(model({}, [name, flag], { grade: { htmlType } }), '-page.tsx');
    expect(pageOf('select')).toBe('');
    expect(pageOf('radio')).toContain("controls={{ grade: <Radio.Group options={optionsOf({ of: shelfs, name: 'grade', t })} /> }}");
  });

  it('names option values of its lines differently from those of the record', () => {
    const choice = column('state', 'text', '状态（a一 b二）', { checks: ["CHECK ((state = ANY (ARRAY['a'::text, 'b'::text])))"] });
    const lines = source({ tableId: 2, tableName: 'shelf_line', className: 'ShelfLine', functionName: '层' }, [
      column('shelf_id', 'bigint', ''),
      choice,
    ]);
    lines.columns = lines.columns.map((each) =>
      each.isPk === '1' ? { ...each, columnName: 'shelf_line_id', javaField: 'shelfLineId' } : each,
    );
    const table: Table = { tplCategory: 'sub', subTableName: 'shelf_line', subTableFkName: 'shelf_id' };
    const genModel = modelOf(source(table, [name, choice], { state: { htmlType: 'radio' } }), lines, {
      resources: new Map(),
      owners: new Map(),
    });
    const page = fileOf(genModel, '-page.tsx');
    expect(page).toContain("optionsOf({ of: shelfs, name: 'state', t })");
    expect(page).toMatch(/\['a', 'b'\] as const.*t\(`manage\.shelf\.line\.state\./);
    expect(fileOf(genModel, 'zh-CN/generated/manage/shelf.json')).toContain('"manage.shelf.line.state.a": "一"');
  });

  it('rejects names that need SQL quotes, reserved folders and existing resources', () => {
    const field = (columnName: string, type = 'text') => [name, column(columnName, type, '')];
    expect([
      problemOf(() => model({ tableName: 'order' }, [name])),
      problemOf(() => model({}, field('left'))),
      problemOf(() => model({ moduleName: 'core', businessName: 'fields' }, [name])),
      problemOf(() => model({ moduleName: 'tool', businessName: 'gen' }, [name])),
      problemOf(() => model({}, field('at_time', 'timestamp(3) with time zone'))),
      problemOf(() => model({}, field('note_text'))),
    ]).toEqual(['genNameReserved', 'genNameReserved', 'genNameReserved', 'genNameTaken', 'genColumnUnfit', 'none']);
  });

  it('adds required fields, and limits their length to the column', () => {
    const genModel = model({}, [column('shelf_name', 'character varying(20)', '名称')], { shelf_name: { isInsert: '0', maxLength: 50 } });
    expect(genModel.fields[0]).toMatchObject({ insert: true, max: 20 });
  });

  it('references a record in its test when required', () => {
    const ref = { table: 'supplier', constraint: 'shelf_supplier_id_fkey', key: 'supplier_id', label: 'supplier_name' };
    const test = fileOf(model({}, [name, column('supplier_id', 'bigint', '供应商', { ref })]), '.test.ts');
    expect(test).toContain('supplier = await insertSupplier(server.db);');
    expect(test).toContain('supplierId: supplier.supplierId');
  });

  it('reports a composite key with a specific message, and omits indexes with expressions', () => {
    const shelfSource = source({}, [name, column('row_no', 'integer', '排')]);
    shelfSource.keys = [
      { constraint: 'shelf_dept_id_row_no_key', columns: ['dept_id', 'row_no'], plain: true },
      { constraint: 'shelf_lower_idx', columns: ['shelf_name'], plain: false },
    ];
    const genModel = modelOf(shelfSource, undefined, { resources: new Map(), owners: new Map() });
    expect(fileOf(genModel, '.service.ts')).toContain("{ shelf_dept_id_row_no_key: 'shelfDeptIdRowNoTaken' }");
    expect(fileOf(genModel, '0999-shelf.ts')).toContain('constraint shelf_dept_id_row_no_key unique (dept_id, row_no)');
    expect(fileOf(genModel, '0999-shelf.ts')).not.toContain('shelf_lower_idx');
    expect(genModel.keys.map(({ chinese, english }) => [chinese, english])).toEqual([
      ['部门、排相同的岗位已有一个；改其中一项', 'Another post has the same department and row no; change one of them'],
      ['名称相同的岗位已有一个；换一个名称', 'Another post has the same shelf name; change it'],
    ]);
  });

  it('gives each key a specific problem that no field uses', () => {
    const mark = column('mark', 'text', '标记', { unique: 'shelf_mark_key' });
    const shelfSource = source({}, [name, mark, column('row_no', 'integer', '排', { unique: 'all' })]);
    const key = (constraint: string, columns: string[], plain = false) => ({ constraint, columns, plain });
    shelfSource.keys = [
      key('all', ['row_no'], true),
      key('shelf_mark_idx', ['mark']),
      key('shelf_mark_key', ['mark'], true),
      key('shelf_lower_idx', ['mark']),
      key('Shelf row-1', ['mark', 'row_no']),
      key('shelf_row_2', ['mark', 'row_no']),
      key('shelf_row__2', ['mark', 'row_no']),
      key('shelf_one', []),
    ];
    const genModel = modelOf(shelfSource, undefined, { resources: new Map(), owners: new Map() });
    expect(problemsOf(genModel).map((each) => each.name)).toEqual([
      ...['shelfMarkTaken', 'shelfAllTaken', 'shelfMarkIdxTaken', 'shelfLowerIdxTaken'],
      ...['shelfMarkRowNoTaken', 'shelfRow2Taken', 'shelfRow22Taken'],
    ]);
    // keys without columns and names with quotes are skipped
    expect(genModel.manualConstraints).toEqual(
      shelfSource.keys.map(({ constraint }) => constraint).filter((each) => each !== 'shelf_mark_key'),
    );
    expect(fileOf(genModel, '0999-shelf.ts')).not.toContain(' all ');
    // a field's problem comes first, so the key is not tested
    const repeated = genModel.keys.flatMap((each) => (each.columns.includes('mark') ? [{ ...each, plain: true }] : []));
    expect(fileOf({ ...genModel, keys: repeated }, '.test.ts')).not.toContain('with the same mark');
  });

  it('tests a key with four-digit years and texts that fit their columns', () => {
    const shelfSource = source({}, [column('short', 'character varying(5)', '简称'), column('valid_date', 'date', '生效日')]);
    shelfSource.keys = [{ constraint: 'shelf_short_valid_date_key', columns: ['short', 'valid_date'], plain: true }];
    const test = fileOf(modelOf(shelfSource, undefined, { resources: new Map(), owners: new Map() }), '.test.ts');
    expect(test).toContain('short: String(unique()).slice(-5)');
    expect(test).toContain('validDate: new Date((unique() % 36_500) * 86_400_000).toISOString().slice(0, 10)');
  });

  it('registers the record page also when the module is already registered', () => {
    const pages = (genView: '0' | '1', before: string) =>
      registrations(model({ genView }, [name]), '0999-shelf')
        .find(({ path }) => path.endsWith('/pages.ts'))
        ?.apply(before) ?? '';
    const first = pages('0', 'const entries: Record<string, PageEntry> = {\n};\n');
    expect(first).not.toContain('below');
    const second = pages('1', first);
    expect(second).toContain("below: { ':shelfId': () => import('../features/manage/shelf/shelf-detail-page.tsx') }");
    // changes by hand stay
    const changed = first.replace('}) }', "}), governs: ['tool:shelf:'] }");
    expect(pages('1', changed)).toBe(changed);
    expect(pages('1', second)).toBe(second);
  });
});
