import { provinces } from '../china-map/outlines.ts';
import type { Outline } from '../china-map/shape.ts';
import { type Camera, type Stage, seenAt } from './camera.ts';

export interface Label {
  code: string;
  text: string;
  x: number;
  y: number;
}

const CITIES_FROM = 6.2;

/** Provinces without cities, which are labelled at all levels. */
const WHOLE = new Set(['110000', '120000', '310000', '500000', '710000', '810000', '820000']);

/** Labels of visible regions without overlaps; `taken` are positions of the route's own labels. */
export function labelsOf(
  camera: Camera,
  stage: Stage,
  cities: readonly Outline[],
  english: boolean,
  taken: readonly (readonly [number, number])[],
) {
  const near = camera.zoom >= CITIES_FROM && cities.length > 0;
  const named = near ? [...provinces.filter(({ code }) => WHOLE.has(code)), ...cities] : provinces;
  const kept: Label[] = [];
  const free = (x: number, y: number, wide: number) =>
    [...kept.map(({ x: left, y: top }) => [left, top] as const), ...taken].every(
      ([left, top]) => Math.abs(left - x) > wide || Math.abs(top - y) > 20,
    );
  for (const { code, zh, en, x: labelX, y: labelY } of named) {
    const [x, y] = seenAt(camera, stage, [labelX, labelY]);
    const text = english ? en : zh;
    if (x < 8 || y < 8 || x > stage.width - 8 || y > stage.height - 8) continue;
    if (free(x, y, english ? 72 : 48)) kept.push({ code, text, x, y });
  }
  return kept;
}
