import { translator } from '@suyuan/contract';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { expect, it } from 'vitest';
import { validateNumber } from './form-validation.ts';

const [chinese, english] = [translator(zhCN, 'zh-CN'), translator(enUS, 'en-US')];

it.each([
  [999, { min: -180, max: 180, places: 9 }, '经度太大；不能大于 180', '经度 is too large. It cannot be above 180.'],
  [-5.678, { min: 0, places: 2 }, '经度太小；不能小于 0', '经度 is too small. It cannot be below 0.'],
  [5.678, { min: 0, places: 2 }, '经度的小数位太多；至多 2 位小数', '经度 has too many decimal places. Use at most 2.'],
  [1.5, { min: 1 }, '经度不是整数；只填数字，不带小数', '经度 is not a whole number. Enter digits without decimals.'],
  ['12kg', { min: 1 }, '经度不是数字；只填数字，不带文字', '经度 is not a number. Enter digits only.'],
  ['abc', { places: 2 }, '经度不是数字；只填数字，不带文字', '经度 is not a number. Enter digits only.'],
  [null, { required: true }, '经度未填写；填写后再提交', '经度 is required. Enter a value.'],
])('explains in both languages why %j is invalid and what is valid', (value, rules, expectedChinese, expectedEnglish) => {
  expect(validateNumber(chinese, '经度', value, rules)).toBe(expectedChinese);
  expect(validateNumber(english, '经度', value, rules)).toBe(expectedEnglish);
});

it.each([
  [180, { max: 180 }],
  [0, { min: 0, places: 2 }],
  ['30', { min: 0, max: 3650 }],
  [null, { min: 1 }],
  ['', { min: 1 }],
])('accepts %j within its limits', (value, rules) => {
  expect(validateNumber(chinese, '经度', value, rules)).toBeUndefined();
});
