import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useBreakpoint } from '../ui/breakpoint.ts';
import { setSetting, useSettings } from '../ui/settings.ts';

export function useMenuPlace() {
  const { sidebarCollapsed, layout, mobile } = useSettings();
  const size = useBreakpoint();
  const phone = size === 'xs' || size === 'sm';
  const belowLg = phone || size === 'md';
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // below lg the menu starts narrow; widening it is not stored
  const [widened, setWidened] = useState(false);
  useEffect(() => {
    if (mobile !== phone) setSetting('mobile', phone);
  }, [mobile, phone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size begins anew
  useEffect(() => setWidened(false), [size]);
  useEffect(() => {
    if (!open) return;
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [open]);
  const collapsed = phone ? false : belowLg ? !widened : sidebarCollapsed;
  const toggle = () => {
    if (phone) setOpen(!open);
    else if (belowLg) setWidened(!widened);
    else setSetting('sidebarCollapsed', !sidebarCollapsed);
  };
  return { phone, top: layout === 'topmenu' && !phone, collapsed, open, toggle, close: () => setOpen(false) };
}
