import type { IconName } from '../../ui/icon.tsx';

/** One entry of the palette: a link or an action. */
export interface Entry {
  id: string;
  group: string;
  title: string;
  more?: string;
  icon: IconName;
  to?: string;
  add?: boolean;
  act?: () => void;
}
