import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds for which a process trusts its memory after a check of its notifications. */
export const TRUST = 1000;

/** Resolves when no process trusts what it knew before the call. For commands, which receive no acknowledgements. */
export const leasesEnded = () => wait(TRUST);

/** Application name of the connection that receives notifications for a process's memory. */
const LISTENER = 'suyuan listen cache';

type Query = (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

/**
 * Waits until other processes have applied the changes of this one. Trust in memory is a lease: a process that does not acknowledge a
 * change no longer trusts its memory `TRUST` after the commit.
 */
export class Propagation {
  readonly #query: Query;
  readonly #channel: string;
  /** Time of the latest change that was not announced, by `performance.now()`. */
  #changedAt: number | undefined;
  #round: Promise<void> | undefined;
  readonly #onWrite: (userId: number) => void;
  /** Users whose writes were not announced. */
  #writers = new Set<number>();
  /** Receivers of acknowledgements by announcement. */
  readonly #announcements = new Map<string, (pid: number) => void>();
  /**
   * Listeners that missed an acknowledgement, such as those of a frozen process. Their process trusts nothing before it has acknowledged,
   * on the same connection, what it missed. So this process waits for them only once.
   */
  readonly #silent = new Set<unknown>();

  /**
   * @param query uses the connection that listens
   * @param onWrite receives users who wrote through another process
   */
  constructor(channel: string, query: Query, onWrite: (userId: number) => void) {
    this.#channel = channel;
    this.#query = query;
    this.#onWrite = onWrite;
  }

  /** Call after the commit. */
  noteChange(): void {
    this.#changedAt = performance.now();
  }

  /** Call after the commit. */
  noteWrite(userId: number): void {
    this.#writers.add(userId);
    this.noteChange();
  }

  /** Undefined: there is nothing to wait for. */
  wait(): Promise<void> | undefined {
    if (this.#changedAt !== undefined) {
      const announced = this.#announce(this.#changedAt, [...this.#writers]);
      this.#changedAt = undefined;
      this.#writers.clear();
      const round = Promise.all([this.#round, announced]).then(() => {
        if (this.#round === round) this.#round = undefined;
      });
      this.#round = round;
    }
    return this.#round;
  }

  /** Handles `sync:<id>:<users>` and `ack:<id>:<pid>`. PostgreSQL delivers in the order of commits, so earlier changes have been applied. */
  receive(payload: string): void {
    const [kind, id = '', content = ''] = payload.split(':');
    if (kind === 'ack') {
      this.#silent.delete(Number(content));
      this.#announcements.get(id)?.(Number(content));
    }
    if (kind !== 'sync' || this.#announcements.has(id)) return;
    for (const userId of content.split(',')) if (userId) this.#onWrite(Number(userId));
    this.#query("select pg_notify($1, 'ack:' || $2 || ':' || pg_backend_pid())", [this.#channel, id]).catch(() => {});
  }

  async #announce(changedAt: number, writers: number[]): Promise<void> {
    const id = randomUUID();
    const acknowledged = new Set<unknown>();
    const { promise, resolve } = Promise.withResolvers<void>();
    let expected: unknown[] | undefined;
    const resolveIfComplete = () => {
      if (expected?.every((pid) => acknowledged.has(pid))) resolve();
    };
    this.#announcements.set(id, (pid) => {
      acknowledged.add(pid);
      resolveIfComplete();
    });
    const timer = setTimeout(resolve, Math.max(0, changedAt + TRUST - performance.now()));
    this.#query(
      `select pid, pg_notify($1, 'sync:' || $2 || ':' || $4) from pg_stat_activity
        where datname = current_database() and application_name = $3 and pid <> pg_backend_pid()`,
      [this.#channel, id, LISTENER, writers.join()],
    ).then(
      (rows) => {
        const pids = rows.map(({ pid }) => pid);
        for (const pid of this.#silent) if (!pids.includes(pid)) this.#silent.delete(pid);
        expected = pids.filter((pid) => !this.#silent.has(pid));
        resolveIfComplete();
      },
      // without a connection the leases of the others end by time
      () => {},
    );
    await promise;
    clearTimeout(timer);
    this.#announcements.delete(id);
    for (const pid of expected ?? []) if (!acknowledged.has(pid)) this.#silent.add(pid);
  }
}
