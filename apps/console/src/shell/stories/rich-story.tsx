import { useDeferredValue, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { RichTextEditor, RichTextView } from '../../ui/rich-text-editor.tsx';
import { Story, WireText } from './story.tsx';

/** Contains both allowed and forbidden markup. */
const SAMPLE =
  '<h3>批次召回</h3><p>请各仓库<strong>今天 18 点前</strong>停止发货。<a href="https://example.org/">说明</a></p>' +
  '<ul><li>核对批号</li><li>隔离库存</li></ul><p onclick="document.title=1">点这里<script>document.title="x"</script></p>' +
  '<table><tbody><tr><td>批号</td><td>E2E-1</td></tr></tbody></table>';

export default function RichStory() {
  const t = useTranslations();
  const [html, setHtml] = useState(SAMPLE);
  const deferredHtml = useDeferredValue(html);
  return (
    <>
      <Story name="RichTextEditor">
        <RichTextEditor value={html} onChange={setHtml} label={t('kit.story.rich')} />
      </Story>
      <Story name="RichTextView" note={t('kit.story.richView')}>
        <RichTextView html={deferredHtml} />
        <WireText>{deferredHtml}</WireText>
      </Story>
    </>
  );
}
