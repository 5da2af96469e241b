import { useTranslations } from '../../data/i18n.ts';
import { isApple } from '../../data/platform.ts';
import { MountedModal } from '../../ui/form-parts.tsx';
import { useDesignerStore } from './designer-store.ts';
import { Key } from './parts.tsx';
import { shortcutHelp } from './shortcuts.ts';

const keyLabel = (key: string) => (key === 'Mod' ? (isApple ? '⌘' : 'Ctrl') : key);

export function ShortcutsDialog() {
  const t = useTranslations();
  const store = useDesignerStore();
  return (
    <MountedModal width={720} footer={null} title={t('tool.build.keys')} onCancel={() => store.update({ dialog: undefined })}>
      <div className="grid grid-cols-[1fr_1fr] gap-x-8 gap-y-4 max-md:grid-cols-[1fr]">
        {(Object.keys(shortcutHelp) as (keyof typeof shortcutHelp)[]).map((group) => (
          <section key={group}>
            <h3 className="mt-0 mb-2 text-sm">{t(`tool.build.keys.${group}`)}</h3>
            <dl className="m-0">
              {Object.entries<readonly string[]>(shortcutHelp[group]).map(([line, keys]) => (
                <div key={line} className="flex justify-between gap-3 py-1">
                  <dt>{t(`tool.build.key.${line}` as 'tool.build.key.find')}</dt>
                  <dd className="m-0 flex gap-1">
                    {keys.map((key) => (
                      <Key key={key}>{keyLabel(key)}</Key>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </MountedModal>
  );
}
