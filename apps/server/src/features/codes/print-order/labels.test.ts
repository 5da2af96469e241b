import { corrections, labelDefaults } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { readSymbols } from '../../../test/barcode-reader.ts';
import { picturesOfPdf, pngOfSvg } from '../../../test/label-pictures.ts';
import { type LabelLook, type LabelText, pngOf, svgOf } from './label-image.ts';
import { largestSymbolMm, sheetsOf } from './label-sheet.ts';

const text = (ordinal: number): LabelText => {
  const code = `8K3M9QWX7TZ2${String(1000 + ordinal)}`;
  return {
    payload: `https://t.example.cn/c/${code}`,
    elements: [
      ['01', '06901234567892'],
      ['17', '270131'],
      ['10', 'B(1)/7'],
      ['21', code],
    ],
    code,
  };
};
const look = (overrides: Partial<LabelLook> = {}): LabelLook => ({ ...labelDefaults, ...overrides });
const elementString = (code: string) => `01069012345678921727013110B(1)/7\u001d21${code}`;

describe('labels', () => {
  it('are decoded from SVG and PNG for every symbology and error correction', async () => {
    for (const correction of corrections) {
      expect(await readSymbols(await pngOfSvg(svgOf(look({ correction }), text(1))))).toEqual([text(1).payload]);
      expect(await readSymbols(pngOf(look({ correction }), text(2)))).toEqual([text(2).payload]);
    }
    const dataMatrix = look({ symbology: 'dataMatrix', sizeMm: 12 });
    expect(await readSymbols(await pngOfSvg(svgOf(dataMatrix, text(3))))).toEqual([elementString(text(3).code)]);
    expect(await readSymbols(pngOf(dataMatrix, text(4)))).toEqual([elementString(text(4).code)]);
  });

  it('declare their print size', () => {
    const svg = svgOf(look({ sizeMm: 20, caption: false }), text(1));
    // 20 mm of 29 modules, and 4 on each side
    expect(svg).toContain('width="25.517mm" height="25.517mm" viewBox="0 0 37 37"');
    const png = pngOf(look({ sizeMm: 20, caption: false }), text(1));
    const perMetre = png.readUInt32BE(png.indexOf('pHYs') + 4);
    expect((png.readUInt32BE(16) / perMetre) * 1000).toBeCloseTo(25.517, 1);
  });

  it('are decoded from every sheet of a document, in order', async () => {
    const texts = Array.from({ length: 45 }, (_, ordinal) => text(ordinal));
    for (const symbology of ['qr', 'dataMatrix'] as const) {
      const parts: Uint8Array[] = [];
      for await (const part of sheetsOf({ across: 5, down: 8 }, look({ symbology }), texts)) parts.push(part);
      const pdf = Buffer.concat(parts);
      expect(pdf.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(2);
      const stencils = picturesOfPdf(pdf);
      expect(stencils).toHaveLength(45);
      for (const ordinal of [0, 7, 39, 40, 44]) {
        const { code, payload } = text(ordinal);
        expect(await readSymbols(stencils[ordinal] ?? Buffer.alloc(0))).toEqual([symbology === 'qr' ? payload : elementString(code)]);
      }
    }
  });

  it('of containers show their SSCC below the code, and stay readable', async () => {
    const container = { ...text(5), sscc: '106141412345678908' };
    expect(svgOf(look(), container)).toContain('>(00) 106141412345678908</text>');
    expect(await readSymbols(pngOf(look(), container))).toEqual([container.payload]);
    expect(pngOf(look(), container).readUInt32BE(20)).toBeGreaterThan(pngOf(look(), text(5)).readUInt32BE(20));
    expect(largestSymbolMm({ across: 5, down: 8 }, look(), container)).toBeLessThanOrEqual(24);
    const parts: Uint8Array[] = [];
    for await (const part of sheetsOf({ across: 2, down: 2 }, look(), [container])) parts.push(part);
    const [stencil] = picturesOfPdf(Buffer.concat(parts));
    expect(await readSymbols(stencil ?? Buffer.alloc(0))).toEqual([container.payload]);
  });

  it('report the largest size that fits a grid of labels on a sheet', () => {
    expect(largestSymbolMm({ across: 5, down: 8 }, look(), text(1))).toBe(24);
    expect(largestSymbolMm({ across: 1, down: 1 }, look(), text(1))).toBe(100);
    expect(largestSymbolMm({ across: 20, down: 30 }, look(), text(1))).toBe(6);
  });
});
