import { genTables, ruoYiGenTables } from '@suyuan/contract';
import type { ComponentProps } from 'react';
import { has } from '../../../data/server-about.ts';
import { Field } from '../../../ui/field.tsx';

/** The generator's tables with the rules of the server. */
export const genRules = () => (has('generatorDetails') ? genTables : ruoYiGenTables);

/** A field of the generator's settings. The hints describe names that our own server accepts, not a RuoYi server. */
export const GenField = (props: Omit<ComponentProps<typeof Field<typeof genTables>>, 'of'>) => (
  <Field of={genRules()} {...(!has('generatorDetails') && { extra: null })} {...props} />
);
