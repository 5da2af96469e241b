import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validate } from '../answers/validate.ts';
import { docOf } from '../test/generators.ts';
import { hasPattern, parsePattern, patternRefusal } from './pattern-rule.ts';

/** A small alphabet makes nested loops frequent. */
const { pattern } = fc.letrec((tie) => ({
  atom: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', '\\b', '^', '$', '\\u0061', '[\\d.]', '中') },
    { weight: 2, arbitrary: tie('pattern').map((inner) => `(${inner})`) },
    { weight: 1, arbitrary: tie('pattern').map((inner) => `(?:${inner})`) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('=', '!'), tie('pattern')).map(([sign, inner]) => `(?${sign}${inner})`) },
  ),
  piece: fc
    .tuple(tie('atom') as fc.Arbitrary<string>, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?'))
    .map(([atom, times]) => (/^(\^|\$|\\b|\(\?[=!])/.test(atom) ? atom : atom + times)),
  sequence: fc.array(tie('piece') as fc.Arbitrary<string>, { maxLength: 4 }).map((parts) => parts.join('')),
  pattern: fc.array(tie('sequence') as fc.Arbitrary<string>, { minLength: 1, maxLength: 2 }).map((parts) => parts.join('|')),
}));
const text = fc.array(fc.constantFrom('a', 'b', '1', '.', '中', '\n', '😀'), { maxLength: 12 }).map((parts) => parts.join(''));

describe('pattern', () => {
  it('matches like the engine of the host, for any pattern and text', () => {
    fc.assert(
      fc.property(pattern as fc.Arbitrary<string>, text, fc.constantFrom('', 'i', 'm', 's', 'u', 'imsu'), (body, input, flags) => {
        fc.pre(patternRefusal({ pattern: body, flags }) === undefined);
        // the host looks ahead from within a surrogate pair; this engine uses whole characters
        fc.pre(!(flags.includes('u') && body.includes('(?') && input.includes('😀')));
        expect(hasPattern({ pattern: `/${body}/${flags}` }, input)).toBe(new RegExp(body, flags).test(input));
      }),
      { numRuns: 600 },
    );
  });

  it('accepts /body/flags or a bare body (defect 2: the preset ^[A-Za-z0-9]+$ threw)', () => {
    expect(parsePattern({ pattern: '/^a+$/gi' })).toEqual({ body: '^a+$', flags: 'i' });
    expect(parsePattern({ pattern: '^a+$', flags: 'i' })).toEqual({ body: '^a+$', flags: 'i' });
    expect(hasPattern({ pattern: '^[A-Za-z0-9]+$' }, 'abc123')).toBe(true);
    expect(hasPattern({ pattern: '^[A-Za-z0-9]+$' }, 'abc 123')).toBe(false);
  });

  it('is never executed as code (defect 1: eval on stored patterns)', () => {
    for (const pattern of ['/a/.constructor.constructor("throw 1")()', '(() => { throw 1 })()', 'process.exit(1)', '/a/;alert(1)']) {
      patternRefusal({ pattern });
      expect(() => hasPattern({ pattern }, 'text')).not.toThrow();
    }
  });

  it('takes linear time on patterns with catastrophic backtracking in the host engine', () => {
    for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a*)*b$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$'])
      expect(hasPattern({ pattern }, `${'a'.repeat(9999)}!`)).toBe(false);
  });

  it('compiles nested repetitions of an empty part at once', () => {
    const start = performance.now();
    expect(hasPattern({ pattern: '^(?:(?:(?:){500}){500}){500}a$' }, 'a')).toBe(true);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('accepts an escaped backslash before any character', () => {
    expect(patternRefusal({ pattern: '^C:\\\\c$' })).toBeUndefined();
    expect(hasPattern({ pattern: '^C:\\\\code$' }, 'C:\\code')).toBe(true);
    expect(patternRefusal({ pattern: '\\c1' })).toBe('unusual');
  });

  it('respects the total step limit of a form, for any number of answers', () => {
    const table = docOf('subtable');
    const column = {
      id: 900,
      type: 'input' as const,
      name: 'a',
      span: 24,
      props: {},
      regList: [{ pattern: '^(\\w|a|b){0,390}$', message: '' }],
    };
    const doc = { ...table, fields: table.fields.map((node) => ({ ...node, children: [column] })) };
    const rows = Array.from({ length: 500 }, () => ({ a: 'a'.repeat(2000) }));
    const { faults } = validate(doc, { field101: rows });
    expect(faults.some(({ fault }) => fault === 'patternInput')).toBe(true);
    expect(validate(doc, { field101: rows.slice(0, 5).map(() => ({ a: 'a' })) }).faults).toEqual([]);
  });

  it('supports look-ahead, as in password rules', () => {
    const pattern = '/^(?=.*[A-Z])(?=.*\\d)(?!.*\\s).{8,}$/';
    expect(hasPattern({ pattern }, 'Abcdefg1')).toBe(true);
    expect(hasPattern({ pattern }, 'abcdefg1')).toBe(false);
    expect(hasPattern({ pattern }, 'Abcdef 1')).toBe(false);
  });

  it.each([
    ['(', 'notAPattern'],
    ['a{2,1}', 'notAPattern'],
    ['(a)\\1', 'backReference'],
    ['(?<=a)b', 'lookBehind'],
    ['a{5000}', 'tooLarge'],
    ['(a{100}){100}', 'tooLarge'],
    ['a'.repeat(501), 'tooLarge'],
    ['/a/v', 'unusual'],
  ])('is rejected when it requires unbounded memory: %#', (pattern, refusal) => {
    expect(patternRefusal({ pattern })).toBe(refusal);
    expect(hasPattern({ pattern }, 'anything')).toBe(true);
  });
});
