import { pathToFileURL } from 'node:url';
import { type Api, pollUntil, tokenOf } from '../e2e/support/api.ts';
import { startIssuingSetup } from './issuing-setup.ts';
import { type Measurement, print } from './measurement.ts';

const LINES = 1_000_000;

/** Bulk actions on files of 10⁶ codes: consecutive codes, and every second code, which produces the maximum number of ranges. */
export async function run(report: (figure: Measurement) => void) {
  const setup = await startIssuingSetup();
  const { suyuan, approver, admin } = setup;
  try {
    const { batchId } = await setup.issue('BENCH-LIST', 2 * LINES);
    await approver.must('PUT', `/manage/batch/${batchId}/activate`, {});
    const exportResponse = await admin.must('PUT', `/manage/batch/${batchId}/exportCodes`, { format: 'txt', from: 1, to: 2 * LINES });
    const codes = (await (await fetch(suyuan.consoleUrl + exportResponse.data.url)).text()).trim().split(/\s+/);
    const token = await tokenOf(suyuan.consoleUrl, 'approver', suyuan.passwords.approver ?? '');
    const runBulkAction = async (action: string, actionCodes: string[]) => {
      const form = new FormData();
      form.append('file', new Blob([actionCodes.join('\n')]), `${action}.txt`);
      const start = performance.now();
      const url = `${suyuan.consoleUrl}/api/manage/codeList/${action}?reason=x`;
      const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
      const { codeListId } = ((await response.json()) as { data: { codeListId: number } }).data;
      const { doneCount } = await waitForBulkAction(approver, codeListId);
      if (doneCount !== actionCodes.length) throw new Error(`${action}: ${doneCount} of ${actionCodes.length} codes`);
      return (performance.now() - start) / 1000;
    };
    const consecutiveSeconds = await runBulkAction('freeze', codes.slice(0, LINES));
    report({ name: 'freeze 10⁶ codes in a row by file', value: consecutiveSeconds, unit: 's', aim: 120, lowerIsBetter: true });
    const everySecondCode = codes.slice(LINES).filter((_, index) => index % 2 === 0);
    const scatteredSeconds = await runBulkAction('freeze', everySecondCode);
    report({ name: 'freeze every second of 10⁶ codes by file', value: scatteredSeconds, unit: 's', aim: 300, lowerIsBetter: true });
  } finally {
    await suyuan.stop();
  }
}

const waitForBulkAction = async (client: Api, id: number) =>
  (
    await pollUntil(
      () => client.call('GET', `/manage/codeList/${id}`),
      ({ data }) => data?.state === 'done',
      900,
    )
  ).data;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
