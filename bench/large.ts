import { once } from 'node:events';
import { createWriteStream, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Api, api, pollUntil, tokenOf } from '../e2e/support/api.ts';
import { startSuyuan } from '../e2e/support/suyuan-process.ts';
import { startIssuingSetup } from './issuing-setup.ts';
import { type Measurement, print, residentMiB } from './measurement.ts';

/** Lines of the file with foreign codes, and of the print order. */
const LINES = Number(process.env.BENCH_LINES ?? 10_000_000);
const LABELS = Number(process.env.BENCH_LABELS ?? 100_000);
/** One invalid line per this many lines: malformed, or a duplicate of the previous line. */
const INVALID_LINE_INTERVAL = 1_000_000;
/** Timeout in seconds. */
const TIMEOUT_SECONDS = 7200;
const ADMIN_PASSWORD = 'seven quiet rivers meet';

/**
 * Long tasks at full size: an import of foreign codes that is killed halfway, labels as PDF and SVG, and lines for printers.
 * `BENCH_LARGE=import,pdf,svg,lines` selects some of them.
 */
export async function run(report: (figure: Measurement) => void) {
  const selectedKinds = (process.env.BENCH_LARGE ?? 'import,pdf,svg,lines').split(',');
  const setup = await startIssuingSetup({ ADMIN_PASSWORD });
  let { suyuan } = setup;
  const { passwords, dataDir } = suyuan;
  const tokenFor = (name: string) => tokenOf(suyuan.consoleUrl, name, name === 'admin' ? ADMIN_PASSWORD : (passwords[name] ?? ''));
  const signIn = async (name: string) => api(suyuan.consoleUrl, await tokenFor(name));
  try {
    let { approver } = setup;
    const reportPrintOrder = async (kind: 'pdf' | 'svg' | 'lines', count: number, batchId: number) => {
      // a print order requires a recent sign-in, before the build and before the download
      const result = await runPrintOrder(signIn, suyuan, { batchId, kind, count });
      report({ name: `${kind} of ${count} codes, built and downloaded`, value: count / result.seconds, unit: 'codes/s' });
      report({ name: '  archive size', value: result.bytes, unit: 'B' });
      report({ name: '  memory growth in the second half', value: result.memoryGrowth, unit: 'MiB', aim: 32, lowerIsBetter: true });
    };
    const printBatchId = selectedKinds.some((kind) => kind !== 'import') ? (await setup.issue('BENCH-LABELS', LINES)).batchId : 0;
    for (const kind of ['pdf', 'svg'] as const) if (selectedKinds.includes(kind)) await reportPrintOrder(kind, LABELS, printBatchId);
    if (selectedKinds.includes('lines')) await reportPrintOrder('lines', LINES, printBatchId);

    if (!selectedKinds.includes('import')) return;
    const batchId = await createForeignBatch(setup.planner, approver);
    const file = path.join(tmpdir(), `suyuan-foreign-${process.pid}.txt`);
    const invalidLines = await writeForeignCodes(file);
    await uploadCodes(suyuan.consoleUrl, await tokenFor('admin'), batchId, file);
    rmSync(file);
    const readImport = async () =>
      (await approver.call('GET', `/manage/batch/${batchId}/imports`)).data?.[0] ?? { state: 'queued', readLines: 0 };
    const start = performance.now();
    const halfway = await pollUntil(readImport, (one) => one.readLines > LINES / 2, TIMEOUT_SECONDS);
    const killTime = performance.now();
    process.kill(suyuan.pid, 'SIGKILL');
    suyuan = await startSuyuan({}, dataDir);
    approver = await signIn('approver');
    report({ name: 'restart after SIGKILL', value: (performance.now() - killTime) / 1000, unit: 's' });
    const memoryAtResume = residentMiB(suyuan.pid);
    const finishedImport = await pollUntil(readImport, (one) => one.state !== 'queued', TIMEOUT_SECONDS);
    report({ name: 'import of foreign codes, killed once', value: LINES / ((performance.now() - start) / 1000), unit: 'lines/s' });
    report({ name: '  memory growth since the restart', value: residentMiB(suyuan.pid) - memoryAtResume, unit: 'MiB' });
    const { codes } = (await approver.must('GET', `/manage/batch/${batchId}`)).data;
    const rejectedLines = (finishedImport.faults as { lines: number }[]).reduce((sum, { lines }) => sum + lines, 0);
    if (finishedImport.state !== 'done' || finishedImport.accepted !== LINES - invalidLines || rejectedLines !== invalidLines)
      throw new Error(
        `of ${LINES} lines ${invalidLines} were invalid, ${halfway.readLines} were read at the kill: ${JSON.stringify({ ...finishedImport, codes })}`,
      );
    report({ name: '  imported lines', value: finishedImport.accepted, unit: '' });
    report({ name: '  rejected lines', value: rejectedLines, unit: '', aim: invalidLines });
  } finally {
    await suyuan.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function createForeignBatch(planner: Api, approver: Api): Promise<number> {
  const rule = await planner.must('POST', '/manage/codeRule', { ruleName: '外来测速', kind: 'stored', prefix: '' });
  const productInput = { categoryCode: 'BENCH-F', categoryName: '外来测速', codeRuleId: rule.data.codeRuleId };
  const product = await planner.must('POST', '/manage/category', productInput);
  const { rows = [] } = await planner.must('GET', '/manage/supplier/list?supplierCode=BENCH');
  const input = { batchNo: 'BENCH-F', quantity: LINES, madeDate: '2026-01-01', supplierId: rows[0].supplierId };
  const { data } = await planner.must('POST', '/manage/batch', { ...input, ...rule.data, ...product.data });
  await planner.must('PUT', `/manage/batch/${data.batchId}/submit`);
  await approver.must('PUT', `/manage/batch/${data.batchId}/approve`);
  return data.batchId;
}

/** Writes the file; returns the number of invalid lines. */
async function writeForeignCodes(file: string): Promise<number> {
  const stream = createWriteStream(file);
  let invalidLines = 0;
  let text = '';
  for (let line = 0; line < LINES; line++) {
    const position = line % INVALID_LINE_INTERVAL;
    if (position === 500_000 || position === 500_002) invalidLines++;
    text += position === 500_000 ? '坏的一行\n' : `F${String(position === 500_002 ? line - 1 : line).padStart(14, '0')}\n`;
    if (text.length < 1 << 20 && line < LINES - 1) continue;
    if (!stream.write(text)) await once(stream, 'drain');
    text = '';
  }
  stream.end();
  await once(stream, 'close');
  return invalidLines;
}

async function uploadCodes(consoleUrl: string, token: string, batchId: number, file: string) {
  const form = new FormData();
  form.append('keepGood', '1');
  form.append('file', await openAsBlob(file), 'codes.txt');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${consoleUrl}/api/manage/batch/${batchId}/importCodes`, { method: 'POST', headers, body: form });
  const envelope = (await response.json()) as { code: number; msg: string };
  if (envelope.code !== 200) throw new Error(envelope.msg);
}

/** Requests, approves, builds and downloads a print order, and samples the server's memory. */
async function runPrintOrder(
  signIn: (name: string) => Promise<Api>,
  suyuan: { consoleUrl: string; pid: number },
  { batchId, kind, count }: { batchId: number; kind: string; count: number },
) {
  const [requester, releaser] = [await signIn('admin'), await signIn('approver')];
  const start = performance.now();
  const printOrder = await requester.must('PUT', `/manage/batch/${batchId}/handOver`, {
    recipient: '测速印务',
    kind,
    to: count,
    sizeMm: 20,
  });
  const id = printOrder.data.handoverId;
  await releaser.must('PUT', `/manage/handover/${id}/release`);
  const memorySamples: number[] = [];
  const sampler = setInterval(() => memorySamples.push(residentMiB(suyuan.pid)), 1000);
  try {
    const finished = await pollUntil(
      // the server may refuse requests under load
      () => requester.call('GET', `/manage/handover/${id}`),
      ({ data }) => data?.state === 'ready' || data?.state === 'failed',
      TIMEOUT_SECONDS,
    );
    if (finished.data.state !== 'ready') throw new Error(`${kind}: ${finished.data.stateReason}`);
    const { url } = (await (await signIn('admin')).must('PUT', `/manage/handover/${id}/link`)).data;
    let bytes = 0;
    for await (const chunk of (await fetch(suyuan.consoleUrl + url)).body ?? []) bytes += chunk.length;
    const firstHalf = memorySamples.slice(0, Math.ceil(memorySamples.length / 2));
    const secondHalf = memorySamples.slice(firstHalf.length);
    const memoryGrowth = Math.max(0, ...secondHalf) - Math.max(0, ...firstHalf);
    return { bytes, memoryGrowth, seconds: (performance.now() - start) / 1000 };
  } finally {
    clearInterval(sampler);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
