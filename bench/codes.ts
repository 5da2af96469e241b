import { createHmac, createSecretKey } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { type CodeShape, CROCKFORD, DEFAULT_SHAPE, normalise, readSymbol } from '@suyuan/codes';
import { createDeriver, type Deriver, lineOf, spaceKey } from '@suyuan/codes/derive';
import { measureFile } from './codes-file.ts';
import { type Measurement, measureRate, print } from './measurement.ts';

const MILLION = 1_000_000;
const key = spaceKey(Buffer.alloc(32, 'bench'), 1, 0);
/** A key object makes the rival four times as fast as raw bytes. */
const hmacKey = createSecretKey(key);
const HMAC_CALLS = 200_000;
const decimal: CodeShape = { ...DEFAULT_SHAPE, alphabet: 'decimal', serialDigits: 10, tagDigits: 10 };
const checked: CodeShape = { ...DEFAULT_SHAPE, prefix: 'SY', checkCharacter: true };

/** Derivation and decoding on one core, each with its rival. */
export async function run(report: (figure: Measurement) => void): Promise<void> {
  const deriver = createDeriver(DEFAULT_SHAPE, key);
  const hmac = { name: 'one HMAC call per code', value: measureRate(HMAC_CALLS, hmacCodes) };
  report({
    name: 'derive, lines in memory',
    value: derivedRate(deriver),
    unit: 'codes/s',
    aim: 20 * MILLION,
    baseline: { ...hmac, requiredRatio: 50 },
  });
  report({ name: 'derive, 20 decimal digits', value: derivedRate(createDeriver(decimal, key)), unit: 'codes/s', baseline: hmac });
  report({
    name: 'derive, prefix and check character',
    value: derivedRate(createDeriver(checked, key)),
    unit: 'codes/s',
    baseline: hmac,
  });
  report({ name: 'ordinal, code, link and PIN, CSV in memory', value: csvRate(deriver), unit: 'codes/s' });
  report(measureMemory(deriver));
  report(measureFile(deriver));

  const texts = linesOf(deriver, MILLION / 2);
  const singleRate = measureRate(texts.length, () => {
    for (const text of texts)
      if (deriver.decode(normalise(readSymbol(text).code)) === undefined) throw new Error('a valid code was rejected');
  });
  const symbols = texts.slice(0, texts.length / 5).map((text) => `]d201069012345678921727013110B2026\u001d21${text}`);
  const symbolRate = measureRate(symbols.length, () => {
    for (const text of symbols)
      if (deriver.decode(normalise(readSymbol(text).code)) === undefined) throw new Error('a valid code was rejected');
  });
  const bulkRate = measureRate(texts.length, () => {
    if (deriver.decodeMany(texts).some((serial) => serial < 0)) throw new Error('a valid code was rejected');
  });
  report({ name: 'decode and check, one by one', value: singleRate, unit: 'codes/s', aim: MILLION / 2, baseline: hmac });
  report({ name: 'decode and check, GS1 element strings', value: symbolRate, unit: 'codes/s', baseline: hmac });
  report({ name: 'decode and check, in bulk', value: bulkRate, unit: 'codes/s', aim: 5 * MILLION, baseline: hmac });
}

function derivedRate(deriver: Deriver): number {
  const target = Buffer.alloc(24 * MILLION);
  let from = 0;
  return measureRate(MILLION, () => {
    deriver.fill(target, from, MILLION);
    from += MILLION;
  });
}

function csvRate(deriver: Deriver): number {
  const link = [{ slot: 'code' }, { text: ',https://id.example/c/' }, { slot: 'code' }, { text: ',' }] as const;
  const line = lineOf(deriver.shape, [
    { slot: 'ordinal', digits: 10 },
    { text: ',' },
    ...link,
    { slot: 'pin', digits: 6 },
    { text: '\r\n' },
  ]);
  const target = Buffer.alloc(line.stride * MILLION);
  return measureRate(MILLION, () => deriver.fill(target, 0, MILLION, line, 1));
}

/** RSS growth over 100 million codes, after a warm-up of one million. */
function measureMemory(deriver: Deriver): Measurement {
  const target = Buffer.alloc(17 * MILLION);
  deriver.fill(target, 0, MILLION);
  const before = process.memoryUsage.rss();
  let peak = 0;
  for (let from = 0; from < 100 * MILLION; from += MILLION) {
    deriver.fill(target, from, MILLION);
    peak = Math.max(peak, process.memoryUsage.rss() - before);
  }
  return { name: 'memory added by 100 million codes', value: peak / 2 ** 20, unit: 'MiB', aim: 16, lowerIsBetter: true };
}

function linesOf(deriver: Deriver, count: number): string[] {
  const target = Buffer.alloc(count * 17);
  deriver.fill(target, 0, count);
  return target.toString('latin1').split('\n').slice(0, count);
}

/** The rival computes one HMAC per code and truncates it, as most systems do. */
function hmacCodes() {
  for (let serial = 0; serial < HMAC_CALLS; serial++) {
    const digest = createHmac('sha256', hmacKey).update(String(serial)).digest();
    let code = '';
    for (let index = 0; index < 16; index++) code += CROCKFORD.charAt(digest[index]! & 31);
    if (code.length !== 16) throw new Error('unreachable');
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
