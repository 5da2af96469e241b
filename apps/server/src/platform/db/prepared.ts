import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* prepared */ ';

/** Prepares a statement in spite of its pages or ranges, where one plan fits all values. The text must not vary: pass lists as arrays. */
export const prepared = sql.raw(MARK);

/** Prepared statements of a connection. Beyond it, the least recently used one is closed. */
const MAX_STATEMENTS = 100;
/** Texts of a process whose use is counted; beyond it, all are counted again. */
const MAX_TEXTS = 2000;
/** Characters of a text. Longer ones, with long lists of values, vary and would fill the memory of both sides. */
const MAX_TEXT_LENGTH = 10_000;

interface Statement {
  name: string;
  uses: number;
  isPlannedByValue: boolean;
}

let statements = new Map<string, Statement>();
/** Raised when a plan no longer fits the schema: the same text gets a new name on every connection. */
let schemaEpoch = 0;

/**
 * Statements with `limit $1`, `column < $1` or a cursor: the number of their rows depends on the values, and so does the best plan. For a
 * prepared statement PostgreSQL would guess that number and reuse one plan.
 */
const isPlannedByValue = (text: string): boolean => !text.includes(MARK) && /\blimit \$\d|[<>]=? ?\$\d|\bbetween\b|\bdeclare\b/i.test(text);

function statementOf(text: string): Statement {
  const cached = statements.get(text);
  if (cached) return cached;
  if (statements.size >= MAX_TEXTS) statements = new Map();
  const name = `p${createHash('sha1').update(text).digest('hex').slice(0, 16)}`;
  const statement = { name, uses: 0, isPlannedByValue: isPlannedByValue(text) };
  statements.set(text, statement);
  return statement;
}

/** The schema changed below a plan, or the server has lost the statement. */
const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ((error.code === '0A000' && error.routine === 'RevalidateCachedQuery') || error.code === '26000');

/** Driver internals that are missing in its types. */
interface ClientInternals {
  connection: {
    close(statement: { type: 'S'; name: string }): void;
    parsedStatements: Record<string, string>;
    submittedNamedStatements: Record<string, string>;
  };
  readyForQuery: boolean;
  _queryQueue: unknown[];
}

/** Prepares each statement with values from its second use on, so that its text is sent and analysed once a connection. */
export class PreparingClient extends pg.Client {
  /** Names in order of their last use. */
  readonly #names = new Set<string>();
  #epoch = schemaEpoch;

  // The driver's overloads are many; other statements pass unchanged.
  override query(...args: never[]): never {
    const [text, values] = args as unknown[];
    const superQuery = super.query as (...args: unknown[]) => never;
    const isPreparable = typeof text === 'string' && text.length <= MAX_TEXT_LENGTH && Array.isArray(values) && values.length > 0;
    if (!isPreparable || args.length > 2) return superQuery.apply(this, args);
    const statement = statementOf(text);
    if (statement.isPlannedByValue || (++statement.uses < 2 && !text.startsWith(MARK))) return superQuery.apply(this, args);
    const isInTransaction = this.getTransactionStatus() !== 'I';
    const send = () => superQuery.call(this, { name: this.#use(statement.name), text, values }) as Promise<unknown>;
    return send().catch((error: unknown) => {
      if (!isOutdated(error)) throw error;
      schemaEpoch++;
      // the error has ended the transaction, which its owner must repeat
      if (isInTransaction) throw error;
      return send();
    }) as never;
  }

  #use(baseName: string): string {
    if (this.#epoch !== schemaEpoch && this.#isIdle()) {
      for (const old of this.#names) this.#close(old);
      this.#epoch = schemaEpoch;
    }
    const name = schemaEpoch === 0 ? baseName : `${baseName}_${schemaEpoch}`;
    this.#names.delete(name);
    this.#names.add(name);
    const [oldest] = this.#names;
    if (oldest && this.#names.size > MAX_STATEMENTS && this.#isIdle()) this.#close(oldest);
    return name;
  }

  /** A statement of a pending query may not be closed. */
  #isIdle(): boolean {
    const { readyForQuery, _queryQueue } = this as unknown as ClientInternals;
    return readyForQuery && _queryQueue.length === 0;
  }

  /** The message travels with the next query. Unlike `deallocate`, it is accepted in a failed transaction. */
  #close(name: string): void {
    const { connection } = this as unknown as ClientInternals;
    this.#names.delete(name);
    if (connection.parsedStatements[name] !== undefined) connection.close({ type: 'S', name });
    delete connection.parsedStatements[name];
    delete connection.submittedNamedStatements[name];
  }
}
