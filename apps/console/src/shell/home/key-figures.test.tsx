import type { HomeFigures } from '@suyuan/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { KeyFigures } from './key-figures.tsx';

vi.mock('../../data/i18n.ts', () => ({
  useTranslations: () => (key: string, params?: { count?: string }) => [key, params?.count].filter(Boolean).join(' '),
  currentLanguage: () => 'zh-CN',
}));
vi.mock('./use-figure-links.ts', () => ({
  useFigureLinks: () => ({ scans: () => '/scans', batches: () => '/batches', cases: () => '/cases' }),
}));

const none = { value: 0, before: 0 };
const figures = {
  ...{ days: 7, scans: none, firsts: none, ours: none, suspect: none, diversion: none, cases: { open: 0, assigned: 0 } },
  byDay: [{ day: '2026-11-24', scans: 0, firsts: 0, ours: 0, suspect: 0, diversion: 0, live: 0 }],
  codes: { issued: 9000, live: 1000, issuedToday: 0, issuedMonth: 9000, liveToday: -8000, liveMonth: 40 },
  expiring: { days: 30, over: 0, near: 0 },
  // The cast: only the fields that the key figures read.
} as unknown as HomeFigures;

it('explains a decrease of active codes without a link, and links an increase to its list', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <KeyFigures figures={figures} />
    </MemoryRouter>,
  );
  expect(html).toMatch(/<span[^>]* aria-description="manage.figure.live.less"[^>]*>manage.figure.ofToday -8\D?000<\/span>/);
  expect(html).toMatch(/<a [^>]*>manage.figure.ofMonth 40<\/a>/);
});
