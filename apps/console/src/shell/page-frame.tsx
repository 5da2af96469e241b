import { Component, type ReactNode, Suspense, useState } from 'react';
import { asApiError } from '../data/api-error.ts';
import { useTranslations } from '../data/i18n.ts';
import { shellServices } from '../data/shell-services.ts';
import { copyText } from '../ui/clipboard.ts';
import { ChunkLoadError } from '../ui/lazy-component.tsx';
import { PageLoading } from '../ui/loading-shapes.tsx';
import { Page, PageHeader } from '../ui/page-header.tsx';
import { PlainButton } from '../ui/plain-button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { ScriptTimeoutError } from './lazy-page.tsx';

/** File name of this build's frame, which contains a hash. */
const BUILD = import.meta.url.split('/').at(-1)?.split('?')[0];

/** Error details for an administrator; they are never sent automatically. */
function detailsOf(error: unknown, time: Date): string {
  const requestId = asApiError(error)?.requestId;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? [`  ${error.cause.message}`] : [];
  return [time.toISOString(), location.pathname, BUILD, message, ...cause, ...(requestId ? [requestId] : [])].join('\n');
}

/** Error page in place of a failed page, with retry and error details. The rest of the console keeps working. */
function PageError({ error, time, onRetry }: { error: unknown; time: Date; onRetry: () => void }) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const details = detailsOf(error, time);
  const isTimeout = error instanceof ChunkLoadError && error.cause instanceof ScriptTimeoutError;
  const hint = isTimeout ? 'shell.scriptTimeout' : error instanceof ChunkLoadError ? 'shell.scriptLost' : 'shell.pageBrokenHint';
  const copyDetails = async () => {
    if (await copyText(details)) return shellServices.notify('success', t('shell.report.copied'));
    setOpen(true);
    shellServices.notify('warning', t('shell.report.failed'));
  };
  return (
    <Page role="alert">
      <PageHeader title={t('shell.pageBroken')} />
      <EmptyState text={t(hint)}>
        <div className="flex flex-wrap justify-center gap-2">
          <PlainButton variant="solid" onClick={onRetry}>
            {t('kit.retry')}
          </PlainButton>
          {error instanceof ChunkLoadError && <PlainButton onClick={() => location.reload()}>{t('kit.refresh')}</PlainButton>}
          <PlainButton onClick={() => void copyDetails()}>{t('shell.report')}</PlainButton>
        </div>
        <details
          data-testid="error-details"
          className="mx-auto mt-4 mb-0 max-w-160 text-left"
          open={open}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary className="cursor-pointer text-muted">{t('shell.report.details')}</summary>
          <pre className="mt-2 mb-0 rounded border border-edge p-3 text-xs/5 wrap-anywhere whitespace-pre-wrap">{details}</pre>
        </details>
      </EmptyState>
    </Page>
  );
}

/** Suspense and error boundary of one page. */
export class PageFrame extends Component<{ children: ReactNode }, { error: unknown; time: Date }> {
  override state = { error: undefined as unknown, time: new Date(0) };
  static getDerivedStateFromError = (error: unknown) => ({ error, time: new Date() });

  retry = () => {
    const { error } = this.state;
    if (error instanceof ChunkLoadError) error.reset();
    this.setState({ error: undefined });
  };

  override render() {
    const { error, time } = this.state;
    if (error !== undefined) return <PageError error={error} time={time} onRetry={this.retry} />;
    return <Suspense fallback={<PageLoading />}>{this.props.children}</Suspense>;
  }
}
