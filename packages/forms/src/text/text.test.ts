import { parse } from 'acorn';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDoc, docOf } from '../test/generators.ts';
import { readDocJson, readDocModule } from './read-doc.ts';
import { writeJson, writeModule } from './write.ts';

const asModule = (text: string) => parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
const faultOf = (text: string) => readDocModule(text, asModule).faults?.map(({ what, line, column }) => [what, line, column])[0];

describe('text of a form', () => {
  it('round-trips the document, as JSON and as export default', () => {
    fc.assert(
      fc.property(anyDoc, (doc) => {
        expect(readDocJson(writeJson(doc)).doc).toEqual(doc);
        expect(readDocModule(writeModule(doc), asModule).doc).toEqual(doc);
      }),
      { numRuns: 60 },
    );
  });

  it('accepts literals only, with the specified errors and lines (defect 1: eval on scripts)', () => {
    expect(faultOf('const a = 1')).toEqual(['noExportDefault', 1, 1]);
    expect(faultOf('{ a: 1 }')).toEqual(['noExportDefault', 1, 1]);
    expect(faultOf('export const a = 1')).toEqual(['noExportDefault', 1, 1]);
    expect(faultOf('alert(1)')).toEqual(['noExportDefault', 1, 1]);
    expect(faultOf('')).toEqual(['noExportDefault', 1, 1]);
    expect(faultOf("import a from 'a';\nexport default {}")).toEqual(['onlyExportDefault', 1, 1]);
    expect(faultOf('export default {}\nalert(1)')).toEqual(['onlyExportDefault', 2, 1]);
    expect(faultOf('export default {\n  fields: [,\n')).toEqual(['syntax', 3, 1]);
    expect(faultOf('export default {\n  fields: load(),\n}')).toEqual(['notLiteral', 2, 11]);
    for (const hostile of [
      '`a`',
      '() => 1',
      'a',
      'new Date()',
      '1n',
      '-a',
      '!0',
      'NaN',
      '[...a]',
      '[,]',
      '{ ["a"]: 1 }',
      '{ a }',
      '{ a() {} }',
      '{ get a() { return 1 } }',
      '{ __proto__: null }',
      '1e999',
      'import("a")',
    ])
      expect([hostile, faultOf(`export default { fields: [], x: ${hostile} }`)?.[0]]).toEqual([hostile, 'notLiteral']);
    expect(faultOf("export default { fields: [], 'fields': [] }")?.[0]).toBe('keyTwice');
  });

  it('reports the line of a JSON error', () => {
    const faultAt = (text: string) => readDocJson(text).faults?.map(({ what, line, column }) => [what, line, column])[0];
    expect(faultAt('{\n  "fields": [\n    {,\n')).toEqual(['json', 3, 6]);
    expect(faultAt('{"fields": []} x')).toEqual(['json', 1, 16]);
    expect(faultAt('{"fields": [], "__proto__": {}}')).toEqual(['json', 1, 16]);
    expect(faultAt('{"fields": [],\n "fields": []}')).toEqual(['keyTwice', 2, 2]);
    expect(faultAt(`${'['.repeat(5000)}`)?.[0]).toBe('json');
  });

  it('reports the line of an invalid setting (defect 8: JSON was applied without validation)', () => {
    const text =
      "export default {\n  fields: [\n    { type: 'input', label: '名' },\n    { type: 'rate', props: { count: 500 } },\n  ],\n}";
    const { faults } = readDocModule(text, asModule);
    expect(faults).toMatchObject([{ what: 'issue', line: 4, path: ['fields', 1, 'props', 'count'] }]);
    expect(readDocJson('{"version":"9.0.0","fields":[]}').faults).toMatchObject([{ what: 'version', params: { version: '9.0.0' } }]);
  });

  it('may omit derivable values, and numbering continues after the highest ID (defect 8)', () => {
    const { doc } = readDocModule("export default { fields: [{ type: 'input', label: '名' }, { id: 240, type: 'rate' }] }", asModule);
    expect(doc?.fields.map(({ id, name, span }) => [id, name, span])).toEqual([
      [241, 'field241', 24],
      [240, 'field240', 24],
    ]);
    expect(doc?.fields[1]?.props.count).toBe(5);
    expect(doc?.idSeq).toBe(241);
  });

  it('reads a regular expression as the text of a pattern', () => {
    const text = "export default { fields: [{ type: 'input', regList: [{ pattern: /^\\d+$/i, message: '数字' }] }] }";
    expect(readDocModule(text, asModule).doc?.fields[0]?.regList).toEqual([{ pattern: '/^\\d+$/i', message: '数字' }]);
  });

  it('contains no closing script tag, for any label', () => {
    const doc = docOf('input');
    const named = { ...doc, fields: doc.fields.map((node) => ({ ...node, label: "</script>'\u2028\\" })) };
    expect(writeModule(named)).not.toContain('</script>');
    expect(readDocModule(writeModule(named), asModule).doc).toEqual(named);
  });
});
