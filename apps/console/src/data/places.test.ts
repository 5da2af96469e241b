import type { Region } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { findPlace, fullNameOf, provinceNameOf, suggestPlaces } from './regions.ts';

const regions: Region[] = [
  { code: '220000', name: '吉林省', en: 'Jilin', parent: null },
  { code: '220200', name: '吉林市', en: 'Jilin', parent: '220000' },
  { code: '222400', name: '延边朝鲜族自治州', en: 'Yanbian', parent: '220000' },
  { code: '320000', name: '江苏省', en: 'Jiangsu', parent: null },
  { code: '320100', name: '南京市', en: 'Nanjing', parent: '320000' },
  { code: '320106', name: '鼓楼区', en: 'Gulou', parent: '320100' },
  { code: '350000', name: '福建省', en: 'Fujian', parent: null },
  { code: '350100', name: '福州市', en: 'Fuzhou', parent: '350000' },
  { code: '350102', name: '鼓楼区', en: 'Gulou', parent: '350100' },
  { code: '450000', name: '广西壮族自治区', en: 'Guangxi', parent: null },
  { code: '653100', name: '喀什地区', en: 'Kashgar', parent: '650000' },
  { code: '653101', name: '喀什市', en: 'Kashgar', parent: '653100' },
];
const codeOf = (query: string) => {
  const place = findPlace(regions, query);
  return typeof place === 'object' ? place.regionCode : place;
};

describe('place search by name', () => {
  it('finds a place by its English name', () => {
    expect(['nanjing', 'Guangxi', 'Kashgar'].map(codeOf)).toEqual(['320100', '450000', '653100']);
    expect(suggestPlaces(regions, 'gulou').map(({ regionCode }) => regionCode)).toEqual(['320106', '350102']);
  });

  it('finds a place with and without its suffix, and prefers the largest match', () => {
    expect(['南京', '南京市', '吉林', '吉林市', '广西', '喀什', '延边'].map(codeOf)).toEqual([
      '320100',
      '320100',
      '220000',
      '220200',
      '450000',
      '653100',
      '222400',
    ]);
  });

  it('finds a place by its full name, and does not guess when several share a name', () => {
    expect(codeOf('福建省福州市鼓楼区')).toBe('350102');
    expect(codeOf('鼓楼区')).toBe(2);
    expect(codeOf('亚特兰蒂斯')).toBeUndefined();
    expect(codeOf(' ')).toBeUndefined();
  });

  it('suggests places with their full names, best matches first', () => {
    expect(suggestPlaces(regions, '鼓楼').map(({ fullName }) => fullName)).toEqual(['江苏省南京市鼓楼区', '福建省福州市鼓楼区']);
    expect(suggestPlaces(regions, '吉林').map(({ name }) => name)).toEqual(['吉林省', '吉林市']);
    expect(suggestPlaces(regions, '州', 1)).toHaveLength(1);
    expect(suggestPlaces(regions, '')).toEqual([]);
  });
});

describe('names of regions', () => {
  it('shows no code while the regions load, and the code if they did not', () => {
    const namesIn = (list: Region[] | undefined) => [fullNameOf(list, '350102'), provinceNameOf(list, '350102')];
    expect(namesIn(regions)).toEqual(['福建省福州市鼓楼区', '福建']);
    expect(namesIn(undefined)).toEqual(['…', '…']);
    expect(namesIn([])).toEqual(['350102', '350102']);
  });
});
