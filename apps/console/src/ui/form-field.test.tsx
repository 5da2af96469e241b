import { posts } from '@suyuan/contract';
import { Form } from 'antd';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { FormField } from './field-kinds.tsx';
import { UploadField } from './upload-field.tsx';

// the store of locale texts has no server snapshot
vi.mock(import('../data/i18n.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  useTranslations: () => (key: string) => key,
  findTranslationKey: (key) => key as 'kit.search',
}));

const htmlOf = (name: 'postName' | 'postCode', control?: ReactElement) =>
  renderToStaticMarkup(
    <Form>
      <FormField of={posts} name={name} {...(control && { control })} />
    </Form>,
  );

it('shows the hint of a code, but the pattern of a text only with an error', () => {
  expect(htmlOf('postCode')).toContain('system.post.postCode.hint');
  expect(htmlOf('postName')).not.toContain('system.post.postName.hint');
});

it('names the group of an upload field, which its label cannot reference', () => {
  expect(htmlOf('postName', <UploadField />)).toMatch(/<fieldset[^>]* aria-label="system\.post\.postName"/);
});
