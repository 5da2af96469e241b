import { describe, expect, it } from 'vitest';
import { missingKeysIn } from './check-frame-translations.ts';

describe('the words of the frame', () => {
  it('are let through: the frame says what it has', () => {
    expect(missingKeysIn(`t('shell.home'), t(\`account.task.\${state}\`), t(\`manage.batch.state.\${state}\`)`)).toEqual([]);
  });

  it('are missed where only the pages have them', () => {
    expect(missingKeysIn('t("manage.supplier.title")')).toEqual(['manage.supplier.title']);
  });

  it('are missed where some sentence of a family is not there', () => {
    expect(missingKeysIn(`t(\`problem.\${name}\`)`)).toContain('problem.notFound');
  });

  it('may be missing where they are only looked up', () => {
    expect(missingKeysIn(`wordOr(\`problem.\${name}\`)`)).toEqual([]);
  });
});
