import { describe, expect, it } from 'vitest';
import { missingKeysIn } from './check-frame-translations.ts';

describe('texts used by the frame', () => {
  it('accepts texts that the frame pack contains', () => {
    expect(missingKeysIn(`t('shell.home'), t(\`account.task.\${state}\`), t(\`manage.batch.state.\${state}\`)`)).toEqual([]);
  });

  it('reports texts that only the page packs contain', () => {
    expect(missingKeysIn('t("manage.supplier.title")')).toEqual(['manage.supplier.title']);
  });

  it('reports a family of texts when one of them is missing from the frame pack', () => {
    expect(missingKeysIn(`t(\`problem.\${name}\`)`)).toContain('problem.notFound');
  });

  it('allows missing texts when the code reads them with a fallback', () => {
    expect(missingKeysIn(`findTranslationKey(\`problem.\${name}\`)`)).toEqual([]);
  });
});
