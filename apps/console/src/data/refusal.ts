import type { ProblemName } from '@suyuan/contract';

/** A failed request: a refusal by the server, or a transport error. */
export class Refusal extends Error {
  /** RuoYi body code, the HTTP status of a broken response, or 0 without a response. */
  readonly code: number;
  readonly problem: ProblemName | 'network' | 'timeout' | 'status' | 'webPage' | 'notOffered' | undefined;
  readonly params: Record<string, unknown>;
  readonly msg: string;
  /** The server's message, if `msg` is a general one. */
  readonly detail: string | undefined;
  /** Request ID in the server log, if the server sends one. */
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
    // The cast: an unknown problem name is only displayed.
    this.problem = said.problem as Refusal['problem'];
    this.params = { ...said.params };
    this.detail = said.detail;
    this.requestId = said.requestId;
  }

  get field(): string | undefined {
    return typeof this.params.field === 'string' ? this.params.field : undefined;
  }
}

/** Undefined for an internal error. */
export const refusalOf = (error: unknown): Refusal | undefined => (error instanceof Refusal ? error : undefined);

/** A session that ended has a separate notice. HTTP 401 from a proxy is an ordinary failure. */
export function isSessionOver(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal?.code === 401 && refusal.problem !== 'status';
}
