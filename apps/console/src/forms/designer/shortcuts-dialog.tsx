import { Modal } from 'antd';
import { useTranslations } from '../../data/i18n.ts';
import { useDesignerStore } from './designer-store.ts';
import { shortcutHelp } from './shortcuts.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const keyLabel = (key: string) => (key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key);

export function ShortcutsDialog() {
  const t = useTranslations();
  const store = useDesignerStore();
  return (
    <Modal open width={720} footer={null} title={t('tool.build.keys')} onCancel={() => store.update({ dialog: undefined })}>
      <div className="keys">
        {(Object.keys(shortcutHelp) as (keyof typeof shortcutHelp)[]).map((group) => (
          <section key={group}>
            <h3>{t(`tool.build.keys.${group}`)}</h3>
            <dl>
              {Object.entries<readonly string[]>(shortcutHelp[group]).map(([line, keys]) => (
                <div key={line}>
                  <dt>{t(`tool.build.key.${line}` as 'tool.build.key.find')}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{keyLabel(key)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
