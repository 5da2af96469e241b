import { Modal } from 'antd';
import { useWords } from '../../data/words.ts';
import { keyHelp } from './keys.ts';
import { useDesignerStore } from './state.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const shownKey = (key: string) => (key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key);

export function KeysDialog() {
  const t = useWords();
  const store = useDesignerStore();
  return (
    <Modal open width={720} footer={null} title={t('tool.build.keys')} onCancel={() => store.show({ dialog: undefined })}>
      <div className="keys">
        {(Object.keys(keyHelp) as (keyof typeof keyHelp)[]).map((group) => (
          <section key={group}>
            <h3>{t(`tool.build.keys.${group}`)}</h3>
            <dl>
              {Object.entries<readonly string[]>(keyHelp[group]).map(([line, keys]) => (
                <div key={line}>
                  <dt>{t(`tool.build.key.${line}` as 'tool.build.key.find')}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{shownKey(key)}</kbd>
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
