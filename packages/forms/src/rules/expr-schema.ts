import { z } from 'zod';
import { isJson, type Json } from '../json.ts';
import { limits } from '../model.ts';
import { type Expr, operators } from './expr.ts';

const Shape: z.ZodType<Expr> = z.lazy(() =>
  z.union([
    z.strictObject({ const: z.unknown().refine(isJson) as unknown as z.ZodType<Json> }),
    z.strictObject({ field: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}(\.[A-Za-z][A-Za-z0-9_]{0,63})?$/) }),
    z.strictObject({ op: z.enum(Object.keys(operators) as (keyof typeof operators)[]), args: z.array(Shape).max(50) }),
  ]),
);

const children = (expr: Expr): Expr[] => ('op' in expr ? expr.args : []);
const exprSize = (expr: Expr): number => children(expr).reduce((sum, each) => sum + exprSize(each), 1);
const exprDepth = (expr: Expr): number => 1 + Math.max(0, ...children(expr).map(exprDepth));

const hasValidArguments = (expr: Expr): boolean => {
  if (!('op' in expr)) return true;
  const [least, most] = operators[expr.op];
  return expr.args.length >= least && expr.args.length <= most && expr.args.every(hasValidArguments);
};

/** A stored rule: known operators, valid argument counts and bounded size. */
export const ExprSchema = Shape.refine(hasValidArguments, { params: { word: 'issue.form.exprArguments' }, abort: true }).refine(
  (expr) => exprSize(expr) <= limits.exprNodes && exprDepth(expr) <= limits.exprDepth,
  { params: { word: 'issue.form.exprSize' } },
);
