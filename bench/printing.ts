import { createHmac } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { labelDefaults } from '@suyuan/contract';
import { foreignDigest } from '../apps/server/src/features/codes/code-space/stored-codes.service.ts';
import { archiveOf } from '../apps/server/src/features/codes/print-order/archive.ts';
import { type LabelText, pngOf, svgOf } from '../apps/server/src/features/codes/print-order/label-image.ts';
import { sheetsOf } from '../apps/server/src/features/codes/print-order/label-sheet.ts';
import { type Measurement, measureRate, print } from './measurement.ts';

const LABELS = 1000;
const DIGESTS = 100_000;
/** Megabytes of the archive, in parts of 0.25 MB. */
const MEGABYTES = 100;

const labelTextOf = (ordinal: number): LabelText => {
  const code = `8K3M9QWX7TZ2${String(1000 + ordinal)}`;
  return { payload: `https://t.example.cn/c/${code}`, elements: [], code };
};

/** Print output on one core: labels, archives, and digests of foreign codes. */
export async function run(report: (figure: Measurement) => void) {
  const texts = Array.from({ length: LABELS }, (_, ordinal) => labelTextOf(ordinal));
  const forEachLabel = (draw: (one: LabelText) => unknown) => () => {
    for (const label of texts) draw(label);
  };
  report({
    name: 'render labels as SVG',
    value: measureRate(
      LABELS,
      forEachLabel((one) => svgOf(labelDefaults, one)),
    ),
    unit: 'labels/s',
    aim: 500,
  });
  report({
    name: 'render labels as PNG',
    value: measureRate(
      LABELS,
      forEachLabel((one) => pngOf(labelDefaults, one)),
    ),
    unit: 'labels/s',
    aim: 300,
  });

  const start = performance.now();
  for await (const _ of sheetsOf({ across: 5, down: 8 }, labelDefaults, texts));
  report({ name: 'render labels on sheets', value: (LABELS / (performance.now() - start)) * 1000, unit: 'labels/s', aim: 500 });

  const lines = Buffer.alloc(256 * 1024, texts.map(({ code }) => `${code}\n`).join(''));
  const archiveStart = performance.now();
  const entries = async function* () {
    const body = Array.from({ length: 4 * MEGABYTES }, () => lines);
    yield { name: 'codes.txt', isCompressed: true, body };
  };
  for await (const _ of archiveOf(entries(), 'XXXX-XXXX-XXXX-XXXX-XXXX'));
  const seconds = (performance.now() - archiveStart) / 1000;
  report({ name: 'compress and encrypt lines of codes', value: MEGABYTES / seconds, unit: 'MB/s', aim: 30 });

  const digest = foreignDigest({ masterKey: Buffer.alloc(32, 7) }, 1);
  const key = Buffer.alloc(32, 7);
  const codes = Array.from({ length: DIGESTS }, (_, ordinal) => labelTextOf(ordinal).code);
  const forEachCode = (process: (code: string) => unknown) => () => {
    for (const code of codes) process(code);
  };
  const baselineRate = measureRate(
    DIGESTS,
    forEachCode((code) => createHmac('sha256', key).update(code).digest('hex')),
  );
  const value = measureRate(DIGESTS, forEachCode(digest));
  report({
    name: 'digest foreign codes',
    value,
    unit: 'codes/s',
    aim: 100_000,
    baseline: { name: 'one HMAC object per code', value: baselineRate },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
