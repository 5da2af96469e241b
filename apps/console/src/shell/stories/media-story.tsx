import { Button } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { UploadButton } from '../../ui/file-inputs.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { Story, WireText } from './story.tsx';

const ImagePreview = lazyDialog(() => import('../../ui/image-preview.tsx'));

/** Inline picture, because the server may have no upload yet. */
const SAMPLE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 240"><rect width="400" height="240" fill="#e6f4ff"/><path d="M40 200c80 0 60-140 160-140s80 140 160 140" fill="none" stroke="#0958d9" stroke-width="12"/></svg>',
)}`;

export default function MediaStory() {
  const t = useTranslations();
  const [url, setUrl] = useState('');
  const [previewSrc, setPreviewSrc] = useState<string>();
  return (
    <>
      <Story name="UploadButton" note={t('kit.story.upload')}>
        <div>
          <UploadButton onUploaded={setUrl}>{t('kit.fileChoose')}</UploadButton>
        </div>
        {url && (
          <>
            <WireText role="status">{url}</WireText>
            <img src={url} alt={t('kit.story.uploaded')} className="max-w-60 rounded" />
          </>
        )}
      </Story>
      <Story name="ImagePreview">
        <div>
          <Button onClick={() => setPreviewSrc(url || SAMPLE)}>{t('kit.preview')}</Button>
        </div>
        {previewSrc && <ImagePreview src={previewSrc} onClose={() => setPreviewSrc(undefined)} />}
      </Story>
    </>
  );
}
