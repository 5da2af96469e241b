import { type Alphabet, type CodeShape, checkCharacterOf } from '@suyuan/codes';
import { useTranslations } from '../../../data/i18n.ts';

type PartName = 'prefix' | 'serial' | 'tag' | 'check';

interface SamplePart {
  name: PartName;
  text: string;
}

/** Sample characters without order, like masked serials and tags. Real ones need the key, which stays on the server. */
const SAMPLES: Record<Alphabet, { serial: string; tag: string }> = {
  base32: { serial: '7K3M9QX2', tag: 'PF5TB8WN' },
  decimal: { serial: '385049172604', tag: '926173840571' },
};

/** A sample code of the shape, part by part, with a valid check character. */
function sampleOf(shape: CodeShape): SamplePart[] {
  const { prefix, alphabet, serialDigits, tagDigits, checkCharacter } = shape;
  const serial = SAMPLES[alphabet].serial.slice(0, serialDigits);
  const tag = SAMPLES[alphabet].tag.slice(0, tagDigits);
  const parts: SamplePart[] = [
    { name: 'prefix', text: prefix },
    { name: 'serial', text: serial },
    { name: 'tag', text: tag },
    { name: 'check', text: checkCharacter ? checkCharacterOf(prefix + serial + tag, alphabet) : '' },
  ];
  return parts.filter(({ text }) => text !== '');
}

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
