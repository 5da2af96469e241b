import { useEffect, useState } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { shellServices } from '../data/shell-services.ts';
import { copyText } from './clipboard.ts';
import { Icon } from './icon.tsx';

/** `grouped` splits the text into blocks of four. */
export function CopyableText({
  children,
  grouped = false,
  copyable = true,
}: {
  children: string | null | undefined;
  grouped?: boolean;
  copyable?: boolean;
}) {
  const t = useTranslations();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), 1500) : undefined;
    return () => clearTimeout(timer);
  }, [copied]);
  if (!children) return <span className="none">—</span>;
  const copyToClipboard = async () => {
    const isSuccess = await copyText(children);
    setCopied(isSuccess);
    if (!isSuccess) shellServices.notify('warning', t('kit.copyFailed'));
  };
  return (
    <span className="mono">
      <span className={grouped ? 'mono-text mono-groups' : 'mono-text'}>
        {grouped
          ? (children.match(/.{1,4}/g) ?? []).map((part, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a code keep their order
              <span key={place}>{part}</span>
            ))
          : children}
      </span>
      {copyable && (
        <button
          type="button"
          className="mono-copy"
          aria-label={`${copied ? t('kit.copied') : t('kit.copy')} ${children}`}
          onClick={(event) => {
            event.stopPropagation();
            void copyToClipboard();
          }}
        >
          {copied ? <Icon name="check" /> : <Icon name="copy" />}
        </button>
      )}
    </span>
  );
}
