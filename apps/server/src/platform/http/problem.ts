import { type ProblemName, problems } from '@suyuan/contract';

/** A refusal that the asker can act on. Anything else thrown is our fault and is answered as `unexpected`. */
export class Problem extends Error {
  readonly problem: ProblemName;
  /** What the sentence needs; a value that is a word key is said in the asker's language. `field` names the input at fault. */
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

/** Returns `value`, or refuses with `notFound` when there is none. */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem('notFound');
  return value;
}
