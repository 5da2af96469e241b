import type { IconName } from './icon.tsx';

/** Icons by the names that menus use. */
const icons: Record<string, IconName> = {
  home: 'home',
  system: 'sliders',
  monitor: 'pulse',
  tool: 'apps',
  user: 'user',
  peoples: 'people',
  'tree-table': 'list',
  tree: 'tree',
  post: 'idCard',
  dict: 'book',
  edit: 'edit',
  message: 'bell',
  log: 'fileText',
  form: 'fileCheck',
  logininfor: 'signIn',
  online: 'circleCheck',
  job: 'clock',
  druid: 'database',
  server: 'server',
  redis: 'bolt',
  'redis-list': 'list',
  build: 'layout',
  code: 'code',
  swagger: 'braces',
  guide: 'link',
  link: 'link',
  shop: 'shop',
  shopping: 'shop',
  qrcode: 'qr',
  validCode: 'qr',
  batch: 'box',
  scan: 'scan',
  goods: 'tag',
  supplier: 'factory',
  rule: 'bars',
  dealer: 'truck',
  route: 'route',
  case: 'case',
  ban: 'ban',
  diversion: 'diversion',
  checklist: 'checklist',
  channel: 'channel',
  printer: 'printer',
  recall: 'recall',
};

export const menuIconNames: readonly string[] = Object.keys(icons);

/** Icon of a menu; a file icon for unknown names. */
export const iconOf = (name: string): IconName => (Object.hasOwn(icons, name) && icons[name]) || 'file';
