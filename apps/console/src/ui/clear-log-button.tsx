import type { clearJobLog, clearSignInLog } from '@suyuan/contract';
import { Button } from 'antd';
import { useCall } from '../data/api.ts';
import { useTranslations } from '../data/i18n.ts';
import { Can } from '../data/permission.tsx';
import { shellServices } from '../data/shell-services.ts';
import { confirm } from './confirm.ts';

interface ClearLogButtonProps {
  endpoint: typeof clearJobLog | typeof clearSignInLog;
  /** Of the endpoint. */
  permission: string;
  translationPrefix: 'monitor.jobLog' | 'monitor.logininfor';
}

/** Visible to users who may delete entries. */
export function ClearLogButton({ endpoint, permission, translationPrefix }: ClearLogButtonProps) {
  const t = useTranslations();
  const clear = useCall(endpoint);
  const confirmClear = () => {
    const title = t(`${translationPrefix}.clearAsk`);
    const content = t(`${translationPrefix}.clearMeans`);
    void confirm({ title, content, okText: t(`${translationPrefix}.clear`), danger: true }, async () => {
      await clear.mutateAsync({});
      shellServices.notify('success', t(`${translationPrefix}.cleared`));
    });
  };
  return (
    <Can do={[permission]}>
      <Button onClick={confirmClear}>{t(`${translationPrefix}.clear`)}</Button>
    </Can>
  );
}
