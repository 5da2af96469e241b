import { type RefObject, useEffect, useState } from 'react';
import { useWords } from '../data/words.ts';

interface FormAnchorsProps {
  parts: readonly { key: string; title: string }[];
  within: RefObject<HTMLElement | null>;
}

/** Marks the visible part and those with errors. */
export function FormAnchors({ parts, within }: FormAnchorsProps) {
  const t = useWords();
  const [current, setCurrent] = useState(parts[0]?.key);
  const [wrong, setWrong] = useState('');
  const keys = parts.map(({ key }) => key).join();
  const sectionOf = (key: string) => within.current?.querySelector<HTMLElement>(`[data-part="${key}"]`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `keys` identifies the parts
  useEffect(() => {
    const sections = keys.split(',').flatMap((key) => sectionOf(key) ?? []);
    const look = () => {
      // the last part whose head is in the upper third, or the last part at the end of the page
      const end = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const passed = sections.findLast(
        (section) => section.getClientRects().length > 0 && section.getBoundingClientRect().top < innerHeight / 3,
      );
      setCurrent((end ? sections.at(-1) : (passed ?? sections[0]))?.dataset.part);
    };
    const isWrong = (section: HTMLElement) => section.querySelector('.ant-form-item-has-error') !== null;
    const validate = () =>
      setWrong(
        sections
          .filter(isWrong)
          .map(({ dataset }) => dataset.part)
          .join(),
      );
    const watcher = new MutationObserver(validate);
    // parts of a loading record have no position yet: check again when they resize
    const sizes = new ResizeObserver(look);
    for (const section of sections) {
      watcher.observe(section, { subtree: true, attributeFilter: ['class'] });
      sizes.observe(section);
    }
    addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      watcher.disconnect();
      sizes.disconnect();
      removeEventListener('scroll', look);
    };
  }, [keys]);

  return (
    <nav className="form-anchors" aria-label={t('kit.formParts')}>
      <ol>
        {parts.map(({ key, title }) => (
          <li key={key}>
            <button
              type="button"
              aria-current={key === current ? 'true' : undefined}
              onClick={() => {
                const section = sectionOf(key);
                section?.scrollIntoView({ block: 'start' });
                section?.querySelector<HTMLElement>('input, textarea, [role=combobox], button')?.focus({ preventScroll: true });
              }}
            >
              {title}
              {wrong.split(',').includes(key) && <span className="form-anchor-wrong">{t('kit.formPartWrong')}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
