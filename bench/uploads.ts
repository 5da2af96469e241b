import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readMasterKey } from '../apps/server/src/boot/master-key.ts';
import * as sessionService from '../apps/server/src/features/identity/session/session.service.ts';
import { connect } from '../apps/server/src/platform/db/connect.ts';
import { runningDatabaseUrls } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { issueCodes } from '../apps/server/src/test/issued-codes.ts';
import { type ServerProcess, startServer } from '../apps/server/src/test/server-process.ts';
import { inlineCell, workbookOf } from '../apps/server/src/test/workbook.ts';
import { benchInstallation } from './installation.ts';
import { type Measurement, percentile } from './measurement.ts';

const UPLOADS = 6;
/** Milliseconds between verifications. Each starts on schedule, even if the previous one has no response yet. */
const INTERVAL_MS = 10;
/** Verifications without uploads, as the baseline. */
const BASELINE_COUNT = 500;
const CODES = 20_000;

const random = (digits: number) => randomBytes(digits / 2).toString('hex');
const rowOf = (cells: string[]) => `<row>${cells.map(inlineCell).join('')}</row>`;
const headings = ['供应商名称', ...Array.from({ length: 25 }, (_, column) => `列 ${column}`)];

/** About 5 MB each: too many single-cell rows, the maximum import rows, and many short strings. */
const workbooks: Record<string, () => Buffer> = {
  'too many rows': () => workbookOf(rowOf(headings) + Array.from({ length: 850_000 }, () => rowOf([random(8)])).join('')),
  'maximum rows of an import': () =>
    workbookOf(rowOf(headings) + Array.from({ length: 9_999 }, () => rowOf(Array.from({ length: 26 }, () => random(30)))).join('')),
  '1.5 million strings': () =>
    workbookOf(rowOf(headings), { strings: Array.from({ length: 1_500_000 }, () => `<si><t>${random(4)}</t></si>`).join('') }),
};

export async function run(report: (figure: Measurement) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-bench-'));
  chmodSync(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  const server = await startServer(dataDir);
  const db = connect((await runningDatabaseUrls(dataDir))?.ownerUrl ?? '', { max: 2 });
  try {
    const installation = { ...benchInstallation(db, dataDir), masterKey: readMasterKey(path.join(dataDir, 'master.key')) };
    const { code } = await issueCodes(installation, { count: CODES });
    const { token } = await sessionService.open(db, { userId: 1, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' });
    let nextCode = 0;
    const verifyUntil = (isDone: (count: number) => boolean) => verifySteadily(server, () => code(nextCode++ % CODES), isDone);
    await verifyUntil((count) => count >= BASELINE_COUNT);
    const baselineTimes = await verifyUntil((count) => count >= BASELINE_COUNT);
    report({ name: 'verify without uploads, p99', value: percentile(baselineTimes, 0.99), unit: 'ms' });
    for (const [name, make] of Object.entries(workbooks)) {
      const file = make();
      // built once, so that the benchmark's own CPU use does not affect the server
      const form = await new Response(formOf(file)).blob();
      const body = Buffer.from(await form.arrayBuffer());
      let isUploading = true;
      const uploads = Promise.all(Array.from({ length: UPLOADS }, () => upload(server, token, form.type, body))).finally(() => {
        isUploading = false;
      });
      const started = performance.now();
      const times = await verifyUntil(() => !isUploading);
      const outcomes = [...new Set(await uploads)].join(', ');
      const label = `${UPLOADS} × ${(file.length / 1e6).toFixed(1)} MB, ${name} (${outcomes})`;
      report({ name: `verify during ${label}, p99`, value: percentile(times, 0.99), unit: 'ms', aim: 100, lowerIsBetter: true });
      report({
        name: '  maximum above that without uploads',
        value: percentile(times, 1) - percentile(baselineTimes, 1),
        unit: 'ms',
        aim: 50,
        lowerIsBetter: true,
      });
      report({ name: '  duration of all uploads', value: (performance.now() - started) / 1000, unit: 's' });
      report({ name: '  peak memory of the process', value: await peakMemory(server), unit: 'MB' });
    }
  } finally {
    await db.destroy();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of each verification. @throws where one is not answered */
async function verifySteadily({ publicPort }: ServerProcess, code: () => string, isDone: (count: number) => boolean): Promise<number[]> {
  const times: Promise<number>[] = [];
  while (!isDone(times.length)) {
    const started = performance.now();
    const pendingResponse = fetch(`http://127.0.0.1:${publicPort}/v1/verifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: code() }),
    });
    times.push(
      pendingResponse.then(async (reply) => {
        await reply.text();
        if (!reply.ok) throw new Error(`verification answered ${reply.status}`);
        return performance.now() - started;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
  return Promise.all(times);
}

/** Uploads a supplier sheet as a dry run; returns the problem type, or `accepted`. */
async function upload({ port }: ServerProcess, token: string, type: string, body: Buffer<ArrayBuffer>): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const url = `http://127.0.0.1:${port}/api/manage/supplier/importData?dryRun=true`;
  const response = await fetch(url, { method: 'POST', headers, body });
  return (await response.json()).problem ?? 'accepted';
}

function formOf(file: Buffer): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), 'suppliers.xlsx');
  return form;
}

/** Peak RSS of a process in MiB; NaN if the system does not report it. */
async function peakMemory({ child }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
