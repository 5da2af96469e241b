import { zhCN } from '@suyuan/contract/words/zh-CN';
import { fieldTypes, operators, specOf } from '@suyuan/forms';
import { describe, expect, it } from 'vitest';

const localeKeys = new Set<string>(Object.keys(zhCN));

describe('texts of the designer', () => {
  it('exist for every type, setting, choice and operator', () => {
    const settings = fieldTypes.flatMap((type) => specOf(type).settings);
    const requiredKeys = [
      ...fieldTypes.map((type) => `type.${type}`),
      ...settings.flatMap(({ key, choices = [] }) =>
        [key, ...choices.map((choice) => `${key}.${choice}`)].map((word) => `setting.${word}`),
      ),
      ...Object.keys(operators).map((op) => `op.${op}`),
    ];
    expect([...new Set(requiredKeys)].filter((word) => !localeKeys.has(`tool.build.${word}`))).toEqual([]);
  });
});
