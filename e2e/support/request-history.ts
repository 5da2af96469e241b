import { randomInt, randomUUID } from 'node:crypto';
import { api } from './api.ts';
import { uuid7 } from './uuid7.ts';

interface Addresses {
  consoleUrl: string;
  publicUrl: string;
}

interface TrackedRequest {
  /** Code of the supplier, or id of the scan. */
  name: string;
  acknowledged: boolean;
  send(): Promise<boolean>;
}

export interface LoadStats {
  responses: number;
  /** Connections broken without a response. */
  broken: number;
  /** Milliseconds of the slowest response. */
  slowestMs: number;
  /** Responses that are neither successful nor one of the product's problems. */
  unexpected: string[];
}

/** Records requests and acknowledgements, to compare them with the final data. */
export function createRequestHistory(addresses: () => Addresses, token: string, codes: string[]) {
  const writes: TrackedRequest[] = [];
  const scans: TrackedRequest[] = [];
  let stats: LoadStats = { responses: 0, broken: 0, slowestMs: 0, unexpected: [] };

  async function request(url: string, init: RequestInit, isExpected: (status: number, body: Record<string, unknown>) => boolean) {
    const start = performance.now();
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    stats.slowestMs = Math.max(stats.slowestMs, performance.now() - start);
    if (!response || text === undefined) return void stats.broken++;
    stats.responses++;
    const body = text.startsWith('{') ? JSON.parse(text) : {};
    const refused = ['busy', 'storageFull', 'tooManyRequests', 'about:blank#busy', 'about:blank#storageFull'].includes(
      body.problem ?? body.type,
    );
    if (!isExpected(response.status, body) && !refused) stats.unexpected.push(`${response.status} ${text.slice(0, 200)}`);
    return body;
  }

  async function write() {
    const code = `F-${randomUUID().slice(0, 13).toUpperCase()}`;
    const tracked: TrackedRequest = {
      name: code,
      acknowledged: false,
      async send() {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': `fault-${code}` };
        const body = JSON.stringify({ supplierCode: code, supplierName: `故障试验 ${code} ${'。'.repeat(100)}`.slice(0, 100) });
        const url = `${addresses().consoleUrl}/api/manage/supplier`;
        const answer = await request(url, { method: 'POST', headers, body }, (status, { code }) => status === 200 && code === 200);
        tracked.acknowledged ||= answer?.code === 200;
        return tracked.acknowledged;
      },
    };
    writes.push(tracked);
    return tracked.send();
  }

  async function scan() {
    const scanId = uuid7();
    const code = codes[randomInt(codes.length)] ?? '';
    const body = JSON.stringify({ code, scanId, device: `d${randomInt(1000)}` });
    const tracked: TrackedRequest = {
      name: scanId,
      acknowledged: false,
      async send() {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
        const answer = await request(
          `${addresses().publicUrl}/v1/verifications`,
          init,
          (status, { verdict }) => status === 200 && !!verdict,
        );
        tracked.acknowledged ||= answer?.verdict !== undefined;
        return tracked.acknowledged;
      },
    };
    scans.push(tracked);
    return tracked.send();
  }

  return {
    writes,
    scans,
    write,
    scan,
    /** Writes and scans until stopped; returns the statistics. */
    load(pause = 40): () => Promise<LoadStats> {
      stats = { responses: 0, broken: 0, slowestMs: 0, unexpected: [] };
      let isStopped = false;
      const loop = async (action: () => Promise<unknown>) => {
        while (!isStopped) {
          await action();
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      };
      const loops = [loop(write), loop(write), loop(scan), loop(scan)];
      return async () => {
        isStopped = true;
        await Promise.all(loops);
        return stats;
      };
    },
    /** Retries all unacknowledged requests with the same keys until they succeed. */
    async settle() {
      for (const tracked of [...writes, ...scans]) {
        for (let attempt = 0; !tracked.acknowledged && !(await tracked.send()); attempt++) {
          if (attempt > 200) throw new Error(`${tracked.name} is never acknowledged`);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    },
    authenticatedApi: () => api(addresses().consoleUrl, token, { impatient: true }),
  };
}
