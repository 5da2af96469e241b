import { useEffect, useState } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { shellServices } from '../data/shell-services.ts';
import { copyText } from './clipboard.ts';
import { Icon } from './icon.tsx';

const copyButton =
  'cursor-pointer rounded-sm border-0 bg-transparent px-1 py-0 text-xs text-muted opacity-0 transition-opacity ' +
  'group-hover/copy:opacity-100 focus-visible:opacity-100 in-[tr:hover]:opacity-100 ' +
  // always visible in `data-show-copy`, e.g. next to a page title, and without a pointer that hovers
  'in-data-show-copy:opacity-100 max-md:min-h-6 max-md:min-w-6 max-md:opacity-100 [@media(hover:none)]:opacity-100';

const groups = /.{1,4}/g;
/** Of a masked code, whose last four characters people compare. */
const endGroups = /.{1,4}(?=(?:.{4})*$)/g;

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
  if (!children) return <span className="text-muted">—</span>;
  const copyToClipboard = async () => {
    const isSuccess = await copyText(children);
    setCopied(isSuccess);
    if (!isSuccess) shellServices.notify('warning', t('kit.copyFailed'));
  };
  return (
    <span className="group/copy inline-flex max-w-full items-center gap-1">
      <span className="mono-text">
        {grouped
          ? (children.match(children.startsWith('*') ? endGroups : groups) ?? []).map((part, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a code keep their order
              <span key={place} className="not-first:ms-[0.5em]">
                {part}
              </span>
            ))
          : children}
      </span>
      {copyable && (
        <button
          type="button"
          className={copyButton}
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
