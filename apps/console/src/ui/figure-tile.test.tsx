import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { FigureTile } from './figure-tile.tsx';

// Words need a browser store; the test does not depend on their texts.
vi.mock('../data/i18n.ts', () => ({ useTranslations: () => (key: string) => key, currentLanguage: () => 'zh-CN' }));

const changeOf = (value: number, before: number) => {
  const tile = renderToStaticMarkup(<FigureTile name="suspects" explanation="" value={value} change={{ value, before, days: 30 }} />);
  return /data-testid="tile-note"[^>]*>(.*?)<\/span>(?=<\/|$)/.exec(tile)?.[1]?.replaceAll(/<[^>]*>|<!-- -->/g, '');
};

it('shows a change from fewer than 20 as two counts, and otherwise in percent', () => {
  expect(changeOf(82, 1)).toBe('1 → 82');
  expect(changeOf(2, 19)).toBe('19 → 2');
  expect(changeOf(30, 20)).toBe('↑ 50%');
  expect(changeOf(10, 20)).toBe('↓ 50%');
});

it('describes no change and a change from zero in words', () => {
  expect(changeOf(7, 7)).toBe('kit.figure.same');
  expect(changeOf(0, 0)).toBe('kit.figure.same');
  expect(changeOf(82, 0)).toBe('kit.figure.new');
});
