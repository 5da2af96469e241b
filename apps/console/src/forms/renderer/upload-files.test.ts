import { expect, it } from 'vitest';
import { uploadFiles } from './upload-control.tsx';

it('adds an uploaded file to the current value of the field, not to its earlier value', async () => {
  let files = [{ name: 'old.png', url: '/old' }];
  const errors: string[] = [];
  const field = (most: number) => ({
    currentFiles: () => files,
    keep: (next: typeof files) => {
      files = next;
    },
    most,
  });
  const file = (name: string) => new File([''], name);
  const send = async ({ name }: File) => {
    // during the upload, the old file is removed and another one added
    if (name === 'a.png') files = [{ name: 'dropped.png', url: '/dropped' }];
    if (name === 'bad.png') throw new Error('too large');
    return `/${name}`;
  };
  const refuse = ({ message }: Error) => void errors.push(message);
  await uploadFiles([file('a.png'), file('bad.png'), file('b.png')], field(50), send, refuse);
  expect(files.map(({ url }) => url)).toEqual(['/dropped', '/a.png', '/b.png']);
  expect(errors).toEqual(['too large']);
  await uploadFiles([file('c.png')], field(3), send, refuse);
  expect(files).toHaveLength(3);
});
