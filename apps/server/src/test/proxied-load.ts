import { setTimeout as wait } from 'node:timers/promises';
import { createScanId } from '../features/scans/verification/scan-id.ts';
import { supplierInput } from './factories.ts';

/** Name of the suppliers that the users add. */
export const LOAD_SUPPLIER = '负载供应商';
/** Milliseconds between two scans: 100 a second. */
const PACE = 10;
/** Milliseconds between two actions of a console user. */
const THINKING = 250;

interface Load {
  consoleUrl: string;
  publicUrl: string;
  code(ordinal: number): string;
  /** Of console users who may list and add suppliers. */
  tokens: string[];
}

/**
 * 100 scans a second, a page for every fifth, and users who list and add suppliers. `stop` resolves to the number of requests by kind and
 * outcome, and to the longest answer in milliseconds.
 */
export function startLoad({ consoleUrl, publicUrl, code, tokens }: Load) {
  const outcomes: Record<string, number> = {};
  let longest = 0;
  const send = async (kind: string, url: string, init: RequestInit = {}) => {
    const startedAt = performance.now();
    const outcome = await fetch(url, init).then(
      async (reply) => {
        const text = await reply.text();
        // the console's API answers 200 with its own code
        const { code = reply.status, msg = '' } =
          kind === 'page' ? {} : (JSON.parse(text.startsWith('{') ? text : '{}') as { code?: number; msg?: string });
        return reply.status === 200 && code === 200 ? '200' : `${reply.status} ${code} ${msg}`;
      },
      (error: Error) => String(error.cause ?? error),
    );
    longest = Math.max(longest, performance.now() - startedAt);
    outcomes[`${kind} ${outcome}`] = (outcomes[`${kind} ${outcome}`] ?? 0) + 1;
  };
  const json = { 'content-type': 'application/json' };
  const sent: Promise<void>[] = [];
  let scans = 0;
  const timer = setInterval(() => {
    const ordinal = scans++;
    const body = JSON.stringify({ code: code(ordinal), scanId: createScanId(), device: `device-${ordinal}` });
    sent.push(send('scan', `${publicUrl}/v1/verifications`, { method: 'POST', headers: json, body }));
    if (ordinal % 5 === 0) sent.push(send('page', `${publicUrl}/c/${code(50_000 + ordinal)}`));
  }, PACE);
  let isRunning = true;
  const users = tokens.map(async (token) => {
    const headers = { ...json, authorization: `Bearer ${token}` };
    while (isRunning) {
      await send('list', `${consoleUrl}/api/manage/supplier/list?pageNum=1&pageSize=10`, { headers });
      await wait(THINKING);
      const key = { 'idempotency-key': createScanId() };
      await send('write', `${consoleUrl}/api/manage/supplier`, {
        method: 'POST',
        headers: { ...headers, ...key },
        body: JSON.stringify(supplierInput({ supplierName: LOAD_SUPPLIER })),
      });
      await wait(THINKING);
    }
  });
  return {
    async stop() {
      clearInterval(timer);
      isRunning = false;
      await Promise.all([...sent, ...users]);
      return { outcomes, scans, longest: Math.round(longest) };
    },
  };
}
