import type { clearAuditLog, clearJobLog, clearSignInLog } from '@suyuan/contract';
import { useCall } from '../data/api.ts';
import { useTranslations } from '../data/i18n.ts';
import { Can } from '../data/permission.tsx';
import { shellServices } from '../data/shell-services.ts';
import { confirm } from './confirm.ts';
import { Icon } from './icon.tsx';
import { ButtonMenu } from './more-menu.tsx';

interface ClearLogMenuProps {
  endpoint: typeof clearAuditLog | typeof clearJobLog | typeof clearSignInLog;
  /** Of the endpoint. */
  permission: string;
  translationPrefix: 'monitor.jobLog' | 'monitor.logininfor' | 'monitor.operlog';
  /** Consequence and success message, in place of those of the prefix. */
  meaning?: string;
  done?: string;
}

/** Menu of a log's rare action, for users who may delete entries. */
export function ClearLogMenu({ endpoint, permission, translationPrefix, meaning, done }: ClearLogMenuProps) {
  const t = useTranslations();
  const clear = useCall(endpoint);
  const label = t(`${translationPrefix}.clear`);
  const confirmClear = () => {
    const question = { title: t(`${translationPrefix}.clearAsk`), content: meaning ?? t(`${translationPrefix}.clearMeans`) };
    void confirm({ ...question, okText: label, danger: true }, async () => {
      await clear.mutateAsync({});
      shellServices.notify('success', done ?? t(`${translationPrefix}.cleared`));
    });
  };
  return (
    <Can do={[permission]}>
      <ButtonMenu
        menu={{ items: [{ key: 'clear', label, danger: true, onClick: confirmClear }] }}
        type="text"
        aria-label={t('kit.moreOf', { name: t(translationPrefix) })}
        icon={<Icon name="more" />}
      />
    </Can>
  );
}
