import { Button } from 'antd';
import { shellServices } from '../../../data/hosts.ts';
import { useTranslations } from '../../../data/words.ts';
import { copyText } from '../../../ui/clipboard.ts';

/** A text, usually JSON, formatted to read and copy. RuoYi has null where a request failed. */
export function TextBlock({ title, text, empty }: { title: string; text: string | null; empty: string }) {
  const t = useTranslations();
  const formatted = prettyPrint(text ?? '');
  const copy = async () => {
    const isCopied = await copyText(formatted);
    shellServices.notify(isCopied ? 'success' : 'warning', t(isCopied ? 'kit.copied' : 'kit.copyFailed'));
  };
  return (
    <section className="operlog-block">
      <h3>
        {title}
        {formatted && (
          <Button size="small" type="text" onClick={() => void copy()} aria-label={`${t('kit.copy')} ${title}`}>
            {t('kit.copy')}
          </Button>
        )}
      </h3>
      {formatted ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled, also by keys
        <pre tabIndex={0}>{formatted}</pre>
      ) : (
        <p className="none">{empty}</p>
      )}
    </section>
  );
}

/** Indents JSON; truncated JSON stays unchanged. */
function prettyPrint(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length === 0 ? '' : JSON.stringify(parsed, null, 2);
  } catch {
    return text;
  }
}
