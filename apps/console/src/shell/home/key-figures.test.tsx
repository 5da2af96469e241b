import type { HomeFigures } from '@suyuan/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { KeyFigures } from './key-figures.tsx';

vi.mock('../../data/i18n.ts', () => ({
  useTranslations: () => (key: string, params?: object) => [key, ...Object.values(params ?? {})].join(' '),
  currentLanguage: () => 'zh-CN',
}));
vi.mock('./use-figure-links.ts', () => ({
  useFigureLinks: () => ({ scans: () => '/scans', batches: () => '/batches', cases: () => '/cases' }),
}));

const none = { value: 0, before: 0 };
const figures = {
  ...{
    days: 7,
    scans: { value: 500, before: 0 },
    firsts: { value: 100, before: 0 },
    ours: { value: 400, before: 0 },
    suspect: none,
    diversion: none,
    cases: { open: 0, assigned: 0 },
  },
  byDay: [{ day: '2026-11-24', scans: 0, firsts: 0, ours: 0, suspect: 0, diversion: 0, live: 0 }],
  codes: { issued: 9000, live: 1000, issuedToday: 0, issuedMonth: 9000, liveToday: -8000, liveMonth: 40 },
  expiring: { days: 30, over: 0, near: 0 },
  // The cast: only the fields that the key figures read.
} as unknown as HomeFigures;

const render = () =>
  renderToStaticMarkup(
    <MemoryRouter>
      <KeyFigures figures={figures} />
    </MemoryRouter>,
  );

it('says which scans the rate of first scans is of', () => {
  expect(render()).toMatch(/25%.*manage\.figure\.firstOf 100 400/);
});

it('explains a decrease of active codes without a link, and links an increase to its list', () => {
  const html = render();
  expect(html).toMatch(/<span[^>]* aria-description="manage.figure.live.less"[^>]*>manage.figure.ofToday -8\D?000<\/span>/);
  expect(html).toMatch(/<a [^>]*>manage.figure.ofMonth 40<\/a>/);
});
