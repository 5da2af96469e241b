import { Button } from 'antd';
import { type SyntheticEvent, useState } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { apiUrl } from '../data/site-config.ts';
import { Icon } from './icon.tsx';
import { Page, PageHeader } from './page-header.tsx';
import { EmptyState } from './states.tsx';

interface EmbeddedPageProps {
  title: string;
  purpose?: string;
  /** Path below the API prefix, e.g. `/druid/login.html`. */
  path: string;
}

/** As RuoYi embeds Druid and Swagger UI. The console's host must allow same-origin frames. */
export function EmbeddedPage({ title, purpose, path }: EmbeddedPageProps) {
  const t = useTranslations();
  const [isMissing, setMissing] = useState(false);
  const address = apiUrl(path);
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => setMissing(isErrorAnswer(currentTarget));
  return (
    <Page>
      <PageHeader
        title={title}
        purpose={purpose}
        actions={
          !isMissing && (
            <Button icon={<Icon name="link" />} href={address} target="_blank" rel="noopener noreferrer">
              {t('kit.openInTab')}
            </Button>
          )
        }
      />
      <section className="card overflow-hidden">
        {isMissing ? (
          <EmptyState text={t('kit.notOffered')} />
        ) : (
          // fills the window below header, tabs and title
          <iframe className="block h-[max(480px,calc(100dvh-240px))] w-full border-0" title={title} src={address} onLoad={onLoad} />
        )}
      </section>
    </Page>
  );
}

/** RuoYi answers a missing address as JSON, a proxy with an HTTP status of 400 or more. An unreadable frame counts as loaded. */
function isErrorAnswer({ contentDocument, contentWindow }: HTMLIFrameElement): boolean {
  if (!contentDocument || !contentWindow) return false;
  const [navigation] = contentWindow.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return contentDocument.contentType === 'application/json' || (navigation?.responseStatus ?? 0) >= 400;
}
