import { type Category, type CategoryKind, categories } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { shellServices } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';

interface CategoryStatusDialogProps {
  kind: CategoryKind;
  node: Category;
  rows: readonly Category[];
  onClose: () => void;
}

export function CategoryStatusDialog({ kind, node, rows, onClose }: CategoryStatusDialogProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const { path } = categories[kind];
  const { catalogueId, catalogueName: name, status } = node;
  const [isDisabling, nextStatus] = status === '0' ? [true, '1'] : [false, '0'];
  const count = rows.filter((row) => row.ancestors.includes(catalogueId) && row.status === status).length;
  const changeStatus = useMutation({
    mutationFn: (below: boolean) => request('PUT', `${path}/changeStatus`, { catalogueId, status: nextStatus, below }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [path] });
      shellServices.notify('success', t('kit.saved'));
      onClose();
    },
  });
  const button = (below: boolean, label: string, primary = true) => (
    <Button
      key={label}
      {...(primary && { type: 'primary' as const })}
      danger={isDisabling}
      loading={changeStatus.isPending && changeStatus.variables === below}
      onClick={() => changeStatus.mutate(below)}
    >
      {label}
    </Button>
  );
  const hint = isDisabling ? t(count > 0 ? 'digit.catalogue.disableHint' : 'digit.catalogue.disableLeafHint', { count }) : undefined;
  return (
    <Modal
      open
      title={t(isDisabling ? 'digit.catalogue.disableAsk' : 'digit.catalogue.enableAsk', { name })}
      onCancel={onClose}
      width={480}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('kit.cancel')}
        </Button>,
        ...(isDisabling
          ? [button(count > 0, t('digit.catalogue.disable'))]
          : [
              ...(count > 0 ? [button(true, t('digit.catalogue.withBelow'), false)] : []),
              button(false, count > 0 ? t('digit.catalogue.onlyThis') : t('digit.catalogue.enable')),
            ]),
      ]}
    >
      <p>{hint ?? (count > 0 ? t('digit.catalogue.enableHint', { count }) : t('digit.catalogue.enableLeafHint'))}</p>
    </Modal>
  );
}
