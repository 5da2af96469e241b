import type { FormChange } from '@suyuan/contract';
import { type DocChange, lostFieldNames } from '@suyuan/forms';
import { useTranslations } from '../../../data/words.ts';

/** Changes since the previous version; data loss is highlighted. */
export function ChangeList({ changes }: { changes: readonly (FormChange | DocChange)[] }) {
  const t = useTranslations();
  const changeText = (change: DocChange) => {
    if (change.change === 'settings' || change.change === 'arranged') return t(`tool.form.change.${change.change}`);
    if (change.change === 'retyped')
      return t('tool.form.change.retyped', {
        label: change.label,
        from: t(`tool.build.type.${change.from}`),
        to: t(`tool.build.type.${change.to}`),
      });
    return t(`tool.form.change.${change.change}`, { to: '', ...change });
  };
  if (changes.length === 0) return <p className="none">{t('tool.form.noChanges')}</p>;
  return (
    <ul className="form-changes">
      {changes.map((each) => {
        const { change, answerCount } = 'answerCount' in each ? each : { change: each, answerCount: 0 };
        return (
          <li key={JSON.stringify(change)} className={lostFieldNames(change).length > 0 ? 'form-loss' : undefined}>
            {changeText(change)}
            {answerCount > 0 && ` · ${t('tool.form.change.answers', { count: answerCount })}`}
          </li>
        );
      })}
    </ul>
  );
}
