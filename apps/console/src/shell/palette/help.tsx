import { useTranslations } from '../../data/words.ts';

const lines = ['open', 'move', 'pinyin', 'records', 'code'] as const;

export function PaletteHelp() {
  const t = useTranslations();
  return (
    <div className="palette-list palette-help">
      <h2>{t('shell.palette.help')}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{t(`shell.palette.help.${line}`)}</li>
        ))}
      </ul>
    </div>
  );
}
