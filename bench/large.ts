import { once } from 'node:events';
import { createWriteStream, openAsBlob, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Api, api, tokenOf, until } from '../e2e/support/api.ts';
import { startSuyuan } from '../e2e/support/product.ts';
import { openBusiness } from './business.ts';
import { type Figure, print } from './figure.ts';

/** Lines of the file with foreign codes, and of the print order. */
const LINES = Number(process.env.BENCH_LINES ?? 10_000_000);
const LABELS = Number(process.env.BENCH_LABELS ?? 100_000);
/** One invalid line per this many lines: malformed, or a duplicate of the previous line. */
const WRONG_EVERY = 1_000_000;
/** Timeout in seconds. */
const PATIENCE = 7200;
const ADMIN_PASSWORD = 'seven quiet rivers meet';

/**
 * Long tasks at full size: an import of foreign codes that is killed halfway, labels as PDF and SVG, and lines for printers.
 * `BENCH_LARGE=import,pdf,svg,lines` selects some of them.
 */
export async function run(report: (figure: Figure) => void) {
  const wanted = (process.env.BENCH_LARGE ?? 'import,pdf,svg,lines').split(',');
  const business = await openBusiness({ ADMIN_PASSWORD });
  let { product: suyuan } = business;
  const { passwords, dataDir } = suyuan;
  const tokenFor = (name: string) => tokenOf(suyuan.consoleUrl, name, name === 'admin' ? ADMIN_PASSWORD : (passwords[name] ?? ''));
  const signIn = async (name: string) => api(suyuan.consoleUrl, await tokenFor(name));
  try {
    let { approver } = business;
    const taking = async (kind: 'pdf' | 'svg' | 'lines', count: number, batchId: number) => {
      // a print order requires a recent sign-in, before the build and before the download
      const made = await handOver(signIn, suyuan, { batchId, kind, count });
      report({ name: `${kind} of ${count} codes, built and fetched`, value: count / made.seconds, unit: 'codes/s' });
      report({ name: '  bytes of the archive', value: made.bytes, unit: 'B' });
      report({ name: '  memory that its second half adds', value: made.grown, unit: 'MiB', aim: 32, lowIsGood: true });
    };
    const some = wanted.some((kind) => kind !== 'import') ? (await business.issue('BENCH-LABELS', LINES)).batchId : 0;
    for (const kind of ['pdf', 'svg'] as const) if (wanted.includes(kind)) await taking(kind, LABELS, some);
    if (wanted.includes('lines')) await taking('lines', LINES, some);

    if (!wanted.includes('import')) return;
    const batchId = await foreignBatch(business.planner, approver);
    const file = path.join(tmpdir(), `suyuan-foreign-${process.pid}.txt`);
    const wrong = await writeForeign(file);
    await send(suyuan.consoleUrl, await tokenFor('admin'), batchId, file);
    rmSync(file);
    const state = async () =>
      (await approver.call('GET', `/manage/batch/${batchId}/imports`)).data?.[0] ?? { state: 'queued', readLines: 0 };
    const start = performance.now();
    const half = await until(state, (one) => one.readLines > LINES / 2, PATIENCE);
    const begun = performance.now();
    process.kill(suyuan.pid, 'SIGKILL');
    suyuan = await startSuyuan({}, dataDir);
    approver = await signIn('approver');
    report({ name: 'killed halfway, up again after', value: (performance.now() - begun) / 1000, unit: 's' });
    const resumed = await memoryAt(suyuan.pid);
    const done = await until(state, (one) => one.state !== 'queued', PATIENCE);
    report({ name: 'lines of a foreign file, killed halfway once', value: LINES / ((performance.now() - start) / 1000), unit: 'a second' });
    report({ name: '  memory after it, beside that at the resume', value: (await memoryAt(suyuan.pid)) - resumed, unit: 'MiB' });
    const { codes } = (await approver.must('GET', `/manage/batch/${batchId}`)).data;
    const bad = (done.faults as { lines: number }[]).reduce((sum, { lines }) => sum + lines, 0);
    if (done.state !== 'done' || done.accepted !== LINES - wrong || bad !== wrong)
      throw new Error(
        `of ${LINES} lines ${wrong} were wrong, ${half.readLines} were read at the kill: ${JSON.stringify({ ...done, codes })}`,
      );
    report({ name: '  lines taken in, each once', value: done.accepted, unit: '' });
    report({ name: '  lines refused in the report', value: bad, unit: '', aim: wrong });
  } finally {
    await suyuan.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function foreignBatch(planner: Api, approver: Api): Promise<number> {
  const rule = await planner.must('POST', '/manage/codeRule', { ruleName: '外来测速', kind: 'stored', prefix: '' });
  const goods = { categoryCode: 'BENCH-F', categoryName: '外来测速', codeRuleId: rule.data.codeRuleId };
  const product = await planner.must('POST', '/manage/category', goods);
  const { rows = [] } = await planner.must('GET', '/manage/supplier/list?supplierCode=BENCH');
  const input = { batchNo: 'BENCH-F', quantity: LINES, madeDate: '2026-01-01', supplierId: rows[0].supplierId };
  const { data } = await planner.must('POST', '/manage/batch', { ...input, ...rule.data, ...product.data });
  await planner.must('PUT', `/manage/batch/${data.batchId}/submit`);
  await approver.must('PUT', `/manage/batch/${data.batchId}/approve`);
  return data.batchId;
}

/** Writes the file; returns the number of invalid lines. */
async function writeForeign(file: string): Promise<number> {
  const out = createWriteStream(file);
  let wrong = 0;
  let text = '';
  for (let line = 0; line < LINES; line++) {
    const place = line % WRONG_EVERY;
    if (place === 500_000 || place === 500_002) wrong++;
    text += place === 500_000 ? '坏的一行\n' : `F${String(place === 500_002 ? line - 1 : line).padStart(14, '0')}\n`;
    if (text.length < 1 << 20 && line < LINES - 1) continue;
    if (!out.write(text)) await once(out, 'drain');
    text = '';
  }
  out.end();
  await once(out, 'close');
  return wrong;
}

async function send(consoleUrl: string, token: string, batchId: number, file: string) {
  const form = new FormData();
  form.append('keepGood', '1');
  form.append('file', await openAsBlob(file), 'codes.txt');
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${consoleUrl}/api/manage/batch/${batchId}/importCodes`, { method: 'POST', headers, body: form });
  const answer = (await reply.json()) as { code: number; msg: string };
  if (answer.code !== 200) throw new Error(answer.msg);
}

/** Requests, approves, builds and downloads a print order, and samples the server's memory. */
async function handOver(
  signIn: (name: string) => Promise<Api>,
  suyuan: { consoleUrl: string; pid: number },
  { batchId, kind, count }: { batchId: number; kind: string; count: number },
) {
  const [asker, releaser] = [await signIn('admin'), await signIn('approver')];
  const start = performance.now();
  const asked = await asker.must('PUT', `/manage/batch/${batchId}/handOver`, { recipient: '测速印务', kind, to: count, sizeMm: 20 });
  const id = asked.data.handoverId;
  await releaser.must('PUT', `/manage/handover/${id}/release`);
  const memory: number[] = [];
  const watch = setInterval(() => void memoryAt(suyuan.pid).then((now) => memory.push(now)), 1000);
  try {
    const ended = await until(
      // the server may refuse requests under load
      () => asker.call('GET', `/manage/handover/${id}`),
      ({ data }) => data?.state === 'ready' || data?.state === 'failed',
      PATIENCE,
    );
    if (ended.data.state !== 'ready') throw new Error(`${kind}: ${ended.data.stateReason}`);
    const { url } = (await (await signIn('admin')).must('PUT', `/manage/handover/${id}/link`)).data;
    let bytes = 0;
    for await (const part of (await fetch(suyuan.consoleUrl + url)).body ?? []) bytes += part.length;
    const middle = memory.slice(0, Math.ceil(memory.length / 2));
    const rest = memory.slice(middle.length);
    const grown = Math.max(0, ...rest) - Math.max(0, ...middle);
    return { bytes, grown, seconds: (performance.now() - start) / 1000 };
  } finally {
    clearInterval(watch);
  }
}

async function memoryAt(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
