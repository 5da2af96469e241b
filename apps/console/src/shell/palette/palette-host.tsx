import { Suspense, useEffect } from 'react';
import { create } from 'zustand';
import { hosts } from '../../data/hosts.ts';
import { loadPageWords, useWords } from '../../data/words.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import type { ConsoleRoutes } from '../routes.ts';

const usePalette = create<{ open: boolean }>(() => ({ open: false }));

const close = () => usePalette.setState({ open: false });

const bring = () => Promise.all([import('./palette.tsx'), loadPageWords()]).then(([palette]) => palette);
const Palette = lazyPart(bring);

/** Opens the palette once its script has loaded; a failure leaves the button unchanged. */
function open(lost: string) {
  bring().then(
    () => usePalette.setState({ open: true }),
    () => hosts.tell('error', lost),
  );
}

const preload = () => void bring().catch(() => undefined);

export function PaletteButton() {
  const t = useWords();
  return (
    <PlainButton
      look="text"
      aria-label={t('shell.find')}
      aria-keyshortcuts="Control+K Meta+K"
      title={`${t('shell.find')} (Ctrl K)`}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => open(t('shell.scriptLost'))}
    >
      <Icon name="search" />
    </PlainButton>
  );
}

/** Toggles the palette with Ctrl K or ⌘ K on every page. */
export function PaletteHost({ routes }: { routes: ConsoleRoutes }) {
  const t = useWords();
  const { open: shown } = usePalette();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (usePalette.getState().open) close();
      else open(t('shell.scriptLost'));
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [t]);
  if (!shown) return null;
  return (
    <Suspense>
      <Palette routes={routes} onClose={close} />
    </Suspense>
  );
}
