import { randomInt, randomUUID } from 'node:crypto';
import { api } from './api.ts';
import { uuid7 } from './uuid7.ts';

interface Addresses {
  consoleUrl: string;
  publicUrl: string;
}

interface Deed {
  /** Code of the supplier, or id of the scan. */
  name: string;
  acknowledged: boolean;
  again(): Promise<boolean>;
}

export interface Heard {
  answers: number;
  /** Connections broken without a response. */
  none: number;
  /** Milliseconds of the slowest response. */
  longest: number;
  /** Responses that are neither successful nor one of the product's problems. */
  odd: string[];
}

/** Records requests and acknowledgements, to compare them with the final data. */
export function keepHistory(where: () => Addresses, token: string, codes: string[]) {
  const writes: Deed[] = [];
  const scans: Deed[] = [];
  let heard: Heard = { answers: 0, none: 0, longest: 0, odd: [] };

  async function ask(url: string, init: RequestInit, isAnswer: (status: number, body: Record<string, unknown>) => boolean) {
    const begun = performance.now();
    const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
    const text = await reply?.text().catch(() => undefined);
    heard.longest = Math.max(heard.longest, performance.now() - begun);
    if (!reply || text === undefined) return void heard.none++;
    heard.answers++;
    const body = text.startsWith('{') ? JSON.parse(text) : {};
    const refused = ['busy', 'storageFull', 'tooManyRequests', 'about:blank#busy', 'about:blank#storageFull'].includes(
      body.problem ?? body.type,
    );
    if (!isAnswer(reply.status, body) && !refused) heard.odd.push(`${reply.status} ${text.slice(0, 200)}`);
    return body;
  }

  async function write() {
    const code = `F-${randomUUID().slice(0, 13).toUpperCase()}`;
    const deed: Deed = {
      name: code,
      acknowledged: false,
      async again() {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': `fault-${code}` };
        const body = JSON.stringify({ supplierCode: code, supplierName: `故障试验 ${code} ${'。'.repeat(100)}`.slice(0, 100) });
        const url = `${where().consoleUrl}/api/manage/supplier`;
        const answer = await ask(url, { method: 'POST', headers, body }, (status, { code }) => status === 200 && code === 200);
        deed.acknowledged ||= answer?.code === 200;
        return deed.acknowledged;
      },
    };
    writes.push(deed);
    return deed.again();
  }

  async function scan() {
    const scanId = uuid7();
    const code = codes[randomInt(codes.length)] ?? '';
    const body = JSON.stringify({ code, scanId, device: `d${randomInt(1000)}` });
    const deed: Deed = {
      name: scanId,
      acknowledged: false,
      async again() {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
        const answer = await ask(`${where().publicUrl}/v1/verifications`, init, (status, { verdict }) => status === 200 && !!verdict);
        deed.acknowledged ||= answer?.verdict !== undefined;
        return deed.acknowledged;
      },
    };
    scans.push(deed);
    return deed.again();
  }

  return {
    writes,
    scans,
    write,
    scan,
    /** Writes and scans until stopped; returns the statistics. */
    load(pause = 40): () => Promise<Heard> {
      heard = { answers: 0, none: 0, longest: 0, odd: [] };
      let stopped = false;
      const loop = async (act: () => Promise<unknown>) => {
        while (!stopped) {
          await act();
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      };
      const loops = [loop(write), loop(write), loop(scan), loop(scan)];
      return async () => {
        stopped = true;
        await Promise.all(loops);
        return heard;
      };
    },
    /** Retries all unacknowledged requests with the same keys until they succeed. */
    async settle() {
      for (const deed of [...writes, ...scans]) {
        for (let turn = 0; !deed.acknowledged && !(await deed.again()); turn++) {
          if (turn > 200) throw new Error(`${deed.name} is never acknowledged`);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    },
    signedIn: () => api(where().consoleUrl, token),
  };
}
