import { useState } from 'react';
import { hosts } from '../data/hosts.ts';
import { refusalOf } from '../data/refusal.ts';
import { useWords } from '../data/words.ts';
import { copyText } from '../ui/clipboard.ts';
import { ScriptLost } from '../ui/lazy-part.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PlainButton } from '../ui/plain-button.tsx';
import { Nothing } from '../ui/states.tsx';
import { ScriptTooSlow } from './lazy-page.tsx';

/** File name of this build's frame, which contains a hash. */
const BUILD = import.meta.url.split('/').at(-1)?.split('?')[0];

/** Error details for an administrator; they are never sent automatically. */
function detailsOf(error: unknown, time: Date): string {
  const requestId = refusalOf(error)?.requestId;
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? [`  ${error.cause.message}`] : [];
  return [time.toISOString(), location.pathname, BUILD, said, ...cause, ...(requestId ? [requestId] : [])].join('\n');
}

/** Error page in place of a failed page, with retry and error details. The rest of the console keeps working. */
export function BrokenPage({ error, time, onRetry }: { error: unknown; time: Date; onRetry: () => void }) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const details = detailsOf(error, time);
  const slow = error instanceof ScriptLost && error.cause instanceof ScriptTooSlow;
  const hint = slow ? 'shell.scriptTimeout' : error instanceof ScriptLost ? 'shell.scriptLost' : 'shell.pageBrokenHint';
  const report = async () => {
    if (await copyText(details)) return hosts.tell('success', t('shell.report.copied'));
    setOpen(true);
    hosts.tell('warning', t('shell.report.failed'));
  };
  return (
    <div className="page" role="alert">
      <PageHeader title={t('shell.pageBroken')} />
      <Nothing text={t(hint)}>
        <div className="broken-actions">
          <PlainButton look="solid" onClick={onRetry}>
            {t('kit.retry')}
          </PlainButton>
          {error instanceof ScriptLost && <PlainButton onClick={() => location.reload()}>{t('kit.refresh')}</PlainButton>}
          <PlainButton onClick={() => void report()}>{t('shell.report')}</PlainButton>
        </div>
        <details className="broken-details" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{t('shell.report.details')}</summary>
          <pre>{details}</pre>
        </details>
      </Nothing>
    </div>
  );
}
