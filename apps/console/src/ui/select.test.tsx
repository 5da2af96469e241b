import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { ClearableInput, Select } from './select.tsx';
import { TreeSelect } from './tree-select.tsx';

// the store of locale texts has no server snapshot
vi.mock(import('../data/i18n.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  useTranslations: () => (key: string) => key,
}));

it('labels the clear button of a choice in the language of the page', () => {
  const clearButton = '<button type="button" aria-label="kit.clearChoice"';
  expect(renderToStaticMarkup(<Select value="1" allowClear />)).toContain(clearButton);
  expect(renderToStaticMarkup(<TreeSelect rows={[{ id: 1, label: 'One' }]} value={1} allowClear />)).toContain(clearButton);
});

it('labels the clear button of a text in the language of the page', () => {
  const html = renderToStaticMarkup(<ClearableInput defaultValue="1" />);
  expect(html).toContain('<span role="img" aria-label="kit.clearInput"');
  expect(html).not.toContain('close-circle');
});

it('has no clear button unless the choice may be cleared', () => {
  expect(renderToStaticMarkup(<Select value="1" />)).not.toContain('<button');
  expect(renderToStaticMarkup(<TreeSelect rows={[]} value={1} />)).not.toContain('<button');
});
