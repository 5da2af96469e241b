import { formatJobTarget, type JobParam, parseJobTarget } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { resolveArguments } from './job-target.ts';

describe('job target', () => {
  it.each([
    ['job.retain', 'job.retain', []],
    ['job.retain()', 'job.retain', []],
    [' job.retain ( 90 ) ', 'job.retain', [90]],
    [`t.f('ry', true, 2000L, 316.50D, 100)`, 't.f', ['ry', true, 2000, 316.5, 100]],
    [`t.f("a, b", 'c"d', -1)`, 't.f', ['a, b', 'c"d', -1]],
    [`t.f('')`, 't.f', ['']],
    [`t.f('a''b"c', "d""e'f", '''', '')`, 't.f', [`a'b"c`, `d"e'f`, "'", '']],
  ])('%s is parsed in RuoYi syntax', (text, name, args) => {
    expect(parseJobTarget(text)).toEqual({ name, args });
  });

  it.each([
    '',
    '()',
    'a b',
    'f(',
    'f(1',
    'f(1,)',
    'f(,1)',
    'f(x)',
    `f('a)`,
    `f('a'''b')`,
    'f(1)(2)',
    'f(1 2)',
    'rmi://x/y',
    `java.lang.Runtime.exec('x'); f()`,
  ])('%s is invalid', (text) => {
    expect(parseJobTarget(text)).toBeUndefined();
  });

  it.each([`it's 12" wide`, "'", "''", '"', '', 'plain'])('keeps the quotes of the text %s', (text) => {
    expect(parseJobTarget(formatJobTarget({ name: 't.f', args: [text, true, -1.5] }))?.args).toEqual([text, true, -1.5]);
  });

  it('has double quotes around a text with an apostrophe, as RuoYi reads it', () => {
    expect(formatJobTarget({ name: 't.f', args: ["it's", 1] })).toBe(`t.f("it's", 1)`);
  });

  it('is validated against the parameters of its function, with defaults for missing ones', () => {
    const params: JobParam[] = [
      { name: 'days', kind: 'int', default: 90, min: 1, max: 100 },
      { name: 'deep', kind: 'boolean', default: false },
    ];
    expect(resolveArguments(params, [])).toEqual([90, false]);
    expect(resolveArguments(params, [5, true])).toEqual([5, true]);
    expect(resolveArguments(params, [0])).toEqual({ wrong: 'days' });
    expect(resolveArguments(params, [1.5])).toEqual({ wrong: 'days' });
    expect(resolveArguments(params, [1, 'x'])).toEqual({ wrong: 'deep' });
    expect(resolveArguments(params, [1, true, 'more'])).toEqual({ wrong: 'more' });
  });
});
