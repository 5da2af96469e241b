import { type Alphabet, type CodeShape, checkCharacterOf } from '@suyuan/codes';
import { useTranslations } from '../../../data/i18n.ts';
import styles from './code-strip.module.css';

type PartName = 'prefix' | 'serial' | 'tag' | 'check';

/** Each part has one tint, always next to its name. */
const parts = {
  prefix: { ink: 'text-ink', ground: 'bg-track', label: 'justify-start' },
  serial: { ink: 'text-primary-ink', ground: 'bg-primary-ground', label: 'justify-center' },
  tag: { ink: 'text-success', ground: 'bg-success-ground', label: 'justify-center' },
  check: { ink: 'text-warning', ground: 'bg-warning-ground', label: 'justify-end' },
} as const satisfies Record<PartName, Record<'ink' | 'ground' | 'label', string>>;

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
  const sample: SamplePart[] = [
    { name: 'prefix', text: prefix },
    { name: 'serial', text: serial },
    { name: 'tag', text: tag },
    { name: 'check', text: checkCharacter ? checkCharacterOf(prefix + serial + tag, alphabet) : '' },
  ];
  return sample.filter(({ text }) => text !== '');
}

export function CodeStrip({ shape }: { shape: CodeShape }) {
  const t = useTranslations();
  const sample = sampleOf(shape);
  return (
    <div className="flex gap-1" role="img" aria-label={t('manage.codeRule.stripOf', { text: sample.map(({ text }) => text).join('') })}>
      {sample.map(({ name, text }) => (
        <div key={name} className={`min-w-0 basis-0 ${parts[name].ink}`} style={{ flexGrow: text.length }}>
          <div className="flex gap-px">
            {[...text].map((character, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
              <span key={at} className={`${styles.cell} ${parts[name].ground}`}>
                {character}
              </span>
            ))}
          </div>
          <span className={`mt-1 flex text-xs/5 whitespace-pre ${parts[name].label}`}>
            {t(`manage.codeRule.part.${name}`)}
            {name !== 'check' && <span className="tabular-nums"> {text.length}</span>}
          </span>
        </div>
      ))}
    </div>
  );
}

export const CodeSample = ({ shape }: { shape: CodeShape }) => (
  <span className="mono-text">
    {sampleOf(shape)
      .map(({ text }) => text)
      .join('')}
  </span>
);
