import { pathProblem } from '@suyuan/contract';
import { Form } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { CopyableText } from '../../../ui/mono.tsx';
import type { MenuRow } from './menu-columns.tsx';
import { menuUrl } from './menu-path.ts';

type Values = Partial<Pick<MenuRow, 'menuType' | 'parentId' | 'path' | 'isFrame' | 'perms' | 'query'>>;

export function MenuPreview({ rows }: { rows: readonly MenuRow[] }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const values = (Form.useWatch((all: Values) => all, form) ?? {}) as Values;
  const { menuType = 'M', parentId = 0, path = '', isFrame = '1', perms } = values;
  const problem = path ? pathProblem({ menuType, isFrame, path: path.trim() }) : undefined;
  const permissions = (perms ?? '').split(',').filter((one) => one.trim());
  return (
    <section className="menu-preview" aria-label={t('system.menu.preview')} aria-live="polite">
      {menuType !== 'F' && (
        <div>
          <span>{t('system.menu.previewPath')}</span>
          {problem ? (
            <em>{t(`problem.${problem}`, { path, placeholder: '{host}' })}</em>
          ) : (
            <span>
              <CopyableText copyable={false}>{path ? menuUrl(rows, parentId, path.trim()) : '…'}</CopyableText>
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
                <CopyableText key={one} copyable={false}>
                  {one.trim()}
                </CopyableText>
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
