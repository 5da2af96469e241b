import type { CodeShape } from '@suyuan/codes';
import { useTranslations } from '../../../data/words.ts';
import { sampleOf } from './rule-sample.ts';

export function CodeStrip({ shape }: { shape: CodeShape }) {
  const t = useTranslations();
  const parts = sampleOf(shape);
  return (
    <div className="code-strip" role="img" aria-label={t('manage.codeRule.stripOf', { text: parts.map(({ text }) => text).join('') })}>
      {parts.map(({ name, text }) => (
        <div key={name} className={`strip-part part-${name}`} style={{ flexGrow: text.length }}>
          <div className="strip-cells">
            {[...text].map((character, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
              <span key={at} className="strip-cell">
                {character}
              </span>
            ))}
          </div>
          <span className="strip-label">
            {t(`manage.codeRule.part.${name}`)}
            {name !== 'check' && <span className="numeral"> {text.length}</span>}
          </span>
        </div>
      ))}
    </div>
  );
}

export function CodeSample({ shape }: { shape: CodeShape }) {
  return (
    <span className="mono-text code-sample">
      {sampleOf(shape).map(({ name, text }) => (
        <span key={name} className={`part-${name}`}>
          {text}
        </span>
      ))}
    </span>
  );
}
