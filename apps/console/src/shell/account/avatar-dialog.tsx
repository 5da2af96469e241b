import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal, Slider } from 'antd';
import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { hosts } from '../../data/hosts.ts';
import { refusalOf } from '../../data/refusal.ts';
import { envelope } from '../../data/request.ts';
import { useWords } from '../../data/words.ts';
import { Icon } from '../../ui/icon.tsx';
import { renewSession } from '../session.ts';
import { cropped } from './crop.ts';
import { profileQuery } from './profile.ts';

/** Crops a picture for the avatar; loaded once a file is selected. */
export default function AvatarDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const t = useWords();
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const [crop, move] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [rotation, turn] = useState(0);
  const [area, setArea] = useState<Area>();
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const send = useMutation({
    mutationFn: async () => {
      if (!area) return;
      const body = new FormData();
      body.append('avatarfile', await cropped(url, area, rotation), 'avatar.jpg');
      await envelope<{ imgUrl: string }>('POST', '/system/user/profile/avatar', body);
    },
    onSuccess: async () => {
      hosts.tell('success', t('account.avatarChanged'));
      renewSession();
      onClose();
      await client.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
    onError: (error) => hosts.tell('error', t('account.avatarFailed', { reason: refusalOf(error)?.msg ?? '' })),
    meta: { ownErrors: true },
  });
  return (
    <Modal
      open
      title={t('account.avatarCrop')}
      okText={t('account.avatarUse')}
      okButtonProps={{ disabled: !area || broken }}
      confirmLoading={send.isPending}
      onOk={() => send.mutate()}
      onCancel={onClose}
      width={480}
    >
      {broken && <Alert type="error" showIcon title={t('account.avatarUnreadable')} />}
      <div className="crop-stage" hidden={broken}>
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            rotation={rotation}
            aspect={1}
            cropShape="round"
            showGrid={false}
            onCropChange={move}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ onError: () => setBroken(true), alt: '' }}
            cropperProps={{ role: 'group', 'aria-label': t('account.avatarMove') }}
          />
        )}
      </div>
      <div className="crop-tools">
        <span id="crop-zoom">{t('account.avatarZoom')}</span>
        <Slider min={1} max={4} step={0.05} value={zoom} onChange={setZoom} ariaLabelledByForHandle="crop-zoom" tooltip={{ open: false }} />
        <Button icon={<Icon name="reload" />} onClick={() => turn((rotation + 90) % 360)}>
          {t('account.avatarTurn')}
        </Button>
      </div>
    </Modal>
  );
}
