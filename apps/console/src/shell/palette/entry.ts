import type { IconName } from '../../ui/icon.tsx';

/** One entry of the palette: a link or an action. */
export interface PaletteEntry {
  id: string;
  group: string;
  title: string;
  subtitle?: string;
  icon: IconName;
  to?: string;
  add?: boolean;
  onSelect?: () => void;
}
