import { setTimeout as wait } from 'node:timers/promises';
import { Refusal, sentence } from '../platform/refusal.ts';

/** Closes something. `isHurried`: nobody waits for other processes to take over, as after Ctrl+C or a fault. */
type Close = (isHurried: boolean) => Promise<void> | void;

/** The life of this process: what was opened is closed again in reverse order, once, whatever ends it. */
export interface Lifetime {
  /** Tells how to close what was just opened. */
  opened(close: Close): void;
  /** Gives up starting when the process has been asked to end meanwhile. */
  proceed(): void;
  /** Ends the process after closing everything. */
  end(code: number): void;
}

class Ended extends Error {}

/** How long closing may take before the process ends regardless, in milliseconds. */
const longestClosing = 45_000;

/**
 * How long V8 gets, in milliseconds, to finish what it compiles in the background: a thread of its own that is at it while the process
 * ends may wait for the main thread for ever, which waits for it (https://github.com/nodejs/node/issues/54918).
 */
const compiling = 100;

const stopping = sentence('正在停止：等手头的请求结束', 'stopping: the requests in hand end first');
const stopped = sentence('已停止', 'stopped');

/**
 * Runs `start` and keeps what it opened until SIGTERM, SIGINT, SIGHUP or the launcher's death (exit code 0), a refusal (its own
 * code) or a fault (1). A signal during the start takes effect when the step in hand is done; further signals change nothing.
 */
export function live(start: (lifetime: Lifetime) => Promise<void>) {
  const closers: Close[] = [];
  // A process with nothing but background work would otherwise end by itself.
  const pulse = setInterval(() => {}, 2 ** 30);
  let ending = false;
  let interrupted = false;

  const end = async (code: number, isHurried = true) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(code || 1), longestClosing).unref();
    await starting.catch(() => {});
    for (const close of closers.reverse()) {
      try {
        await close(isHurried);
      } catch (error) {
        console.error(error);
      }
    }
    if (interrupted) console.log(stopped);
    await wait(compiling);
    clearInterval(pulse);
    process.exit(code);
  };

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      // who pressed Ctrl+C sees that it was heard
      if (!ending && process.stdout.isTTY) {
        interrupted = true;
        console.log(stopping);
      }
      void end(0, signal !== 'SIGTERM');
    });
  // The launcher holds the other end: if it is killed outright, so is what it was started for.
  process.on('disconnect', () => void end(0));
  process.channel?.unref();
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error) => {
      console.error(error);
      void end(1);
    });
  }

  const lifetime: Lifetime = {
    opened: (close) => closers.push(close),
    proceed() {
      if (ending) throw new Ended();
    },
    end: (code) => void end(code),
  };
  const starting = Promise.resolve(lifetime).then(start);
  starting.catch((error) => {
    if (error instanceof Ended) return;
    console.error(error instanceof Refusal ? error.message : error);
    void end(error instanceof Refusal ? error.exitCode : 1);
  });
}
