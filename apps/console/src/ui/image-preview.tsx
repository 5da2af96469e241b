import { Image } from 'antd';
import { type ComponentProps, cloneElement, type ReactElement } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { Icon } from './icon.tsx';
import { useFocusReturn } from './popup.tsx';

/** Buttons are labelled here, because antd's labels are English only. */
export default function ImagePreview({ src, onClose }: { src: string; onClose: () => void }) {
  const t = useTranslations();
  useFocusReturn();
  const withLabel = (button: ReactElement, labelKey: 'turnLeft' | 'turnRight' | 'smaller' | 'larger') => {
    const label = t(`kit.preview.${labelKey}`);
    return cloneElement(button as ReactElement<ComponentProps<'button'>>, { 'aria-label': label, title: label });
  };
  return (
    <Image
      src={src}
      alt={t('kit.preview')}
      style={{ display: 'none' }}
      preview={{
        open: true,
        src,
        closeIcon: (
          <span role="img" aria-label={t('kit.close')}>
            <Icon name="close" />
          </span>
        ),
        actionsRender: (bar, { icons }) =>
          cloneElement(
            bar as ReactElement<object>,
            {},
            withLabel(icons.rotateLeftIcon as ReactElement, 'turnLeft'),
            withLabel(icons.rotateRightIcon as ReactElement, 'turnRight'),
            withLabel(icons.zoomOutIcon as ReactElement, 'smaller'),
            withLabel(icons.zoomInIcon as ReactElement, 'larger'),
          ),
        onOpenChange: (open) => {
          if (!open) onClose();
        },
      }}
    />
  );
}
