import type { Resource, ResourceSpec } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from '../data/i18n.ts';
import { Can } from '../data/permission.tsx';
import { request } from '../data/request.ts';
import { shellServices } from '../data/shell-services.ts';
import { confirm } from './confirm.ts';

interface ClearLogButtonProps<S extends ResourceSpec> {
  of: Resource<S>;
  translationPrefix: 'monitor.jobLog' | 'monitor.logininfor';
}

/** Visible to users who may delete entries. */
export function ClearLogButton<S extends ResourceSpec>({ of: { path, permission }, translationPrefix }: ClearLogButtonProps<S>) {
  const t = useTranslations();
  const client = useQueryClient();
  const clear = useMutation({
    mutationFn: () => request('DELETE', `${path}/clean`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [path] });
      shellServices.notify('success', t(`${translationPrefix}.cleared`));
    },
  });
  const confirmClear = async () => {
    const title = t(`${translationPrefix}.clearAsk`);
    const content = t(`${translationPrefix}.clearMeans`);
    if (await confirm({ title, content, okText: t(`${translationPrefix}.clear`), danger: true })) clear.mutate();
  };
  return (
    <Can do={[permission('remove')]}>
      <Button danger loading={clear.isPending} onClick={() => void confirmClear()}>
        {t(`${translationPrefix}.clear`)}
      </Button>
    </Can>
  );
}
