import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { edit } from '../editor/edit.ts';
import { startEditor } from '../editor/state.ts';
import { fromFg } from '../fg/convert.ts';
import { type Json, own } from '../json.ts';
import { type Answers, type FormDoc, fieldTypes } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { evaluate } from '../rules/evaluate.ts';
import { type Expr, type Operator, operators } from '../rules/expr.ts';
import { antdvForm } from '../test/form-generator.ts';
import { anyDoc, anyExpr, docOf } from '../test/generators.ts';
import { RuleWriter } from './rule-source.ts';
import { writeTsx } from './write-tsx.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** Compiler errors for files next to the repository's packages. */
function compileErrorsOf(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-tsx-'));
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const [name, source] of Object.entries(files)) writeFileSync(path.join(folder, name), source);
    const compilerOptions = {
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      noUnusedLocals: true,
      types: [],
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.tsx'] }));
    execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const everyType = fieldTypes.filter((type) => type !== 'tab' && type !== 'unknown');

/** Every type, column and operator, with labels that attempt code injection. */
function docOfEverything(): FormDoc {
  const columns = everyType.filter((type) => specOf(type).column);
  const start = docOf(...everyType);
  const table = start.fields.find(({ type }) => type === 'subtable')!;
  const tab = start.fields.find(({ type }) => type === 'tabs')!.children![0]!;
  let state = startEditor(start);
  const run = (command: Parameters<typeof edit>[1]) => {
    state = edit(state, command, 0);
  };
  for (const type of columns) run({ do: 'add', type, words: { label: type, options: ['A'] }, at: { inside: table.id } });
  run({ do: 'add', type: 'input', words: { label: '</Form>{`' + '$' + '{alert(1)}`}\'"\\' }, at: { inside: tab.id } });
  Object.entries(operators).forEach(([op, [least]], index) => {
    const rule = { op, args: [{ field: 'field101' }, { const: 'x' }, { const: 3 }].slice(0, Math.max(least, 1)) } as Expr;
    const node = state.doc.fields[index]!;
    run({
      do: 'set',
      ids: [node.id],
      changes: { rules: node.id === 101 ? { required: rule } : index % 2 === 0 ? { visible: rule, required: rule } : { value: rule } },
    });
  });
  run({ do: 'set', ids: [101], changes: { required: true, regList: [{ pattern: '/^\\d+$/i', message: "数字'" }], defaultValue: '1' } });
  return state.doc;
}

/** Placeholders of the wrong number, and tables without columns or without files. */
function hardDocs(): FormDoc[] {
  const doc = docOf('range', 'time-range', 'input', 'select');
  const withPlaceholders = doc.fields.map((node) => ({
    ...node,
    placeholder: node.type.endsWith('range') ? '请选择' : (['起', '止'] as [string, string]),
  }));
  return [{ ...doc, fields: withPlaceholders }, docOf('subtable')];
}

it('writes TSX that compiles for every type, operator, hostile label, import and random form', () => {
  const samples = fc.sample(anyDoc, { numRuns: 6, seed: 7 });
  const files = Object.fromEntries(
    [docOfEverything(), fromFg(antdvForm)!.doc, ...hardDocs(), ...samples].map((doc, index) => [`form-${index}.tsx`, writeTsx(doc)]),
  );
  expect(files['form-0.tsx']).toContain('export function GeneratedForm');
  expect(compileErrorsOf(files)).toBe('');
});

/** The exported code of a rule, as a function. */
function exportedRule(expr: Expr): (values: Answers) => unknown {
  const writer = new RuleWriter();
  const rule = writer.write(expr);
  const source = stripTypeScriptTypes(`${writer.helpers().join('\n')}\nconst rule = (values: unknown): unknown => ${rule};`);
  return runInThisContext(`(() => {\n${source}\nreturn rule;\n})()`);
}

const anyValue = fc.constantFrom<Json>(
  null,
  '',
  ' ',
  'A',
  'AB',
  '😀',
  '3',
  '2026-02-30',
  '2026-03-01 08:00:00',
  0,
  -2.5,
  12,
  [],
  ['AB', 3],
  [[1], null],
  {},
);
const anyValues = fc.record({ name: anyValue, price: anyValue, amount: anyValue }, { requiredKeys: [] }) as fc.Arbitrary<Answers>;
const both = (op: Operator, ...args: Json[]) => {
  const expr: Expr = { op, args: args.map((value) => ({ const: value })) };
  return [exportedRule(expr)({}), evaluate(expr, () => null)];
};

it('exports rules that compute the same as in the form', () => {
  for (const op of ['contains', 'startsWith', 'endsWith'] as const) expect([op, both(op, 'abc', '')]).toEqual([op, [false, false]]);
  expect(both('contains', ['ab'], 'b')).toEqual([false, false]);
  expect(both('in', 'a', 'a')).toEqual([false, false]);
  expect(both('count', '😀')).toEqual([1, 1]);
  expect(both('days', '2026-02-30', '2026-03-05')).toEqual([null, null]);
  expect(both('round', 1.25, -1)).toEqual([1, 1]);
  fc.assert(
    fc.property(anyExpr, anyValues, (expr, values) => {
      expect(exportedRule(expr)(values) ?? null).toEqual(evaluate(expr, (name) => own(values, name) ?? null));
    }),
    { numRuns: 1000 },
  );
});

it('detects TSX that does not compile', () => {
  expect(compileErrorsOf({ 'wrong.tsx': 'import { Input } from \'antd\';\nexport const x = <Input maxLength="a" />;\n' })).toContain(
    'wrong.tsx',
  );
});
