import { isSafeUrl } from '@suyuan/contract';
import type { Editor } from '@tiptap/core';
import { Button, Input, Popover } from 'antd';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../data/words.ts';
import { onEscape } from './on-escape.ts';
import { Tool } from './tool.tsx';

/** An address without a scheme is an external site, unless it is a path. */
const whole = (address: string) => (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(address) ? address : `https://${address}`);

export function LinkTool({ editor, on, disabled }: { editor: Editor; on: boolean; disabled: boolean }) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const [address, setAddress] = useState('');
  const [wrong, setWrong] = useState(false);
  const show = (shown: boolean) => {
    if (shown) setAddress(String(editor.getAttributes('link').href ?? ''));
    setWrong(false);
    setOpen(shown);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // a nested form must not submit the outer one
    event.stopPropagation();
    const href = whole(address.trim());
    if (!address.trim() || !isSafeUrl(href, 'link')) return setWrong(true);
    setOpen(false);
    const at = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !on)
      at.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else at.setLink({ href }).run();
  };
  const form = (
    <form className="rich-link" onSubmit={apply} onKeyDown={onEscape(() => setOpen(false))}>
      <Input
        autoFocus
        aria-label={t('editor.linkAddress')}
        placeholder="https://"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        {...(wrong && { status: 'error' as const })}
      />
      {wrong && <p role="alert">{t('editor.linkWrong')}</p>}
      <div className="rich-link-buttons">
        {on && (
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
    <Popover content={form} trigger="click" open={open} onOpenChange={show} placement="bottom" destroyOnHidden>
      <span>
        <Tool picture="link" label={t('editor.link')} on={on} disabled={disabled} />
      </span>
    </Popover>
  );
}
