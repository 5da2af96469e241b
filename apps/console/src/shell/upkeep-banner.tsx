import { useEffect } from 'react';
import { checkConnection, onReconnect, useConnection } from '../data/connection.ts';
import { shellServices } from '../data/hosts.ts';
import { discardAllUnsavedChanges, hasAnyUnsavedChanges } from '../data/unsaved.ts';
import { translate, useTranslations } from '../data/words.ts';
import { confirm } from '../ui/confirm.ts';
import './upkeep.css';
import { activateUpdate, registerServiceWorker, useAppUpdate } from './version.ts';

export function StatusBanner() {
  const t = useTranslations();
  const { state } = useConnection();
  const { waiting } = useAppUpdate();
  useEffect(registerServiceWorker, []);
  useEffect(() => onReconnect(() => shellServices.notify('success', translate('shell.connection.back'))), []);
  const activateNewVersion = async () => {
    const confirmOptions = {
      title: t('shell.version.unsavedAsk'),
      content: t('kit.unsavedHint'),
      okText: t('shell.version.reload'),
      danger: true,
    };
    if (hasAnyUnsavedChanges() && !(await confirm(confirmOptions))) return;
    discardAllUnsavedChanges();
    activateUpdate();
  };
  return (
    <>
      {state !== 'up' && (
        <BannerLine
          text={t(`shell.connection.${state}`)}
          action={t('shell.connection.look')}
          onAction={() => void checkConnection()}
          warning
        />
      )}
      {waiting && (
        <BannerLine text={t('shell.version.new')} action={t('shell.version.reload')} onAction={() => void activateNewVersion()} />
      )}
    </>
  );
}

function BannerLine({ text, action, onAction, warning }: { text: string; action: string; onAction: () => void; warning?: boolean }) {
  return (
    <div className={warning ? 'upkeep upkeep-warning' : 'upkeep'} role="status">
      <span>{text}</span>
      <button type="button" onClick={onAction}>
        {action}
      </button>
    </div>
  );
}
