import { docFaults } from '@suyuan/forms';
import { Button, Segmented, Tooltip } from 'antd';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { shortcutOf } from '../../data/platform.ts';
import { confirm } from '../../ui/confirm.ts';
import { Icon } from '../../ui/icon.tsx';
import { ButtonMenu } from '../../ui/more-menu.tsx';
import { Glyph, type GlyphName } from './designer-icons.tsx';
import { type Device, type DialogName, useDesigner, useDesignerStore } from './designer-store.ts';

const deviceIcons: Record<Device, GlyphName> = { fit: 'fit', phone: 'phone', tablet: 'tablet', desktop: 'screen' };

/** Actions on the whole form. `children` are the page's own actions. */
export function Toolbar({ children }: { children?: ReactNode }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const device = useDesigner((state) => state.device);
  const [canUndo, canRedo] = [useDesigner(({ editor }) => editor.past.length > 0), useDesigner(({ editor }) => editor.future.length > 0)];
  const empty = useDesigner(({ editor }) => editor.doc.fields.length === 0);
  const show = (dialog: DialogName) => store.update({ dialog });
  const clear = async () => {
    if (
      await confirm({ title: t('tool.build.clearAsk'), content: t('tool.build.clearMeans'), okText: t('tool.build.clear'), danger: true })
    )
      store.dispatch({ do: 'clear' });
  };
  const toolButton = (word: 'undo' | 'redo', key: string, isEnabled: boolean) => (
    <Tooltip title={`${t(`tool.build.${word}`)} ${shortcutOf(key)}`}>
      <Button
        type="text"
        disabled={!isEnabled}
        icon={<Glyph name={word} />}
        aria-label={t(`tool.build.${word}`)}
        onClick={() => store.dispatch({ do: word })}
      />
    </Tooltip>
  );
  return (
    <div
      className="flex flex-none items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 max-md:flex-wrap max-md:px-2"
      role="toolbar"
      aria-label={t('tool.build.bar')}
    >
      <span className="flex items-center">
        {toolButton('undo', 'Z', canUndo)}
        {toolButton('redo', 'Y', canRedo)}
      </span>
      <Segmented<Device>
        className="max-md:hidden!"
        classNames={{ label: 'flex! items-center! px-2!' }}
        name={t('tool.build.device')}
        aria-label={t('tool.build.device')}
        value={device}
        onChange={(next) => store.update({ device: next })}
        options={(Object.keys(deviceIcons) as Device[]).map((value) => ({
          value,
          title: t(`tool.build.device.${value}`),
          icon: <Glyph name={deviceIcons[value]} />,
          label: <span className="sr-only">{t(`tool.build.device.${value}`)}</span>,
        }))}
      />
      <span className="flex items-center max-xl:hidden">
        <Button type="text" icon={<Glyph name="rule" />} onClick={() => show('allRules')}>
          {t('tool.build.rules')}
        </Button>
        <Button type="text" icon={<Icon name="code" />} onClick={() => show('code')}>
          {t('tool.build.code')}
        </Button>
        <Button type="text" icon={<Icon name="upload" />} onClick={() => show('import')}>
          {t('tool.build.import')}
        </Button>
        <Button type="text" icon={<Glyph name="bin" />} disabled={empty} onClick={() => void clear()}>
          {t('tool.build.clear')}
        </Button>
        <FullScreen />
        <Tooltip title={`${t('tool.build.keys')} ?`}>
          <Button type="text" aria-label={t('tool.build.keys')} onClick={() => show('keys')}>
            ?
          </Button>
        </Tooltip>
      </span>
      <ButtonMenu
        menu={{
          items: [
            { key: 'allRules', label: t('tool.build.rules') },
            { key: 'faults', label: t('tool.build.faultsTitle') },
            { key: 'code', label: t('tool.build.code') },
            { key: 'import', label: t('tool.build.import') },
            { key: 'bulk', label: t('tool.build.bulk') },
            { key: 'keys', label: t('tool.build.keys') },
            { key: 'clear', label: t('tool.build.clear'), disabled: empty, danger: true },
          ],
          onClick: ({ key }) => (key === 'clear' ? void clear() : show(key as DialogName)),
        }}
        type="text"
        className="xl:hidden!"
        icon={<Icon name="more" />}
        aria-label={t('kit.more')}
      />
      <span className="ms-auto flex flex-wrap items-center justify-end gap-2">
        <Faults />
        <Button icon={<Glyph name="play" />} disabled={empty} onClick={() => show('run')}>
          {t('tool.build.run')}
        </Button>
        {children}
      </span>
    </div>
  );
}

function FullScreen() {
  const t = useTranslations();
  const store = useDesignerStore();
  const full = useDesigner((state) => state.full);
  const label = t(full ? 'tool.build.fullLeave' : 'tool.build.full');
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        aria-label={label}
        aria-pressed={full}
        icon={<Icon name={full ? 'fullScreenLeave' : 'fullScreen'} />}
        onClick={() => store.update({ full: !full })}
      />
    </Tooltip>
  );
}

/** Number of problems, updated when typing pauses. */
function Faults() {
  const t = useTranslations();
  const store = useDesignerStore();
  const doc = useDeferredValue(useDesigner(({ editor }) => editor.doc));
  const faults = useMemo(() => docFaults(doc), [doc]);
  if (doc.fields.length === 0 || faults.length === 0) return null;
  const hasErrors = faults.some(({ level }) => level === 'error');
  return (
    <Button
      type="text"
      danger={hasErrors}
      data-testid="designer-faults"
      className={hasErrors ? '' : 'not-hover:text-warning!'}
      onClick={() => store.update({ dialog: 'faults' })}
    >
      {t('tool.build.faults', { count: faults.length })}
    </Button>
  );
}
