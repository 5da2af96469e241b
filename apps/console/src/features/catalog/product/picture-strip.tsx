import { Suspense, useState } from 'react';
import { fileUrl } from '../../../data/site-config.ts';
import { useTranslations } from '../../../data/words.ts';
import { lazyWithRetry } from '../../../ui/lazy-part.ts';
import { ProductPicture } from '../shared/product-picture.tsx';

const ImagePreview = lazyWithRetry(() => import('../../../ui/image-preview.tsx'));

export function PictureStrip({ name, pictures }: { name: string; pictures: readonly string[] }) {
  const t = useTranslations();
  const [previewUrl, setPreviewUrl] = useState<string>();
  if (pictures.length === 0) return <ProductPicture name={name} className="category-tile" />;
  return (
    <ul className="picture-list picture-strip">
      {pictures.map((path, index) => (
        <li key={path}>
          <button type="button" className="picture-open" onClick={() => setPreviewUrl(fileUrl(path))}>
            <img src={fileUrl(path)} alt={`${t('manage.category.picture', { name })} ${index + 1}`} />
          </button>
        </li>
      ))}
      {previewUrl && (
        <Suspense>
          <ImagePreview src={previewUrl} onClose={() => setPreviewUrl(undefined)} />
        </Suspense>
      )}
    </ul>
  );
}
