import { expect, it } from 'vitest';
import { translator } from './words.ts';

it('names a thing within a sentence in small letters, and an abbreviation as it is', () => {
  const t = translator({ 'kit.addNoun': 'Add {noun}', 'kit.saved': 'Saved' }, 'en-US');
  expect(t('kit.addNoun', { noun: 'Supplier' })).toBe('Add supplier');
  expect(t('kit.addNoun', { noun: 'GTIN' })).toBe('Add GTIN');
  expect(t('kit.saved', { noun: 'Supplier' })).toBe('Saved');
});
