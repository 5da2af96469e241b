import { useEffect } from 'react';
import { look, onReconnect, useConnection } from '../data/connection.ts';
import { hosts } from '../data/hosts.ts';
import { anyUnsaved, discardAllUnsaved } from '../data/unsaved.ts';
import { say, useWords } from '../data/words.ts';
import { confirm } from '../ui/confirm.ts';
import './upkeep.css';
import { keepFiles, showNewVersion, useVersion } from './version.ts';

export function UpkeepBanner() {
  const t = useWords();
  const { state } = useConnection();
  const { waiting } = useVersion();
  useEffect(keepFiles, []);
  useEffect(() => onReconnect(() => hosts.tell('success', say('shell.connection.back'))), []);
  const show = async () => {
    const ask = { title: t('shell.version.unsavedAsk'), content: t('kit.unsavedHint'), okText: t('shell.version.reload'), danger: true };
    if (anyUnsaved() && !(await confirm(ask))) return;
    discardAllUnsaved();
    showNewVersion();
  };
  return (
    <>
      {state !== 'up' && (
        <Line text={t(`shell.connection.${state}`)} action={t('shell.connection.look')} onAction={() => void look()} warning />
      )}
      {waiting && <Line text={t('shell.version.new')} action={t('shell.version.reload')} onAction={() => void show()} />}
    </>
  );
}

function Line({ text, action, onAction, warning }: { text: string; action: string; onAction: () => void; warning?: boolean }) {
  return (
    <div className={warning ? 'upkeep upkeep-warning' : 'upkeep'} role="status">
      <span>{text}</span>
      <button type="button" onClick={onAction}>
        {action}
      </button>
    </div>
  );
}
