import { useEffect, useState } from 'react';
import { hosts } from '../data/hosts.ts';
import { useWords } from '../data/words.ts';
import { copyText } from './clipboard.ts';
import { Icon } from './icon.tsx';

/** `groups` splits the text into blocks of four. */
export function Mono({ children, groups = false, copy = true }: { children: string | null | undefined; groups?: boolean; copy?: boolean }) {
  const t = useWords();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), 1500) : undefined;
    return () => clearTimeout(timer);
  }, [copied]);
  if (!children) return <span className="none">—</span>;
  const take = async () => {
    const done = await copyText(children);
    setCopied(done);
    if (!done) hosts.tell('warning', t('kit.copyFailed'));
  };
  return (
    <span className="mono">
      <span className={groups ? 'mono-text mono-groups' : 'mono-text'}>
        {groups
          ? (children.match(/.{1,4}/g) ?? []).map((part, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a code keep their order
              <span key={place}>{part}</span>
            ))
          : children}
      </span>
      {copy && (
        <button
          type="button"
          className="mono-copy"
          aria-label={`${copied ? t('kit.copied') : t('kit.copy')} ${children}`}
          onClick={(event) => {
            event.stopPropagation();
            void take();
          }}
        >
          {copied ? <Icon name="check" /> : <Icon name="copy" />}
        </button>
      )}
    </span>
  );
}
