import { describe, expect, it } from 'vitest';
import { openPdf, partsOf } from './pdf.ts';
import { wholeFont } from './pdf-font.ts';

/** Characters in the `cmap` table that `mapOf` writes. */
function charactersOf(font: Buffer): Set<number> {
  const directory = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const entry = directory.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0;
  const cmap = font.subarray(font.readUInt32BE(entry + 8));
  return new Set(Array.from({ length: cmap.readUInt32BE(24) }, (_, index) => cmap.readUInt32BE(28 + 12 * index)));
}

/** All 6763 Chinese characters of GB 2312. */
function* chineseCharacters() {
  const decoder = new TextDecoder('gb18030');
  for (let row = 0xb0; row <= 0xf7; row++) {
    for (let cell = 0xa1; cell <= 0xfe; cell++) {
      const character = decoder.decode(Uint8Array.of(row, cell)).codePointAt(0) ?? 0;
      if (character >= 0x4e00 && character <= 0x9fff) yield character;
    }
  }
}

describe('PDF documents', () => {
  it('support Chinese in both weights: GB 2312 except the 33 characters missing in the font', () => {
    for (const weight of [400, 700] as const) {
      const characters = charactersOf(wholeFont(weight));
      expect([...chineseCharacters()].filter((character) => !characters.has(character))).toHaveLength(33);
      const missing = [...'飝喆垚犇①≥￥é'].filter((sign) => !characters.has(sign.codePointAt(0) ?? 0));
      expect(missing).toEqual([]);
    }
  });

  it('embed only the used characters, and allow text extraction', async () => {
    const document = openPdf({ compress: false, info: { Title: '溯源报告' } });
    const parts = partsOf(document);
    document.font('bold').fontSize(20).text('溯源报告').font('sans').fontSize(10).text('伊利牧场 Batch 7'.repeat(40));
    const bytes = Buffer.concat(await parts.rest());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.length).toBeLessThan(60_000);
    // the ToUnicode table, which viewers use to copy text
    const text = bytes.toString('latin1');
    for (const character of '溯源报告伊利牧场') expect(text).toContain((character.codePointAt(0) ?? 0).toString(16));
  });
});
