import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { ExpiryDate } from './expiry-date.tsx';

vi.mock(import('../data/i18n.ts'), async (importOriginal) => ({ ...(await importOriginal()), useTranslations: () => (key) => key }));

it('is a time, so that a narrow list does not cut off the remaining days', () => {
  expect(renderToStaticMarkup(<ExpiryDate day="2020-01-31" />)).toMatch(/^<time [^>]*datetime="2020-01-31"/i);
  expect(renderToStaticMarkup(<ExpiryDate day="2020-01-31" />)).toContain('--tone-grave');
  expect(renderToStaticMarkup(<ExpiryDate day={null} />)).not.toContain('<time');
});
