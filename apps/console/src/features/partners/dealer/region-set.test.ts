import type { Region } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { groupByParent, selectionOf, toggleRegion } from './region-field.tsx';

const region = (code: string, parent: string | null): Region => ({ code, name: code, en: code, parent });
const childrenByParent = groupByParent([
  region('440000', null),
  region('440100', '440000'),
  region('440103', '440100'),
  region('440104', '440100'),
  region('440300', '440000'),
  region('350000', null),
]);

describe('region set', () => {
  it('replaces a province with its remaining parts when a county is removed', () => {
    expect(toggleRegion(childrenByParent, ['440000', '350000'], '440103').sort()).toEqual(['350000', '440104', '440300']);
    expect(toggleRegion(childrenByParent, ['440000'], '440000')).toEqual([]);
  });

  it('merges counties into a city and cities into a province when all are selected', () => {
    expect(toggleRegion(childrenByParent, ['440104'], '440103')).toEqual(['440100']);
    expect(toggleRegion(childrenByParent, ['440104', '440300'], '440103')).toEqual(['440000']);
    expect(toggleRegion(childrenByParent, ['440103', '350000'], '440100')).toEqual(['350000', '440100']);
  });

  it('reports whether a region is selected in full, in part or not at all', () => {
    expect(['440000', '440103', '440104', '350000'].map((code) => selectionOf(['440103'], code))).toEqual([
      'part',
      'whole',
      'none',
      'none',
    ]);
  });
});
