import { MAX_PICTURES } from '@suyuan/contract';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { filePath, fileUrl } from '../../../data/site-config.ts';
import { UploadButton } from '../../../ui/file-inputs.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { lazyWithRetry } from '../../../ui/lazy-component.tsx';

const ImagePreview = lazyWithRetry(() => import('../../../ui/image-preview.tsx'));

/** Up to nine pictures. The first one is the main picture. */
export function PicturesField({ value = [], onChange }: { value?: string[]; onChange?: (paths: string[]) => void }) {
  const t = useTranslations();
  const [previewUrl, setPreviewUrl] = useState<string>();
  return (
    <div className="pictures">
      {value.length > 0 && (
        <ul className="picture-list">
          {value.map((path, index) => (
            <li key={path}>
              <button type="button" className="picture-open" onClick={() => setPreviewUrl(fileUrl(path))}>
                <img src={fileUrl(path)} alt={t('manage.category.picture.place', { place: index + 1 })} />
              </button>
              {index === 0 && <span className="picture-main">{t('manage.category.picture.main')}</span>}
              <span className="picture-acts">
                {index > 0 && (
                  <Button
                    size="small"
                    type="text"
                    icon={<Icon name="bookmark" />}
                    aria-label={t('manage.category.picture.first', { place: index + 1 })}
                    title={t('manage.category.picture.first', { place: index + 1 })}
                    onClick={() => onChange?.([path, ...value.filter((other) => other !== path)])}
                  />
                )}
                <Button
                  size="small"
                  type="text"
                  danger
                  icon={<Icon name="close" />}
                  aria-label={t('manage.category.picture.remove', { place: index + 1 })}
                  title={t('manage.category.picture.remove', { place: index + 1 })}
                  onClick={() => onChange?.(value.filter((other) => other !== path))}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {value.length < MAX_PICTURES && (
        <UploadButton onUploaded={(url) => onChange?.([...value, filePath(url)])}>{t('manage.category.picture.add')}</UploadButton>
      )}
      {previewUrl && (
        <Suspense>
          <ImagePreview src={previewUrl} onClose={() => setPreviewUrl(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
