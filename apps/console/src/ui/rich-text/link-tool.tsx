import { isSafeUrl } from '@suyuan/contract';
import type { Editor } from '@tiptap/core';
import { Button, Input, Popover } from 'antd';
import { type FormEvent, useState } from 'react';
import { useTranslations } from '../../data/words.ts';
import { onEscape } from './on-escape.ts';
import { ToolbarButton } from './tool.tsx';

/** An address without a scheme is an external site, unless it is a path. */
const withScheme = (address: string) => (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(address) ? address : `https://${address}`);

export function LinkTool({ editor, active, disabled }: { editor: Editor; active: boolean; disabled: boolean }) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const [address, setAddress] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const onOpenChange = (isVisible: boolean) => {
    if (isVisible) setAddress(String(editor.getAttributes('link').href ?? ''));
    setInvalid(false);
    setOpen(isVisible);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // a nested form must not submit the outer one
    event.stopPropagation();
    const href = withScheme(address.trim());
    if (!address.trim() || !isSafeUrl(href, 'link')) return setInvalid(true);
    setOpen(false);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !active)
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
  };
  const form = (
    <form className="rich-link" onSubmit={apply} onKeyDown={onEscape(() => setOpen(false))}>
      <Input
        autoFocus
        aria-label={t('editor.linkAddress')}
        placeholder="https://"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        {...(isInvalid && { status: 'error' as const })}
      />
      {isInvalid && <p role="alert">{t('editor.linkWrong')}</p>}
      <div className="rich-link-buttons">
        {active && (
          <Button
            size="small"
            onClick={() => {
              setOpen(false);
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
            }}
          >
            {t('editor.linkRemove')}
          </Button>
        )}
        <Button size="small" type="primary" htmlType="submit">
          {t('kit.confirm')}
        </Button>
      </div>
    </form>
  );
  return (
    <Popover content={form} trigger="click" open={open} onOpenChange={onOpenChange} placement="bottom" destroyOnHidden>
      <span>
        <ToolbarButton icon="link" label={t('editor.link')} active={active} disabled={disabled} />
      </span>
    </Popover>
  );
}
