import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { ChinaMapProps } from '../china-map.tsx';
import ChinaMapView from './map.tsx';

// the words need a browser store
vi.mock('../../data/i18n.ts', async (original) => {
  const words = await original<typeof import('../../data/i18n.ts')>();
  return { ...words, useTranslations: () => words.translate };
});

const renderMap = (props: Partial<ChinaMapProps>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ChinaMapView title="扫码" {...props} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

const buttons = (more: Partial<ChinaMapProps>) => {
  const values = [
    { regionCode: '110000', value: 0.5, text: '50%' },
    { regionCode: '310000', value: 0.1, text: '10%' },
  ];
  return [...renderMap({ values, ...more }).matchAll(/role="button" aria-label="([^"]+)"/g)].map(([, name]) => name);
};

describe('map regions', () => {
  it('are buttons only when a click has an effect', () => {
    expect(buttons({ getHref: (code) => (code === '110000' ? '/list' : undefined) })).toEqual(['北京 50%']);
    expect(buttons({ getHref: () => undefined })).toEqual([]);
    expect(buttons({})).toEqual([]);
    expect(buttons({ onSelect: () => undefined }).length).toBeGreaterThan(30);
    expect(buttons({ getHref: () => undefined, level: 'city' }).length).toBeGreaterThan(30);
  });
});

describe('map region names', () => {
  const heightOf = (name: string, props: Partial<ChinaMapProps>) =>
    Number(renderMap(props).match(new RegExp(` y="([\\d.]+)"[^>]*>${name}<`))?.[1]);

  it('move away from an overlapping dot, and stay in place otherwise', () => {
    const dots = [{ regionCode: '370000', text: '山东' }];
    expect(Math.abs(heightOf('山东', { dots }) - heightOf('山东', {}))).toBeGreaterThan(5);
    expect(heightOf('云南', { dots })).toBe(heightOf('云南', {}));
  });
});
