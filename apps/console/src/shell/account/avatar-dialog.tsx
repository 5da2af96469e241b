import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Slider } from 'antd';
import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { asApiError } from '../../data/api-error.ts';
import { useTranslations } from '../../data/i18n.ts';
import { fetchEnvelope } from '../../data/request.ts';
import { shellServices } from '../../data/shell-services.ts';
import { MountedModal } from '../../ui/form-parts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { reloadSession } from '../session.ts';
import { profileQuery } from './account-parts.tsx';

/** Side of the stored picture in pixels. */
const SIDE = 512;

/** The selected part of a picture, rotated by `rotation` degrees, as a JPEG on white. */
async function cropImage(url: string, { x, y, width, height }: Area, rotation: number): Promise<Blob> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const angle = (rotation * Math.PI) / 180;
  const [w, h] = [picture.naturalWidth, picture.naturalHeight];
  // the area refers to the bounding box of the rotated picture
  const boxWidth = Math.abs(Math.cos(angle) * w) + Math.abs(Math.sin(angle) * h);
  const boxHeight = Math.abs(Math.sin(angle) * w) + Math.abs(Math.cos(angle) * h);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.scale(SIDE / width, SIDE / height);
  context.translate(boxWidth / 2 - x, boxHeight / 2 - y);
  context.rotate(angle);
  context.drawImage(picture, -w / 2, -h / 2);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.92);
  });
}

/** Crops a picture for the avatar; loaded once a file is selected. */
export default function AvatarDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const t = useTranslations();
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [rotation, setRotation] = useState(0);
  const [area, setArea] = useState<Area>();
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  const uploadAvatar = useMutation({
    mutationFn: async () => {
      if (!area) return;
      const body = new FormData();
      body.append('avatarfile', await cropImage(url, area, rotation), 'avatar.jpg');
      await fetchEnvelope<{ imgUrl: string }>('POST', '/system/user/profile/avatar', body);
    },
    onSuccess: async () => {
      shellServices.notify('success', t('account.avatarChanged'));
      reloadSession();
      onClose();
      await client.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
    onError: (error) => shellServices.notify('error', t('account.avatarFailed', { reason: asApiError(error)?.msg ?? '' })),
    meta: { ownErrors: true },
  });
  return (
    <MountedModal
      title={t('account.avatarCrop')}
      okText={t('account.avatarUse')}
      okButtonProps={{ disabled: !area || isUnreadable }}
      confirmLoading={uploadAvatar.isPending}
      onOk={() => uploadAvatar.mutate()}
      onCancel={onClose}
      width={480}
    >
      {isUnreadable && <Alert type="error" showIcon title={t('account.avatarUnreadable')} />}
      <div className="relative h-80 overflow-hidden rounded bg-menu" hidden={isUnreadable}>
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            rotation={rotation}
            aspect={1}
            cropShape="round"
            showGrid={false}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ onError: () => setUnreadable(true), alt: '' }}
            cropperProps={{ role: 'group', 'aria-label': t('account.avatarMove') }}
          />
        )}
      </div>
      <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-4">
        <span id="crop-zoom">{t('account.avatarZoom')}</span>
        <Slider min={1} max={4} step={0.05} value={zoom} onChange={setZoom} ariaLabelledByForHandle="crop-zoom" tooltip={{ open: false }} />
        <Button icon={<Icon name="reload" />} onClick={() => setRotation((rotation + 90) % 360)}>
          {t('account.avatarTurn')}
        </Button>
      </div>
    </MountedModal>
  );
}
