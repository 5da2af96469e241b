import { expect, it } from 'vitest';
import { IMAGE_EXTENSIONS, validateFile } from './upload.ts';

it('rejects a file by its extension before the upload, but not a file without an extension', () => {
  const fault = (name: string) => validateFile(new File(['x'], name), undefined, IMAGE_EXTENSIONS);
  expect(fault('a.pdf')).toBe('problem.fileTypeWrong');
  for (const name of ['a.png', 'B.JPG', '1000012345']) expect(fault(name), name).toBeUndefined();
});
