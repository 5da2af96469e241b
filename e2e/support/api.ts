import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

interface Envelope {
  code: number;
  msg: string;
  problem?: string;
  params?: { seconds?: number };
  token?: string;
  total?: number;
  // biome-ignore lint/suspicious/noExplicitAny: a journey looks at whatever came
  rows?: any[];
  // biome-ignore lint/suspicious/noExplicitAny: the same
  data?: any;
}

export interface Api {
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Envelope>;
  /** As `call`, but a refusal throws. */
  must(method: string, path: string, body?: object): Promise<Envelope>;
}

/** Milliseconds for which a request is repeated that a busy server refuses. */
const MAX_BUSY_TIME = 60_000;

/** As the console does, `call` repeats a request after the time that a busy server names, unless it is `impatient`. */
export function api(consoleUrl: string, token = '', { impatient = false } = {}): Api {
  async function send(method: string, path: string, body: object | undefined, headers: Record<string, string>): Promise<Envelope> {
    const response = await fetch(`${consoleUrl}/api${path}`, {
      method,
      // a kept connection may be closed by the server just when it is used again
      headers: { connection: 'close', authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    return (await response.json()) as Envelope;
  }
  async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Envelope> {
    const deadline = Date.now() + MAX_BUSY_TIME;
    const key = method === 'GET' ? undefined : { 'idempotency-key': randomUUID() };
    for (;;) {
      const answer = await send(method, path, body, { ...key, ...headers });
      const { seconds } = answer.params ?? {};
      if (impatient || answer.problem !== 'busy' || seconds === undefined || Date.now() > deadline) return answer;
      await sleep(seconds * 1000);
    }
  }
  return {
    call,
    async must(method, path, body) {
      const answer = await call(method, path, body);
      if (answer.code !== 200) throw new Error(`${method} ${path}: ${answer.msg}`);
      return answer;
    },
  };
}

export async function tokenOf(consoleUrl: string, username: string, password: string): Promise<string> {
  const { token = '' } = await api(consoleUrl).must('POST', '/login', { username, password, code: '', uuid: '' });
  return token;
}

/** Polls until `isReady` returns true. Throws after `seconds`. */
export async function pollUntil<T>(read: () => Promise<T>, isReady: (answer: T) => boolean, seconds = 60): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await read();
    if (isReady(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`it did not happen within ${seconds} s: ${JSON.stringify(answer)}`);
    await sleep(100);
  }
}
