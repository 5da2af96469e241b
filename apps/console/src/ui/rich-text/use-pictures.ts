import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { shellServices } from '../../data/hosts.ts';
import { upload, validateFile } from '../../data/upload.ts';

/** One at a time. */
export function useImageUpload() {
  const [uploadCount, setUploadCount] = useState(0);
  const insertImages = async (editor: Editor, files: File[], at?: number) => {
    let place = at;
    for (const file of files) {
      const message = validateFile(file);
      if (message) {
        shellServices.notify('error', message);
        continue;
      }
      setUploadCount((count) => count + 1);
      try {
        const picture = { type: 'image', attrs: { src: await upload(file), alt: file.name.replace(/\.[^.]*$/, '') } };
        if (place === undefined) editor.chain().focus().insertContent(picture).run();
        else editor.chain().focus().insertContentAt(place, picture).run();
        place = undefined;
      } catch (error) {
        shellServices.notify('error', (error as Error).message);
      } finally {
        setUploadCount((count) => count - 1);
      }
    }
  };
  return { uploadCount, insertImages };
}

export const imageFilesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
