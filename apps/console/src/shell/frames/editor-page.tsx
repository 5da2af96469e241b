import { Button } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { copyText } from '../../ui/clipboard.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RichTextEditor, RichTextView } from '../../ui/rich-text-editor.tsx';
import './editor-page.css';

export default function EditorPage() {
  const t = useTranslations();
  const [html, setHtml] = useState(() => t('shell.frame.tinymce.sample'));
  const deferredHtml = useDeferredValue(html);
  return (
    <div className="page">
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
      <div className="editor-page">
        <section className="card account-card">
          <RichTextEditor label={t('shell.page.tinymce')} value={html} onChange={setHtml} />
        </section>
        <section className="card account-card" aria-labelledby="editor-reading">
          <h2 id="editor-reading">{t('shell.frame.tinymce.reading')}</h2>
          <p className="page-purpose">{t('shell.frame.tinymce.readingHint')}</p>
          <RichTextView html={deferredHtml} />
        </section>
      </div>
    </div>
  );
}
