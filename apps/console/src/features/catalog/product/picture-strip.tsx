import { Suspense, useState } from 'react';
import { fileUrl } from '../../../data/site-config.ts';
import { useWords } from '../../../data/words.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { GoodsPicture } from '../shared/product-picture.tsx';

const ImagePreview = lazyPart(() => import('../../../ui/image-preview.tsx'));

export function PictureStrip({ name, pictures }: { name: string; pictures: readonly string[] }) {
  const t = useWords();
  const [shown, show] = useState<string>();
  if (pictures.length === 0) return <GoodsPicture name={name} className="category-tile" />;
  return (
    <ul className="picture-list picture-strip">
      {pictures.map((path, index) => (
        <li key={path}>
          <button type="button" className="picture-open" onClick={() => show(fileUrl(path))}>
            <img src={fileUrl(path)} alt={`${t('manage.category.picture', { name })} ${index + 1}`} />
          </button>
        </li>
      ))}
      {shown && (
        <Suspense>
          <ImagePreview src={shown} onClose={() => show(undefined)} />
        </Suspense>
      )}
    </ul>
  );
}
