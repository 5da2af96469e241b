import type { ProblemName } from '@suyuan/contract';

/** What stood between a question and its answer: the server's no, or a transport that broke. */
export class Refusal extends Error {
  /** Body code of the family, the HTTP status of a broken answer, or 0 where none came. */
  readonly code: number;
  readonly problem: ProblemName | 'network' | 'timeout' | 'status' | 'webPage' | 'notOffered' | undefined;
  readonly params: Record<string, unknown>;
  /** The sentence to show. */
  readonly msg: string;
  /** More exact words of the server, where the catalogue's sentence stands first. */
  readonly detail: string | undefined;
  /** What the server calls the question in its own log, where it says so. */
  readonly requestId: string | undefined;

  constructor(said: {
    code: number;
    msg: string;
    problem?: string | undefined;
    params?: object | undefined;
    detail?: string | undefined;
    requestId?: string | undefined;
  }) {
    super(said.msg);
    this.name = 'Refusal';
    this.code = said.code;
    this.msg = said.msg;
    // The cast: a name that this build does not know yet is only shown, never judged.
    this.problem = said.problem as Refusal['problem'];
    this.params = { ...said.params };
    this.detail = said.detail;
    this.requestId = said.requestId;
  }

  /** The input at fault, where the server names one. */
  get field(): string | undefined {
    return typeof this.params.field === 'string' ? this.params.field : undefined;
  }
}

/** The refusal that an error is, or undefined for a fault of our own. */
export const refusalOf = (error: unknown): Refusal | undefined => (error instanceof Refusal ? error : undefined);

/** Whether the server ended the session, which has a notice of its own. A proxy's HTTP 401 is a failure like any other. */
export function isSessionOver(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal?.code === 401 && refusal.problem !== 'status';
}
