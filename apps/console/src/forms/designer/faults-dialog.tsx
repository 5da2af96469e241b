import { docFaultText } from '@suyuan/contract';
import { docFaults } from '@suyuan/forms';
import { Tag } from 'antd';
import { useTranslations } from '../../data/i18n.ts';
import { MountedModal } from '../../ui/form-parts.tsx';
import { LinkButton } from '../../ui/row-link.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useDesigner, useDesignerStore } from './designer-store.ts';

export function FaultsDialog() {
  const t = useTranslations();
  const store = useDesignerStore();
  const doc = useDesigner(({ editor }) => editor.doc);
  const faults = docFaults(doc);
  const close = () => store.update({ dialog: undefined });
  const showFault = (id: number) => {
    close();
    store.reveal(id);
  };
  return (
    <MountedModal width={720} footer={null} title={t('tool.build.faultsTitle')} onCancel={close}>
      {faults.length === 0 ? (
        <EmptyState text={t('tool.build.faultsNone')} />
      ) : (
        <ul className="m-0 max-h-120 list-none overflow-auto p-0">
          {faults.map((fault, index) => {
            const { level, id } = fault;
            const message = docFaultText(t, fault);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is rebuilt with the form
              <li key={index} className="flex items-baseline gap-2 border-b border-line py-2">
                <Tag color={level === 'error' ? 'error' : 'warning'}>{t(`tool.build.faults.${level}`)}</Tag>
                {id === undefined ? message : <LinkButton onClick={() => showFault(id)}>{message}</LinkButton>}
              </li>
            );
          })}
        </ul>
      )}
    </MountedModal>
  );
}
