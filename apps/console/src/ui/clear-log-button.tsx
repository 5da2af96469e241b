import type { Resource, ResourceSpec } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { hosts } from '../data/hosts.ts';
import { Can } from '../data/permission.tsx';
import { request } from '../data/request.ts';
import { useWords } from '../data/words.ts';
import { confirm } from './confirm.ts';

interface ClearLogButtonProps<S extends ResourceSpec> {
  of: Resource<S>;
  words: 'monitor.jobLog' | 'monitor.logininfor';
}

/** Visible to users who may delete entries. */
export function ClearLogButton<S extends ResourceSpec>({ of: { path, permission }, words }: ClearLogButtonProps<S>) {
  const t = useWords();
  const client = useQueryClient();
  const clear = useMutation({
    mutationFn: () => request('DELETE', `${path}/clean`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [path] });
      hosts.tell('success', t(`${words}.cleared`));
    },
  });
  const ask = async () => {
    const title = t(`${words}.clearAsk`);
    const content = t(`${words}.clearMeans`);
    if (await confirm({ title, content, okText: t(`${words}.clear`), danger: true })) clear.mutate();
  };
  return (
    <Can do={[permission('remove')]}>
      <Button danger loading={clear.isPending} onClick={() => void ask()}>
        {t(`${words}.clear`)}
      </Button>
    </Can>
  );
}
