import type { FormNode, Rules } from '../model.ts';
import type { Expr } from './expr.ts';

export function namesIn(expr: Expr): string[] {
  if ('field' in expr) return [expr.field];
  return 'op' in expr ? [...new Set(expr.args.flatMap(namesIn))] : [];
}

export const ruleKinds = ['visible', 'required', 'disabled', 'value'] as const satisfies (keyof Rules)[];
export type RuleKind = (typeof ruleKinds)[number];

export const rulesOf = (node: FormNode): [RuleKind, Expr][] =>
  ruleKinds.flatMap((kind): [RuleKind, Expr][] => (node.rules?.[kind] ? [[kind, node.rules[kind]]] : []));

export function renameFields(expr: Expr, to: (name: string) => string): Expr {
  if ('field' in expr) return { field: to(expr.field) };
  return 'op' in expr ? { op: expr.op, args: expr.args.map((each) => renameFields(each, to)) } : expr;
}
