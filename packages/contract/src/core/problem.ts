/**
 * `status` is the HTTP status of plain interfaces, `code` the body code for the console. 601 is RuoYi's soft rejection, displayed as a
 * warning.
 */
export type Problems = Record<string, { status: number; code: 401 | 403 | 500 | 601 }>;
