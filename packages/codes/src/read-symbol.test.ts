import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CROCKFORD } from './alphabet.ts';
import { digitalLinkPath } from './digital-link.ts';
import { formatElementString } from './element-string.ts';
import { ssccOf } from './gs1-key.ts';
import { normalise } from './normalise.ts';
import { readSymbol } from './read-symbol.ts';

const GS = '\x1d';
const CODE = '8K3M9QWX7TZ21001';
const GTIN = '06901234567892';
const SSCC = '106141412345678908';
const whole = { code: CODE, gtin: GTIN, lot: 'B2026' };

const read = (text: string) => {
  const { text: _, ...rest } = readSymbol(text);
  return rest;
};

const cset82 = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const value = fc
  .array(fc.constantFrom(...cset82), { minLength: 1, maxLength: 20 })
  .map((signs) => signs.join(''))
  .filter((text) => !/^\.{1,2}$|<(gs|fnc1)>/i.test(text));
const ownCode = fc
  .array(fc.constantFrom(...CROCKFORD), { minLength: 4, maxLength: 24 })
  .map((signs) => signs.join(''))
  // Exclude codes of digits only, which may also be an SSCC.
  .filter((code) => /[A-Z]/.test(code));

describe('readSymbol', () => {
  it.each([
    ['a code', CODE],
    ['a code in lower case with spaces and dashes', ' 8k3m 9qwx-7tz2–1oo1 '],
    ['a code in full-width signs', '８Ｋ３Ｍ９ＱＷＸ７ＴＺ２１００１'],
    ['a code after an AIM prefix', `]Q1${CODE}`],
    ['a link', `https://t.example.cn/c/${CODE}`],
    ['a link in upper case', `HTTPS://T.EXAMPLE.CN/C/${CODE}`],
    ['a link with a query and a fragment', `https://t.example.cn/c/${CODE}/?lang=en&u=/a/b#top`],
    ['a link after an AIM prefix', `]Q1https://t.example.cn/c/${CODE}`],
    ['a path', `/c/${CODE}`],
  ])('reads %s', (_, text) => {
    const { code, ...rest } = read(text);
    expect(normalise(code)).toBe(CODE);
    expect(rest).toEqual({});
  });

  it.each([
    ['with GTIN, lot and serial', `https://id.gs1.org/01/${GTIN}/10/B2026/21/${CODE}`],
    ['below a path of its host', `https://brand.example/some/path/01/${GTIN}/22/V1/10/B2026/21/${CODE}?17=270131#x`],
    ['with a short GTIN', `HTTPS://ID.EXAMPLE/01/6901234567892/10/B2026/21/${CODE}/`],
    ['with the third party’s serial', `https://id.gs1.org/01/${GTIN}/10/B2026/235/${CODE}`],
    ['of a piece', `https://id.gs1.org/8006/${GTIN}0102/10/B2026/21/${CODE}`],
  ])('reads a GS1 Digital Link %s', (_, text) => {
    expect(read(text)).toEqual(whole);
  });

  it.each([
    ['logistic unit', `https://id.gs1.org/00/${SSCC}`, { code: `https://id.gs1.org/00/${SSCC}`, sscc: SSCC }],
    ['component', `https://id.gs1.org/8010/0614141ABC/8011/12345`, { code: '12345' }],
    ['document', `https://id.gs1.org/253/6901234567892${CODE}`, { code: CODE }],
    ['coupon', `https://id.gs1.org/255/6901234567892000123`, { code: '000123' }],
    ['location', `https://id.gs1.org/414/6901234567892/254/A1`, { code: 'https://id.gs1.org/414/6901234567892/254/A1' }],
    ['party', `https://id.gs1.org/417/6901234567892`, { code: 'https://id.gs1.org/417/6901234567892' }],
  ])('reads a GS1 Digital Link of a %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  const raw = `01${GTIN}1727013110B2026${GS}21${CODE}`;
  it.each([
    ['without FNC1 at the start', raw],
    ['with FNC1 first', GS + raw],
    ['with the code word of FNC1 first', `\u00e8${raw}`],
    ['of a GS1 DataMatrix', `]d2${raw}`],
    ['of a GS1-128', `]C1${raw}`],
    ['of a GS1 QR code', `]Q3${raw}`],
    ['of a GS1 DataBar', `]e0${raw}`],
    ['with {GS}', raw.replace(GS, '{GS}')],
    ['with <GS>', raw.replace(GS, '<GS>')],
    ['with [FNC1]', raw.replace(GS, '[FNC1]')],
    ['with ^]', raw.replace(GS, '^]')],
    ['with the symbol for the separator', raw.replace(GS, '\u241d')],
    ['in brackets', `(01)${GTIN}(17)270131(10)B2026(21)${CODE}`],
    ['in brackets with spaces', `(01) 0690 1234 567892 (17) 270131 (10) B2026 (21) 8K3M 9QWX 7TZ2 1001`],
    ['in full-width brackets', `（01）${GTIN}（10）B2026（21）${CODE}`],
    ['with other elements around', `3103001234${raw}${GS}240X1${GS}3922199${GS}91INTERNAL`],
    ['of a piece', `]d28006${GTIN}0102${GS}10B2026${GS}21${CODE}`],
  ])('reads an element string %s', (_, text) => {
    expect(read(text)).toEqual(whole);
  });

  it('reads an element string without FNC1 only when every part is valid', () => {
    expect(read(`01${GTIN}21${CODE}`)).toEqual({ code: CODE, gtin: GTIN });
    const wrong = `01${GTIN.slice(0, 13)}321${CODE}`;
    expect(read(wrong)).toEqual({ code: wrong });
    expect(read(`]d2${wrong}`)).toEqual({ code: CODE, gtin: `${GTIN.slice(0, 13)}3` });
  });

  it('treats a short text as a code, even when it could be an element string', () => {
    expect(read(`01${GTIN}2112`)).toEqual({ code: `01${GTIN}2112` });
  });

  it.each([
    ['as digits', SSCC],
    ['with its identifier', `00${SSCC}`],
    ['with spaces', '1 0614141 234567890 8'],
    ['in brackets', `(00)${SSCC}`],
    ['of a GS1-128', `]C100${SSCC}`],
    ['before a GTIN', `]d200${SSCC}01${GTIN}10B2026`],
  ])('reads an SSCC %s', (_, text) => {
    expect(readSymbol(text).sscc).toBe(SSCC);
    expect(readSymbol(text.replace('908', '909').replace('90 8', '90 9')).sscc).toBeUndefined();
  });

  it('reads brackets inside a value as part of it', () => {
    expect(read(`(10)B(1)/7(99)x(10)y(01)${GTIN}(21)${CODE}`)).toEqual({ code: CODE, gtin: GTIN, lot: 'B(1)/7' });
  });

  it('treats unreadable text as a code', () => {
    const texts = [
      '',
      ']d2',
      ']d2hello',
      ']A0',
      `]d201${GTIN}10${'A'.repeat(21)}${GS}21X`,
      '(1)(2)',
      '(01)',
      `(01)${GTIN}(10)批次(21)X`,
      'https://t.example.cn/',
      'https://t.example.cn/c/',
      `https://id.gs1.org/01/${GTIN}/21/`,
      `https://id.gs1.org/01/${GTIN}/99/A`,
      `https://id.gs1.org/01/${GTIN}//21/A`,
    ];
    for (const text of texts.slice(1)) expect(read(text), text).toEqual({ code: text });
    for (const text of texts) expect(() => readSymbol(text)).not.toThrow();
  });

  it('reads back every link that the product writes', () => {
    const origin = fc.constantFrom('', 'https://t.example.cn', 'HTTP://10.0.0.1:8081/path');
    fc.assert(
      fc.property(
        origin,
        fc.option(value, { nil: undefined }),
        value,
        fc.constantFrom('', '?lang=en', '#a', '/'),
        (host, lot, serial, end) => {
          const path = digitalLinkPath({ gtin: GTIN, serial, ...(lot !== undefined && { lot }) });
          expect(read(`${host}${path}${end}`)).toEqual({ code: serial, gtin: GTIN, ...(lot !== undefined && { lot }) });
          expect(read(new URL(path, 'https://id.example').href)).toMatchObject({ code: serial });
        },
      ),
    );
  });

  it('reads back every element string that the product writes', () => {
    const unit = fc.option(fc.nat(999_999_999), { nil: undefined });
    const prefix = fc.constantFrom('', ']d2', ']C1', ']Q3', ']e0', GS);
    fc.assert(
      fc.property(unit, fc.boolean(), value, value, prefix, (serial, hasDate, lot, code, aim) => {
        const sscc = serial === undefined ? undefined : ssccOf('10614141', serial);
        const elements: [string, string][] = [
          ...(sscc === undefined ? [] : [['00', sscc] satisfies [string, string]]),
          ['01', GTIN],
          ...(hasDate ? [['17', '270131'] satisfies [string, string]] : []),
          ['10', lot],
          ['21', code],
        ];
        const expected = { code, gtin: GTIN, lot, ...(sscc !== undefined && { sscc }) };
        expect(read(aim + formatElementString(elements))).toEqual(expected);
      }),
    );
  });

  it('reads back every code and SSCC, with or without a link', () => {
    fc.assert(
      fc.property(ownCode, (code) => {
        expect(read(code)).toEqual({ code });
        expect(read(`http://127.0.0.1:8081/c/${code}`)).toEqual({ code });
        expect(read(`HTTP://127.0.0.1:8081/C/${code}`)).toEqual({ code });
      }),
    );
    fc.assert(
      fc.property(fc.nat(999_999_999), (serial) => {
        const sscc = ssccOf('10614141', serial);
        for (const text of [sscc, `00${sscc}`, `(00) ${sscc}`, `]C100${sscc}`, `https://id.gs1.org/00/${sscc}`])
          expect(readSymbol(text).sscc).toBe(sscc);
      }),
    );
  });

  it('never throws for any text, and returns only parts of it', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        ']d2',
        ']C1',
        '(01)',
        '(21)',
        '(10)',
        GS,
        '{GS}',
        '/01/',
        '/c/',
        '/21/',
        '%',
        '%ZZ',
        GTIN,
        CODE,
        `00${SSCC}`,
        '?',
        '#',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const { code, gtin, lot, sscc } = readSymbol(text);
        expect(readSymbol(text).text).toBe(text.trim());
        if (text.trim() !== '') expect(code).not.toBe('');
        if (sscc !== undefined) expect(sscc).toMatch(/^\d{18}$/);
        for (const part of [gtin, lot]) if (part !== undefined) expect(typeof part).toBe('string');
      }),
      { numRuns: 300 },
    );
  });

  it('runs in linear time', () => {
    const seeds = ['/c/', '/01/1', '(10)', `${GS}10A`, '{GS}', '10', '%', 'a/', '］', '(21)(21)', '?#', ' '];
    const milliseconds = (text: string) => {
      const start = process.cpuUsage();
      for (let turn = 0; turn < 20; turn++) readSymbol(text);
      return process.cpuUsage(start).user / 1000;
    };
    for (const seed of seeds) {
      // Lengths within and far above the parsed maximum.
      for (const length of [4000, 200_000]) {
        const text = seed.repeat(length / seed.length);
        for (const garbage of [text, `]d2${text}`]) expect(milliseconds(garbage), JSON.stringify(seed)).toBeLessThan(500);
      }
    }
  });
});
