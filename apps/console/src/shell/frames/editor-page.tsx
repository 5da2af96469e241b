import { Button } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { copyText } from '../../ui/clipboard.ts';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { RichTextEditor, RichTextView } from '../../ui/rich-text-editor.tsx';

export default function EditorPage() {
  const t = useTranslations();
  const [html, setHtml] = useState(() => t('shell.frame.tinymce.sample'));
  const deferredHtml = useDeferredValue(html);
  return (
    <Page>
      <PageHeader
        title={t('shell.page.tinymce')}
        purpose={t('shell.frame.tinymce.purpose')}
        actions={
          <>
            <Button onClick={() => setHtml('')}>{t('shell.frame.tinymce.startOver')}</Button>
            <Button onClick={() => void copyText(html)}>{t('shell.frame.tinymce.copy')}</Button>
          </>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        <section className="card p-6 max-sm:p-4">
          <RichTextEditor label={t('shell.page.tinymce')} value={html} onChange={setHtml} />
        </section>
        <section className="card p-6 max-sm:p-4" aria-labelledby="editor-reading">
          <h2 id="editor-reading">{t('shell.frame.tinymce.reading')}</h2>
          <p className="mt-0 mb-4 text-pretty text-muted">{t('shell.frame.tinymce.readingHint')}</p>
          <RichTextView html={deferredHtml} />
        </section>
      </div>
    </Page>
  );
}
