import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OperationPreview } from './operation-preview.tsx';

it('lists each method of a path with its summary, until the viewer has rendered', () => {
  const operation = (summary: string) => ({ tags: ['batch'], summary });
  const paths = { '/manage/batch': { post: operation('Add a batch'), put: operation('Edit a batch') } };
  const html = renderToStaticMarkup(<OperationPreview document={{ tags: [], paths, components: { schemas: {} } }} />);
  expect([...html.matchAll(/<span[^>]*>(.*?)<\/span>/g)].map(([, text]) => text)).toEqual([
    ...['post', '/manage/batch', 'Add a batch'],
    ...['put', '/manage/batch', 'Edit a batch'],
  ]);
});
