import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { hosts } from '../../data/hosts.ts';
import { faultOf, upload } from '../../data/upload.ts';

/** One at a time. */
export function usePictures() {
  const [travelling, setTravelling] = useState(0);
  const bring = async (editor: Editor, files: File[], at?: number) => {
    let place = at;
    for (const file of files) {
      const fault = faultOf(file);
      if (fault) {
        hosts.tell('error', fault);
        continue;
      }
      setTravelling((count) => count + 1);
      try {
        const picture = { type: 'image', attrs: { src: await upload(file), alt: file.name.replace(/\.[^.]*$/, '') } };
        if (place === undefined) editor.chain().focus().insertContent(picture).run();
        else editor.chain().focus().insertContentAt(place, picture).run();
        place = undefined;
      } catch (error) {
        hosts.tell('error', (error as Error).message);
      } finally {
        setTravelling((count) => count - 1);
      }
    }
  };
  return { travelling, bring };
}

export const picturesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
