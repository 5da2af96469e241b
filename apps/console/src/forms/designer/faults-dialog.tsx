import { docFaultText } from '@suyuan/contract';
import { docFaults } from '@suyuan/forms';
import { Modal, Tag } from 'antd';
import { useWords } from '../../data/words.ts';
import { Nothing } from '../../ui/states.tsx';
import { useDesigner, useDesignerStore } from './state.ts';

export function FaultsDialog() {
  const t = useWords();
  const store = useDesignerStore();
  const doc = useDesigner(({ editor }) => editor.doc);
  const faults = docFaults(doc);
  const close = () => store.show({ dialog: undefined });
  const go = (id: number) => {
    close();
    store.reveal(id);
  };
  return (
    <Modal open width={720} footer={null} title={t('tool.build.faultsTitle')} onCancel={close}>
      {faults.length === 0 ? (
        <Nothing text={t('tool.build.faultsNone')} />
      ) : (
        <ul className="fault-list">
          {faults.map((fault, index) => {
            const { level, id } = fault;
            const said = docFaultText(t, fault);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew with the form
              <li key={index}>
                <Tag color={level === 'error' ? 'error' : 'warning'}>{t(`tool.build.faults.${level}`)}</Tag>
                {id === undefined ? (
                  said
                ) : (
                  <button type="button" className="row-link" onClick={() => go(id)}>
                    {said}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Modal>
  );
}
