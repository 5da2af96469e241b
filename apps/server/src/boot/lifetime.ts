import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isTransientError } from '../platform/db/database-errors.ts';
import { isFull } from '../platform/http/refusal.ts';
import { OperatorError, reasonOf, sentence } from '../platform/operator-error.ts';

/** `isHurried`: do not wait for other processes to take over, as after Ctrl+C or an error. */
type Close = (isHurried: boolean) => Promise<void> | void;

export interface Lifetime {
  onClose(close: Close): void;
  /** Aborts the start if the process is ending. */
  throwIfEnding(): void;
  /** From here on a signal closes at once and does not wait for `start`. */
  detach(): void;
  end(code: number): void;
}

class StartAborted extends Error {}

/** Milliseconds for closing before the process exits regardless. */
const CLOSE_TIMEOUT = 45_000;

/**
 * Milliseconds for V8 to finish background compilation. Its thread and the main thread may otherwise deadlock at exit
 * (https://github.com/nodejs/node/issues/54918).
 */
const COMPILE_GRACE = 100;

const stopping = sentence('正在停止：等手头的请求结束', 'stopping: the requests in hand end first');
const stopped = sentence('已停止', 'stopped');
const interruption = sentence('已中断，命令没有做完；再运行一次', 'interrupted before the command was complete; run it again');

/**
 * Runs `start` until a signal or the launcher's death (exit code 0, of a command 128 + n or 1), a refusal (its own code) or an uncaught
 * error (1). A signal during the start takes effect after the current step.
 */
export function runUntilStopped(start: (lifetime: Lifetime) => Promise<void>, { isCommand = false } = {}) {
  const closers: Close[] = [];
  const detached = Promise.withResolvers<void>();
  // Prevents a process with background work only from exiting.
  const keepAlive = setInterval(() => {}, 2 ** 30);
  let ending = false;
  let interrupted = false;

  /** Its connections are cut, so its errors say nothing. */
  const isAbandoned = () => isCommand && interrupted;

  const end = async (code: number, isHurried = true) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(code || 1), CLOSE_TIMEOUT).unref();
    await Promise.race([starting.catch(() => {}), detached.promise]);
    for (const close of closers.reverse()) {
      try {
        await close(isHurried);
      } catch (error) {
        console.error(error);
      }
    }
    if (interrupted && !isCommand) console.log(stopped);
    await wait(COMPILE_GRACE);
    clearInterval(keepAlive);
    process.exit(code);
  };

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      // acknowledge Ctrl+C on a terminal
      if (!ending && (isCommand || process.stdout.isTTY)) {
        interrupted = true;
        if (isCommand) console.error(interruption);
        else console.log(stopping);
      }
      void end(isCommand ? 128 + constants.signals[signal] : 0, signal !== 'SIGTERM');
    });
  // The launcher holds the other end of the channel: end this process if the launcher is killed.
  process.on('disconnect', () => void end(isCommand ? 1 : 0));
  process.channel?.unref();
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error) => {
      if (!isAbandoned()) console.error(error);
      void end(1);
    });
  }

  const lifetime: Lifetime = {
    onClose: (close) => closers.push(close),
    throwIfEnding() {
      if (ending) throw new StartAborted();
    },
    detach: detached.resolve,
    end: (code) => void end(code),
  };
  const starting = Promise.resolve(lifetime).then(start);
  starting.catch((error) => {
    if (error instanceof StartAborted || isAbandoned()) return;
    console.error(messageOf(error));
    void end(error instanceof OperatorError ? error.exitCode : 1);
  });
}

/** One line for what an operator can repair; other errors with their stack. */
function messageOf(error: unknown): unknown {
  if (error instanceof OperatorError) return error.message;
  if (!isTransientError(error) && !isFull(error)) return error;
  return sentence(
    `数据库或磁盘出错：${reasonOf(error)}；检查数据库（内置的日志在 DATA_DIR/logs）和剩余空间，再运行一次`,
    `the database or the disk failed: ${reasonOf(error)}; check the database (log of the embedded one: DATA_DIR/logs) and free space, and run it again`,
  );
}
