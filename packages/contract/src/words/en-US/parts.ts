import type { parts as chinese } from '../zh-CN/parts.ts';

export const parts: Record<keyof typeof chinese, string> = {
  'kit.selectedElsewhere': '{count, number} of them on other pages',
  'kit.views': 'Saved views',
  'kit.view.all': 'All',
  'kit.view.save': 'Save as a view',
  'kit.view.saveChange': 'Save to this view',
  'kit.view.changed': 'changed',
  'kit.view.name': 'Name of the view',
  'kit.view.nameNeeded': 'No name given; name the view',
  'kit.view.hint': 'Keeps the filters, order and columns as they are now, on this computer only.',
  'kit.view.replaces': 'A view has this name; saving replaces it',
  'kit.view.taken': 'A view has this name; choose another',
  'kit.view.rename': 'Rename',
  'kit.view.first': 'Open first',
  'kit.view.firstOff': 'No longer open first',
  'kit.view.remove': 'Remove the view',
  'kit.view.moreOf': 'More for the view “{name}”',
  'kit.view.saved': 'View saved',
  'kit.view.full': 'There are {max} views already; remove one, then save',
  'kit.column.move': 'Move “{name}” with the up and down keys',
  'kit.column.moved': '“{name}” is column {place} now',
};
