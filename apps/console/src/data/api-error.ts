import type { ProblemName } from '@suyuan/contract';

/** A failed request: a refusal by the server, or a transport error. */
export class ApiError extends Error {
  /** RuoYi body code, the HTTP status of a broken response, or 0 without a response. */
  readonly code: number;
  readonly problem: ProblemName | 'network' | 'timeout' | 'status' | 'webPage' | 'notOffered' | 'otherUser' | undefined;
  readonly params: Record<string, unknown>;
  readonly #msg: string | (() => string);
  /** The server's message, if `msg` is a general one. */
  readonly detail: string | undefined;
  /** Request ID in the server log, if the server sends one. */
  readonly requestId: string | undefined;

  constructor(options: {
    code: number;
    /** A function for the console's own texts: the language may load or change after the failure. */
    msg: string | (() => string);
    problem?: string | undefined;
    params?: object | undefined;
    detail?: string | undefined;
    requestId?: string | undefined;
  }) {
    super(typeof options.msg === 'string' ? options.msg : options.msg());
    this.name = 'ApiError';
    this.code = options.code;
    this.#msg = options.msg;
    // The cast: an unknown problem name is only displayed.
    this.problem = options.problem as ApiError['problem'];
    this.params = { ...options.params };
    this.detail = options.detail;
    this.requestId = options.requestId;
  }

  get msg(): string {
    return typeof this.#msg === 'string' ? this.#msg : this.#msg();
  }

  get field(): string | undefined {
    return typeof this.params.field === 'string' ? this.params.field : undefined;
  }
}

/** Undefined for an internal error. */
export const asApiError = (error: unknown): ApiError | undefined => (error instanceof ApiError ? error : undefined);

/** The user cancelled the password prompt of a sensitive action, and knows what was not done. */
export const isPasswordDeclined = ({ problem }: ApiError) => problem === 'passwordNeeded';

/** A session that ended has a separate notice. HTTP 401 from a proxy is an ordinary failure. */
export function isSessionExpired(error: unknown): boolean {
  const apiError = asApiError(error);
  return apiError?.code === 401 && apiError.problem !== 'status';
}
