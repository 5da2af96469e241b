import { expect, it } from 'vitest';
import { translator } from './words.ts';

it('inserts a noun in lower case within a sentence, and an abbreviation unchanged', () => {
  const t = translator({ 'kit.addNoun': 'Add {noun}', 'kit.saved': 'Saved' }, 'en-US');
  expect(t('kit.addNoun', { noun: 'Supplier' })).toBe('Add supplier');
  expect(t('kit.addNoun', { noun: 'GTIN' })).toBe('Add GTIN');
  expect(t('kit.saved', { noun: 'Supplier' })).toBe('Saved');
});

it('fills names and plain numbers without a parser, and other placeholders with ICU syntax', () => {
  const t = translator(
    {
      'kit.saved': '{name}：{count} 条，{name}',
      'kit.addNoun': "It''s {count, plural, one {# row} other {# rows}}",
      'kit.search': 'Of {name}',
    },
    'en-US',
  );
  expect(t('kit.saved', { name: '$& {x}', count: 12_345 })).toBe('$& {x}：12345 条，$& {x}');
  expect(t('kit.addNoun', { count: 1200 })).toBe("It's 1,200 rows");
  expect(t('kit.search', { name: null })).toBe('Of ');
  expect(() => t('kit.search')).toThrow(/name/);
});

it('groups the digits of a number, and takes a message that the build has compiled', () => {
  const one = { value: [{ type: 7 as const }, { type: 0 as const, value: ' row' }] };
  const t = translator(
    {
      'kit.saved': '{count, number} of {name}',
      'kit.addNoun': [{ type: 6, value: 'count', options: { one, other: one }, offset: 0, pluralType: 'cardinal' }],
    },
    'en-US',
  );
  expect(t('kit.saved', { count: 12_345, name: 2024 })).toBe('12,345 of 2024');
  expect(t('kit.addNoun', { count: 1200 })).toBe('1,200 row');
});

it('inserts a space only between Chinese and an inserted text in another script', () => {
  const t = translator(
    {
      'kit.saved': '{field}不是有效的{name}',
      'kit.search': '“{name}”的{field}',
      'kit.addNoun': '第{count, number}行{field}，{kind, select, a {用{name}写} other {没有{name}}}',
      'kit.remove': '{field}：{name}',
    },
    'zh-CN',
  );
  expect(t('kit.saved', { field: 'GLN', name: 'GTIN' })).toBe('GLN 不是有效的 GTIN');
  expect(t('kit.saved', { field: '供应商编码', name: '编码' })).toBe('供应商编码不是有效的编码');
  expect(t('kit.search', { name: 'ABC公司', field: 'GLN' })).toBe('“ABC公司”的 GLN');
  expect(t('kit.addNoun', { count: 1200, field: 'GTIN', kind: 'a', name: 'UTF-8' })).toBe('第 1,200 行 GTIN，用 UTF-8 写');
  expect(t('kit.addNoun', { count: 3, field: '编码', kind: 'b', name: '表头' })).toBe('第 3 行编码，没有表头');
  expect(t('kit.remove', { field: 'GLN', name: 'x' })).toBe('GLN：x');
});
