import type { Translate } from '@suyuan/contract';
import type { Expr, Json, Option } from '@suyuan/forms';
import type { ScopeField } from './names.ts';

const infix = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in', 'contains', 'startsWith', 'endsWith']);
const suffix = new Set(['empty', 'filled']);
const symbols: Partial<Record<string, string>> = { add: ' + ', sub: ' − ', mul: ' × ', div: ' ÷ ' };

const valueText = (t: Translate, value: Json, options: readonly Option[]): string => {
  if (Array.isArray(value)) return value.map((each) => valueText(t, each, options)).join(t('kit.joint'));
  if (value === true) return t('kit.yes');
  if (value === false) return t('kit.no');
  if (value === null) return t('tool.build.rule.nothing');
  const label = options.find((option) => option.value === value)?.label;
  return `“${label ?? String(value)}”`;
};

/** A rule as a sentence: “类型 等于 ‘进口’ 并且 数量 大于 ‘10’”. */
export function ruleSentence(t: Translate, expr: Expr, names: readonly ScopeField[], options: readonly Option[] = []): string {
  if ('const' in expr) return valueText(t, expr.const, options);
  if ('field' in expr) return names.find(({ name }) => name === expr.field)?.label ?? expr.field;
  const { op, args } = expr;
  const siblingOptions = args.flatMap((arg) => ('field' in arg ? (names.find(({ name }) => name === arg.field)?.node.options ?? []) : []));
  const argTexts = args.map((arg) => ruleSentence(t, arg, names, siblingOptions));
  const operatorText = t(`tool.build.op.${op}`);
  if (op === 'and' || op === 'or')
    return args
      .map((arg, index) => ('op' in arg && (arg.op === 'and' || arg.op === 'or') ? `(${argTexts[index]})` : argTexts[index]))
      .join(` ${operatorText} `);
  if (infix.has(op)) return `${argTexts[0]} ${operatorText} ${argTexts[1]}`;
  if (suffix.has(op)) return `${argTexts[0]} ${operatorText}`;
  const symbol = symbols[op];
  if (symbol) return args.map((arg, index) => ('op' in arg && symbols[arg.op] ? `(${argTexts[index]})` : argTexts[index])).join(symbol);
  return `${operatorText}(${argTexts.join(', ')})`;
}
