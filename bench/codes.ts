import { createHmac, createSecretKey } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { type CodeShape, CROCKFORD, DEFAULT_SHAPE, normalise, readSymbol } from '@suyuan/codes';
import { createDeriver, type Deriver, lineOf, spaceKey } from '@suyuan/codes/derive';
import { fileFigure } from './codes-file.ts';
import { type Figure, print, rate } from './figure.ts';

const MILLION = 1_000_000;
const key = spaceKey(Buffer.alloc(32, 'bench'), 1, 0);
/** A key object makes the rival four times as fast as raw bytes. */
const hmacKey = createSecretKey(key);
const HMAC_CALLS = 200_000;
const decimal: CodeShape = { ...DEFAULT_SHAPE, alphabet: 'decimal', serialDigits: 10, tagDigits: 10 };
const checked: CodeShape = { ...DEFAULT_SHAPE, prefix: 'SY', checkCharacter: true };

/** Derivation and decoding on one core, each with its rival. */
export async function run(report: (figure: Figure) => void): Promise<void> {
  const deriver = createDeriver(DEFAULT_SHAPE, key);
  const hmac = { name: 'one HMAC call per code', value: rate(HMAC_CALLS, hmacCodes) };
  report({ name: 'derive, lines in memory', value: derived(deriver), unit: 'codes/s', aim: 20 * MILLION, rival: { ...hmac, times: 50 } });
  report({ name: 'the same, 20 decimal digits', value: derived(createDeriver(decimal, key)), unit: 'codes/s', rival: hmac });
  report({ name: 'the same, prefix and check character', value: derived(createDeriver(checked, key)), unit: 'codes/s', rival: hmac });
  report({ name: 'ordinal, code, link and PIN, CSV in memory', value: derivedCsv(deriver), unit: 'codes/s' });
  report(memoryFigure(deriver));
  report(fileFigure(deriver));

  const texts = linesOf(deriver, MILLION / 2);
  const oneByOne = rate(texts.length, () => {
    for (const text of texts)
      if (deriver.decode(normalise(readSymbol(text).code)) === undefined) throw new Error('a good code was refused');
  });
  const symbols = texts.slice(0, texts.length / 5).map((text) => `]d201069012345678921727013110B2026\u001d21${text}`);
  const ofSymbols = rate(symbols.length, () => {
    for (const text of symbols)
      if (deriver.decode(normalise(readSymbol(text).code)) === undefined) throw new Error('a good code was refused');
  });
  const inBulk = rate(texts.length, () => {
    if (deriver.decodeMany(texts).some((serial) => serial < 0)) throw new Error('a good code was refused');
  });
  report({ name: 'decode and check, one by one', value: oneByOne, unit: 'codes/s', aim: MILLION / 2, rival: hmac });
  report({ name: 'the same from GS1 element strings', value: ofSymbols, unit: 'codes/s', rival: hmac });
  report({ name: 'decode and check, in bulk', value: inBulk, unit: 'codes/s', aim: 5 * MILLION, rival: hmac });
}

function derived(deriver: Deriver): number {
  const target = Buffer.alloc(24 * MILLION);
  let from = 0;
  return rate(MILLION, () => {
    deriver.fill(target, from, MILLION);
    from += MILLION;
  });
}

function derivedCsv(deriver: Deriver): number {
  const link = [{ slot: 'code' }, { text: ',https://id.example/c/' }, { slot: 'code' }, { text: ',' }] as const;
  const line = lineOf(deriver.shape, [
    { slot: 'ordinal', digits: 10 },
    { text: ',' },
    ...link,
    { slot: 'pin', digits: 6 },
    { text: '\r\n' },
  ]);
  const target = Buffer.alloc(line.stride * MILLION);
  return rate(MILLION, () => deriver.fill(target, 0, MILLION, line, 1));
}

/** RSS growth over 100 million codes, after a warm-up of one million. */
function memoryFigure(deriver: Deriver): Figure {
  const target = Buffer.alloc(17 * MILLION);
  deriver.fill(target, 0, MILLION);
  const before = process.memoryUsage.rss();
  let most = 0;
  for (let from = 0; from < 100 * MILLION; from += MILLION) {
    deriver.fill(target, from, MILLION);
    most = Math.max(most, process.memoryUsage.rss() - before);
  }
  return { name: 'memory added by 100 million codes', value: most / 2 ** 20, unit: 'MiB', aim: 16, lowIsGood: true };
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
    for (let at = 0; at < 16; at++) code += CROCKFORD.charAt(digest[at]! & 31);
    if (code.length !== 16) throw new Error('unreachable');
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
