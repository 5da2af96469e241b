import { faultKinds, fieldTypes, operators, specOf } from '@suyuan/forms';
import { expect, it } from 'vitest';
import { enUS } from '../words/en-US.ts';
import { zhCN } from '../words/zh-CN.ts';

const missing = (keys: readonly string[]) => keys.filter((key) => !Object.hasOwn(zhCN, key) || !Object.hasOwn(enUS, key));

it('has a label in both languages for every type, setting and choice of the form designer', () => {
  const settings = fieldTypes.flatMap((type) => specOf(type).settings);
  expect(missing(fieldTypes.map((type) => `tool.build.type.${type}`))).toEqual([]);
  expect(missing(settings.map(({ key }) => `tool.build.setting.${key}`))).toEqual([]);
  expect(missing(settings.flatMap(({ key, choices = [] }) => choices.map((choice) => `tool.build.setting.${key}.${choice}`)))).toEqual([]);
  expect(missing(Object.keys(operators).map((op) => `tool.build.op.${op}`))).toEqual([]);
});

it('has a message in both languages for every answer error', () => {
  expect(missing(faultKinds.map((fault) => `issue.form.${fault}`))).toEqual([]);
});
