import { useNavigate } from 'react-router';
import { useTranslations } from '../data/words.ts';
import { PopupButton } from '../ui/popup-button.tsx';
import type { MenuGroup } from '../ui/popup-menu.tsx';
import type { MenuNode } from './routes.ts';
import { menuTitle } from './titles.ts';

/** Fallback for the top menu if its script fails to load: all pages below one button. */
export function PlainTopMenu({ menu }: { menu: MenuNode[] }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const entryOf = ({ path, to, external, title }: MenuNode) => ({
    key: path,
    label: menuTitle(t, path, title),
    onClick: () => void (external ? window.open(to, '_blank', 'noopener,noreferrer') : navigate(to)),
  });
  const groups = (): MenuGroup[] =>
    menu.map((node) => ({
      ...(node.children.length > 0 && { title: menuTitle(t, node.path, node.title) }),
      entries: leavesOf(node).map(entryOf),
    }));
  return (
    <nav aria-label={t('shell.menu')} className="top-menu">
      <PopupButton label={t('shell.menu')} menu={groups}>
        {t('shell.menu')}
      </PopupButton>
    </nav>
  );
}

const leavesOf = (node: MenuNode): MenuNode[] => (node.children.length > 0 ? node.children.flatMap(leavesOf) : [node]);
