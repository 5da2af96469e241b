import { randomInt } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { startIssuingSetup } from './issuing-setup.ts';
import { type Measurement, percentile, print, secondsOf } from './measurement.ts';

const BILLION = 1_000_000_000;
/** Ranges that earlier actions have created in the batch. */
const SPLITS = 300;
const REQUESTS = 200;

/** Pages of a list of a billion codes, by offset and state, and pages of scans. */
export async function run(report: (figure: Measurement) => void) {
  const setup = await startIssuingSetup();
  try {
    const { approver } = setup;
    const { batchId } = await setup.issue('BENCH-L', BILLION);
    await approver.must('PUT', `/manage/batch/${batchId}/activate`, { from: 1, to: BILLION / 2 });
    for (let split = 0; split < SPLITS; split++) {
      const from = 1 + split * (BILLION / 2 / SPLITS) + randomInt(1000);
      await approver.must('PUT', '/manage/code/freeze', {
        batchId,
        from: Math.floor(from),
        to: Math.floor(from) + randomInt(100_000),
        reason: '测速',
      });
    }
    const randomPage = () => `pageNum=${1 + randomInt(BILLION / 10)}&pageSize=10`;
    report(
      await measurePages(`any page of 10⁹ codes in ${2 * SPLITS} ranges, p95`, () =>
        approver.must('GET', `/manage/code/list?batchId=${batchId}&${randomPage()}`),
      ),
    );
    const randomFrozenPage = () => `status=frozen&pageNum=${1 + randomInt(1_000_000)}&pageSize=10`;
    report(
      await measurePages('any page of codes with one status, p95', () =>
        approver.must('GET', `/manage/code/list?batchId=${batchId}&${randomFrozenPage()}`),
      ),
    );
    report(
      await measurePages('any page of the sample’s scan records, p95', () =>
        approver.must('GET', `/manage/codeRecord/list?pageNum=${1 + randomInt(200)}`),
      ),
    );
  } finally {
    await setup.suyuan.stop();
  }
}

/** 95th percentile of `REQUESTS` sequential requests. */
async function measurePages(name: string, request: () => Promise<unknown>): Promise<Measurement> {
  return { name, value: percentile(await secondsOf(REQUESTS, request), 0.95), unit: 's', aim: 0.2, lowerIsBetter: true };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
