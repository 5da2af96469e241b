import { pathProblem } from '@suyuan/contract';
import { Form } from 'antd';
import { useWords } from '../../../data/words.ts';
import { Mono } from '../../../ui/mono.tsx';
import type { MenuRow } from './menu-columns.tsx';
import { addressOf } from './menu-path.ts';

type Values = Partial<Pick<MenuRow, 'menuType' | 'parentId' | 'path' | 'isFrame' | 'perms' | 'query'>>;

export function MenuPreview({ rows }: { rows: readonly MenuRow[] }) {
  const t = useWords();
  const form = Form.useFormInstance();
  const values = (Form.useWatch((all: Values) => all, form) ?? {}) as Values;
  const { menuType = 'M', parentId = 0, path = '', isFrame = '1', perms } = values;
  const wrong = path ? pathProblem({ menuType, isFrame, path: path.trim() }) : undefined;
  const permissions = (perms ?? '').split(',').filter((one) => one.trim());
  return (
    <section className="menu-preview" aria-label={t('system.menu.preview')} aria-live="polite">
      {menuType !== 'F' && (
        <div>
          <span>{t('system.menu.previewPath')}</span>
          {wrong ? (
            <em>{t(`problem.${wrong}`, { path, placeholder: '{host}' })}</em>
          ) : (
            <span>
              <Mono copy={false}>{path ? addressOf(rows, parentId, path.trim()) : '…'}</Mono>
              {isFrame === '0' && <span className="none"> {t('system.menu.previewLink')}</span>}
            </span>
          )}
        </div>
      )}
      {menuType !== 'M' && (
        <div>
          <span>{t('system.menu.previewPerms')}</span>
          {permissions.length > 0 ? (
            <span className="menu-preview-perms">
              {permissions.map((one) => (
                <Mono key={one} copy={false}>
                  {one.trim()}
                </Mono>
              ))}
            </span>
          ) : (
            <span className="none">{t('system.menu.previewNoPerms')}</span>
          )}
        </div>
      )}
    </section>
  );
}
