import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { problems } from '@suyuan/contract';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { describe, expect, it } from 'vitest';
import { translate } from '../translations.ts';

const source = path.join(import.meta.dirname, '../..');
const THROWN = /new Problem\(\s*'(\w+)'\s*(,\s*\{)?/g;

/** Property names of the object literal at `text[at]`; undefined if it has a spread. */
function namesIn(text: string, at: number): string[] | undefined {
  const entries = [''];
  for (let depth = 0, quote = '', place = at; ; place++) {
    const sign = text[place] ?? '';
    if (quote) quote = sign === quote ? '' : quote;
    else if (/['"`]/.test(sign)) quote = sign;
    else if (/[({[]/.test(sign)) depth++;
    else if (/[)}\]]/.test(sign) && depth-- === 0) break;
    else if (sign === ',' && depth === 0) entries.push('');
    entries.push(`${entries.pop()}${sign === ',' && depth === 0 && !quote ? '' : sign}`);
  }
  const names = entries.map((entry) => entry.trim()).filter(Boolean);
  return names.some((entry) => entry.startsWith('...')) ? undefined : names.map((entry) => /^\w+/.exec(entry)?.[0] ?? '');
}

/** Every thrown problem with literal parameters. */
const thrownProblems = globSync('**/*.ts', { cwd: source })
  .filter((file) => !/\.test\.ts$|[/\\]template[/\\]/.test(file))
  .flatMap((file) => {
    const text = readFileSync(path.join(source, file), 'utf8');
    return [...text.matchAll(THROWN)].flatMap((match) => {
      const names = match[2] ? namesIn(text, match.index + match[0].length) : text[match.index + match[0].length] === ',' ? undefined : [];
      return names ? [{ at: `${file}: ${match[1]}`, problem: String(match[1]), names }] : [];
    });
  });

describe('problem message', () => {
  it('exists in both languages and fits the parameters of each place that throws it', () => {
    expect(thrownProblems.length).toBeGreaterThan(300);
    const faults = thrownProblems.flatMap(({ at, problem, names }) =>
      (['zh-CN', 'en-US'] as const).flatMap((language) => {
        const word = `problem.${problem}` as keyof typeof zhCN;
        try {
          const message = translate[language](word, { span: 'many', ...Object.fromEntries(names.map((name) => [name, 1])) });
          return message === word ? [`${at} has no sentence in ${language}`] : [];
        } catch (error) {
          return [`${at}, ${language}: ${(error as Error).message.split('\n')[0]}`];
        }
      }),
    );
    expect(faults).toEqual([]);
  });

  it('exists in both languages for each problem of the contract', () => {
    const named = Object.keys(problems).filter((problem) => !['invalidInput'].includes(problem));
    for (const pack of [zhCN, enUS]) expect(named.filter((problem) => !(`problem.${problem}` in pack))).toEqual([]);
  });
});
