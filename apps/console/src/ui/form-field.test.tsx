import { posts } from '@suyuan/contract';
import { Form } from 'antd';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { FormField } from './field-kinds.tsx';

// the store of locale texts has no server snapshot
vi.mock(import('../data/i18n.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  useTranslations: () => (key: string) => key,
  findTranslationKey: (key) => key as 'kit.search',
}));

const htmlOf = (name: 'postName' | 'postCode') =>
  renderToStaticMarkup(
    <Form>
      <FormField of={posts} name={name} />
    </Form>,
  );

it('shows the hint of a code, but the pattern of a text only with an error', () => {
  expect(htmlOf('postCode')).toContain('system.post.postCode.hint');
  expect(htmlOf('postName')).not.toContain('system.post.postName.hint');
});
