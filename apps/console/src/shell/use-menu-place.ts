import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useBreakpoint } from '../ui/breakpoint.ts';
import { setSetting, useSettings } from '../ui/settings.ts';

export function useSidebarState() {
  const { sidebarCollapsed, layout, mobile } = useSettings();
  const size = useBreakpoint();
  const isPhone = size === 'xs' || size === 'sm';
  const belowLg = isPhone || size === 'md';
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // below lg the menu starts narrow; widening it is not stored
  const [isWidened, setIsWidened] = useState(false);
  useEffect(() => {
    if (mobile !== isPhone) setSetting('mobile', isPhone);
  }, [mobile, isPhone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size begins anew
  useEffect(() => setIsWidened(false), [size]);
  useEffect(() => {
    if (!open) return;
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [open]);
  const collapsed = isPhone ? false : belowLg ? !isWidened : sidebarCollapsed;
  const toggle = () => {
    if (isPhone) setOpen(!open);
    else if (belowLg) setIsWidened(!isWidened);
    else setSetting('sidebarCollapsed', !sidebarCollapsed);
  };
  return { isPhone, isTopMenu: layout === 'topmenu' && !isPhone, collapsed, open, toggle, close: () => setOpen(false) };
}
