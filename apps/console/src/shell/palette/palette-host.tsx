import { Suspense, useEffect } from 'react';
import { create } from 'zustand';
import { loadPageWords, useTranslations } from '../../data/i18n.ts';
import { shortcutOf } from '../../data/platform.ts';
import { shellServices } from '../../data/shell-services.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyWithRetry } from '../../ui/lazy-component.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import type { ConsoleRoutes } from '../routes.ts';

const usePalette = create<{ open: boolean }>(() => ({ open: false }));

const close = () => usePalette.setState({ open: false });

const loadPalette = () => Promise.all([import('./palette.tsx'), loadPageWords()]).then(([palette]) => palette);
const Palette = lazyWithRetry(loadPalette);

/** Opens the palette once its script has loaded; a failure leaves the button unchanged. */
function openPalette(errorMessage: string) {
  loadPalette().then(
    () => usePalette.setState({ open: true }),
    () => shellServices.notify('error', errorMessage),
  );
}

const preload = () => void loadPalette().catch(() => undefined);

export function PaletteButton() {
  const t = useTranslations();
  return (
    <PlainButton
      variant="text"
      aria-label={t('shell.find')}
      aria-keyshortcuts="Control+K Meta+K"
      title={t('kit.aside', { what: t('shell.find'), more: shortcutOf('K') })}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => openPalette(t('shell.scriptLost'))}
    >
      <Icon name="search" />
    </PlainButton>
  );
}

/** Toggles the palette with Ctrl K or ⌘ K on every page. */
export function PaletteHost({ routes }: { routes: ConsoleRoutes }) {
  const t = useTranslations();
  const { open: isOpen } = usePalette();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (usePalette.getState().open) close();
      else openPalette(t('shell.scriptLost'));
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [t]);
  if (!isOpen) return null;
  return (
    <Suspense>
      <Palette routes={routes} onClose={close} />
    </Suspense>
  );
}
