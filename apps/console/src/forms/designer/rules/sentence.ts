import type { Translate } from '@suyuan/contract';
import type { Expr, Json, Option } from '@suyuan/forms';
import type { Named } from './names.ts';

const infix = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in', 'contains', 'startsWith', 'endsWith']);
const suffix = new Set(['empty', 'filled']);
const sign: Partial<Record<string, string>> = { add: ' + ', sub: ' − ', mul: ' × ', div: ' ÷ ' };

const valueWords = (t: Translate, value: Json, options: readonly Option[]): string => {
  if (Array.isArray(value)) return value.map((each) => valueWords(t, each, options)).join(t('kit.joint'));
  if (value === true) return t('kit.yes');
  if (value === false) return t('kit.no');
  if (value === null) return t('tool.build.rule.nothing');
  const label = options.find((option) => option.value === value)?.label;
  return `“${label ?? String(value)}”`;
};

/** A rule as a sentence: “类型 等于 ‘进口’ 并且 数量 大于 ‘10’”. */
export function sentence(t: Translate, expr: Expr, names: readonly Named[], options: readonly Option[] = []): string {
  if ('const' in expr) return valueWords(t, expr.const, options);
  if ('field' in expr) return names.find(({ name }) => name === expr.field)?.label ?? expr.field;
  const { op, args } = expr;
  const beside = args.flatMap((arg) => ('field' in arg ? (names.find(({ name }) => name === arg.field)?.node.options ?? []) : []));
  const said = args.map((arg) => sentence(t, arg, names, beside));
  const word = t(`tool.build.op.${op}`);
  if (op === 'and' || op === 'or')
    return args
      .map((arg, index) => ('op' in arg && (arg.op === 'and' || arg.op === 'or') ? `(${said[index]})` : said[index]))
      .join(` ${word} `);
  if (infix.has(op)) return `${said[0]} ${word} ${said[1]}`;
  if (suffix.has(op)) return `${said[0]} ${word}`;
  const between = sign[op];
  if (between) return args.map((arg, index) => ('op' in arg && sign[arg.op] ? `(${said[index]})` : said[index])).join(between);
  return `${word}(${said.join(', ')})`;
}
