import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tones } from './status-tones.tsx';
import { shadesOf, themeColours } from './theme-colours.ts';

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe('theme colours', () => {
  it('contain eight presets, with the specified default first', () => {
    expect(Object.keys(themeColours)).toHaveLength(8);
    expect(Object.keys(themeColours)[0]).toBe('#1890ff');
  });

  it('have enough contrast under white text and on the background, in light and dark mode', () => {
    const weak = Object.entries(themeColours).flatMap(([colour, { light, dark }]) => [
      ...(colour !== '#1890ff' && contrast(light.solid, '#ffffff') < 4.5 ? [`${colour}: white on solid`] : []),
      ...(contrast(light.strong, '#ffffff') < 4.5 ? [`${colour}: white on strong`] : []),
      ...(contrast(light.ink, '#ffffff') < 4.5 ? [`${colour}: ink`] : []),
      ...(contrast(dark.solid, '#ffffff') < 4.5 ? [`${colour}: white on dark solid`] : []),
      ...(contrast(dark.solid, '#181a1d') < 3 || contrast(dark.strong, '#181a1d') < 3 ? [`${colour}: dark solid on paper`] : []),
      ...(contrast(dark.ink, '#24272b') < 4.5 ? [`${colour}: dark ink on what floats`] : []),
    ]);
    expect(weak).toEqual([]);
  });

  it('fall back to the default for an unknown colour', () => {
    expect(shadesOf('red;}', false)).toEqual(shadesOf('#1890ff', false));
    expect(shadesOf('constructor', true)).toEqual(shadesOf('#1890ff', true));
  });
});

describe('tones of states and verdicts', () => {
  const css = readFileSync(new URL('../shell/look.css', import.meta.url), 'utf8');
  const valuesOf = (name: string) => [...css.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))].map(([, value]) => value ?? '');
  const surfaces = ['#ffffff', ...valuesOf('surface')];

  it.each(Object.keys(tones))('have enough contrast on the background of both schemes: %s', (tone) => {
    const values = valuesOf(`tone-${tone}`);
    expect(values).toHaveLength(2);
    for (const [at, value] of values.entries()) expect(contrast(value, surfaces[at] ?? '')).toBeGreaterThanOrEqual(3);
  });

  it('differ from one another', () => {
    for (const at of [0, 1]) {
      const values = Object.keys(tones).map((tone) => valuesOf(`tone-${tone}`)[at]);
      expect(new Set(values).size).toBe(values.length);
    }
  });
});
