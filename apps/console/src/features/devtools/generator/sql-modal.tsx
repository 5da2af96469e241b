import type { GenWebType } from '@suyuan/contract';
import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { shellServices } from '../../../data/hosts.ts';
import { useTranslations } from '../../../data/words.ts';
import { useCreateBySql } from './asks.ts';
import { WebTypeChoice } from './web-type-choice.tsx';

/** Creates tables by SQL, as RuoYi does for its administrators. The server rejects anything but `create table`. */
export function SqlModal({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const inputId = useId();
  const [sql, setSql] = useState('');
  const [tplWebType, setWebType] = useState<GenWebType>('element-plus');
  const create = useCreateBySql();
  const submit = () =>
    create.mutate(
      { sql: sql.trim(), tplWebType },
      {
        onSuccess: () => {
          shellServices.notify('success', t('tool.gen.sqlCreated'));
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      width={720}
      title={t('tool.gen.create')}
      okText={t('tool.gen.create')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: sql.trim() === '', loading: create.isPending }}
      onOk={submit}
      onCancel={onClose}
    >
      <label htmlFor={inputId}>{t('tool.gen.sql')}</label>
      <Input.TextArea
        id={inputId}
        className="mono-text gen-sql"
        rows={12}
        value={sql}
        placeholder="create table goods_price (…)"
        onChange={({ target }) => setSql(target.value)}
      />
      <WebTypeChoice value={tplWebType} onChange={setWebType} />
    </Modal>
  );
}
