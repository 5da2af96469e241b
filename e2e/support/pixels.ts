import type { Page } from '@playwright/test';

/** Colours on the screen, as `r,g,b`. `decoderPage` decodes the screenshot, so that `page` stays unaffected. */
export async function readPixels(page: Page, decoderPage: Page, points: [x: number, y: number][]): Promise<string[]> {
  const screenshot = (await page.screenshot({ animations: 'allow' })).toString('base64');
  return decoderPage.evaluate(
    async ([data, positions]) => {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      canvas?.drawImage(bitmap, 0, 0);
      return positions.map(([x, y]) => canvas?.getImageData(x, y, 1, 1).data.slice(0, 3).join(',') ?? '');
    },
    [screenshot, points] as const,
  );
}
