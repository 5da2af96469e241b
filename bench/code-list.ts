import { pathToFileURL } from 'node:url';
import { type Api, tokenOf, until } from '../e2e/support/api.ts';
import { openBusiness } from './business.ts';
import { type Figure, print } from './figure.ts';

const LINES = 1_000_000;

/** Bulk actions on files of 10⁶ codes: consecutive codes, and every second code, which produces the maximum number of ranges. */
export async function run(report: (figure: Figure) => void) {
  const business = await openBusiness();
  const { product: suyuan, approver, admin } = business;
  try {
    const { batchId } = await business.issue('BENCH-LIST', 2 * LINES);
    await approver.must('PUT', `/manage/batch/${batchId}/activate`, {});
    const asked = await admin.must('PUT', `/manage/batch/${batchId}/exportCodes`, { format: 'txt', from: 1, to: 2 * LINES });
    const codes = (await (await fetch(suyuan.consoleUrl + asked.data.url)).text()).trim().split(/\s+/);
    const token = await tokenOf(suyuan.consoleUrl, 'approver', suyuan.passwords.approver ?? '');
    const acted = async (act: string, list: string[]) => {
      const form = new FormData();
      form.append('file', new Blob([list.join('\n')]), `${act}.txt`);
      const start = performance.now();
      const url = `${suyuan.consoleUrl}/api/manage/codeList/${act}?reason=x`;
      const sent = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
      const { codeListId } = ((await sent.json()) as { data: { codeListId: number } }).data;
      const { doneCount } = await ended(approver, codeListId);
      if (doneCount !== list.length) throw new Error(`${act}: ${doneCount} of ${list.length} codes`);
      return (performance.now() - start) / 1000;
    };
    const row = await acted('freeze', codes.slice(0, LINES));
    report({ name: 'freeze 10⁶ codes in a row by file', value: row, unit: 's', aim: 120, lowIsGood: true });
    const scattered = codes.slice(LINES).filter((_, index) => index % 2 === 0);
    const apart = await acted('freeze', scattered);
    report({ name: 'freeze every second of 10⁶ codes by file', value: apart, unit: 's', aim: 300, lowIsGood: true });
  } finally {
    await suyuan.stop();
  }
}

const ended = async (desk: Api, id: number) =>
  (
    await until(
      () => desk.call('GET', `/manage/codeList/${id}`),
      ({ data }) => data?.state === 'done',
      900,
    )
  ).data;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
