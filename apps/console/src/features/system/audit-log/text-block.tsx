import { Button } from 'antd';
import { hosts } from '../../../data/hosts.ts';
import { useWords } from '../../../data/words.ts';
import { copyText } from '../../../ui/clipboard.ts';

/** A text, usually JSON, formatted to read and copy. RuoYi has null where a request failed. */
export function TextBlock({ title, text, empty }: { title: string; text: string | null; empty: string }) {
  const t = useWords();
  const shown = setOut(text ?? '');
  const copy = async () => {
    const done = await copyText(shown);
    hosts.tell(done ? 'success' : 'warning', t(done ? 'kit.copied' : 'kit.copyFailed'));
  };
  return (
    <section className="operlog-block">
      <h3>
        {title}
        {shown && (
          <Button size="small" type="text" onClick={() => void copy()} aria-label={`${t('kit.copy')} ${title}`}>
            {t('kit.copy')}
          </Button>
        )}
      </h3>
      {shown ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled, also by keys
        <pre tabIndex={0}>{shown}</pre>
      ) : (
        <p className="none">{empty}</p>
      )}
    </section>
  );
}

/** Indents JSON; truncated JSON stays unchanged. */
function setOut(text: string): string {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && Object.keys(read).length === 0 ? '' : JSON.stringify(read, null, 2);
  } catch {
    return text;
  }
}
