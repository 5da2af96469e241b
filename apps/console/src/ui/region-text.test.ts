import { expect, test } from 'vitest';
import { shortRegion } from './region-text.tsx';

test('names the smallest region first and its province after it', () => {
  expect(shortRegion('福建省宁德市福鼎市')).toBe('福鼎市 · 福建');
  expect(shortRegion('云南省大理白族自治州')).toBe('大理白族自治州 · 云南');
  expect(shortRegion('新疆维吾尔自治区伊犁哈萨克自治州伊宁市')).toBe('伊宁市 · 新疆');
  expect(shortRegion('北京市朝阳区')).toBe('朝阳区 · 北京');
  expect(shortRegion('广东省')).toBe('广东');
  expect(shortRegion('天津市')).toBe('天津');
});
