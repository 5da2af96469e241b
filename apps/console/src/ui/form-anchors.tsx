import { type RefObject, useEffect, useState } from 'react';
import { useTranslations } from '../data/words.ts';

interface FormAnchorsProps {
  parts: readonly { key: string; title: string }[];
  within: RefObject<HTMLElement | null>;
}

/** Marks the visible part and those with errors. */
export function FormAnchors({ parts, within }: FormAnchorsProps) {
  const t = useTranslations();
  const [current, setCurrent] = useState(parts[0]?.key);
  const [invalidParts, setInvalidParts] = useState('');
  const keys = parts.map(({ key }) => key).join();
  const sectionOf = (key: string) => within.current?.querySelector<HTMLElement>(`[data-part="${key}"]`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `keys` identifies the parts
  useEffect(() => {
    const sections = keys.split(',').flatMap((key) => sectionOf(key) ?? []);
    const updateCurrent = () => {
      // the last part whose head is in the upper third, or the last part at the end of the page
      const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const lastPassed = sections.findLast(
        (section) => section.getClientRects().length > 0 && section.getBoundingClientRect().top < innerHeight / 3,
      );
      setCurrent((isAtEnd ? sections.at(-1) : (lastPassed ?? sections[0]))?.dataset.part);
    };
    const hasError = (section: HTMLElement) => section.querySelector('.ant-form-item-has-error') !== null;
    const validate = () =>
      setInvalidParts(
        sections
          .filter(hasError)
          .map(({ dataset }) => dataset.part)
          .join(),
      );
    const errorObserver = new MutationObserver(validate);
    // parts of a loading record have no position yet: check again when they resize
    const resizeObserver = new ResizeObserver(updateCurrent);
    for (const section of sections) {
      errorObserver.observe(section, { subtree: true, attributeFilter: ['class'] });
      resizeObserver.observe(section);
    }
    addEventListener('scroll', updateCurrent, { passive: true });
    updateCurrent();
    return () => {
      errorObserver.disconnect();
      resizeObserver.disconnect();
      removeEventListener('scroll', updateCurrent);
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
              {invalidParts.split(',').includes(key) && <span className="form-anchor-wrong">{t('kit.formPartWrong')}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
