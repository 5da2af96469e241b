import { Button, Checkbox, Dropdown, Popover, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { setSetting, useSettings } from './settings.ts';
import { useWords } from './words.ts';

interface ToolProps {
  label: string;
  icon: ReactNode;
  onClick?: () => void;
  busy?: boolean;
}

/** A button that is only a picture, with its name for those who hover or hear. */
export function Tool({ label, icon, onClick, busy = false, ...rest }: ToolProps) {
  return (
    <Tooltip title={label}>
      <Button type="text" aria-label={label} icon={icon} loading={busy} {...(onClick && { onClick })} {...rest} />
    </Tooltip>
  );
}

interface ListToolsProps {
  columns: { key: string; title: string }[];
  hidden: readonly string[];
  onHide: (keys: string[]) => void;
  onRefresh: () => void;
  refreshing: boolean;
  onExport?: (() => void) | undefined;
  onImport?: (() => void) | undefined;
}

/** At the right edge of a list: import, export, density, columns, refresh. */
export function ListTools({ columns, hidden, onHide, onRefresh, refreshing, onExport, onImport }: ListToolsProps) {
  const t = useWords();
  const size = useSettings(({ tableSize }) => tableSize);
  const densities = (['default', 'middle', 'small'] as const).map((key) => ({
    key,
    label: t(`kit.density.${key}`),
    onClick: () => setSetting('tableSize', key),
  }));
  return (
    <>
      {onImport && <Tool label={t('kit.import')} icon={<Icon name="upload" />} onClick={onImport} />}
      {onExport && <Tool label={t('kit.export')} icon={<Icon name="download" />} onClick={onExport} />}
      <span className="wide-only">
        <Dropdown trigger={['click']} menu={{ items: densities, selectable: true, selectedKeys: [size] }}>
          <Button type="text" aria-label={t('kit.density')} title={t('kit.density')} icon={<Icon name="density" />} />
        </Dropdown>
        <Popover
          trigger="click"
          placement="bottomRight"
          title={t('kit.columns')}
          content={
            <div className="column-choice">
              <Checkbox.Group
                value={columns.map(({ key }) => key).filter((key) => !hidden.includes(key))}
                options={columns.map(({ key, title }, index) => ({ value: key, label: title, disabled: index === 0 }))}
                onChange={(shown) => onHide(columns.map(({ key }) => key).filter((key) => !shown.includes(key)))}
              />
              <Button size="small" type="link" disabled={hidden.length === 0} onClick={() => onHide([])}>
                {t('kit.reset')}
              </Button>
            </div>
          }
        >
          <Button type="text" aria-label={t('kit.columns')} title={t('kit.columns')} icon={<Icon name="columns" />} />
        </Popover>
      </span>
      <Tool label={t('kit.refresh')} icon={<Icon name="reload" />} onClick={onRefresh} busy={refreshing} />
    </>
  );
}
