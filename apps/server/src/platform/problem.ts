import { type ProblemName, problems } from '@suyuan/contract';

/** A refusal that the caller can act on. Any other error is reported as `unexpected`. */
export class Problem extends Error {
  readonly problem: ProblemName;
  /** Parameters of the message; a word key is translated. `field` names the faulty input. */
  readonly params: Record<string, unknown>;

  constructor(problem: ProblemName, params: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
    this.params = params;
  }

  get status() {
    return problems[this.problem].status;
  }
}

/** @throws notFound if `value` is undefined */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem('notFound');
  return value;
}

/** @throws notFound if there are fewer `rows` than `ids` */
export function allFound<Row>(rows: Row[], ids: readonly unknown[]): Row[] {
  if (rows.length < ids.length) throw new Problem('notFound');
  return rows;
}
