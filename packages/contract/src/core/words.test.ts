import { expect, it } from 'vitest';
import { translator } from './words.ts';

it('names a thing within a sentence in small letters, and an abbreviation as it is', () => {
  const t = translator({ 'kit.addNoun': 'Add {noun}', 'kit.saved': 'Saved' }, 'en-US');
  expect(t('kit.addNoun', { noun: 'Supplier' })).toBe('Add supplier');
  expect(t('kit.addNoun', { noun: 'GTIN' })).toBe('Add GTIN');
  expect(t('kit.saved', { noun: 'Supplier' })).toBe('Saved');
});

it('fills in names and plain numbers without reading a grammar, and all else as the grammar has it', () => {
  const t = translator(
    {
      'kit.saved': '{name}：{count} 条，{name}',
      'kit.addNoun': "It''s {count, plural, one {# row} other {# rows}}",
      'kit.search': 'Of {name}',
    },
    'en-US',
  );
  expect(t('kit.saved', { name: '$& {x}', count: 12_345 })).toBe('$& {x}：12345 条，$& {x}');
  expect(t('kit.addNoun', { count: 1200 })).toBe("It's 1\u00a0200 rows");
  expect(t('kit.search', { name: null })).toBe('Of ');
  expect(() => t('kit.search')).toThrow(/name/);
});
