import { genTables, ruoYiGenTables } from '@suyuan/contract';
import type { ComponentProps } from 'react';
import { hasExtension } from '../../../data/server-about.ts';
import { Field } from '../../../ui/field.tsx';

/** The generator's tables with the server's validation rules. */
export const generatorResource = () => (hasExtension('generatorDetails') ? genTables : ruoYiGenTables);

/** A generator setting. Hints are hidden on a RuoYi server, because they describe names that only our server accepts. */
export const GeneratorField = (props: Omit<ComponentProps<typeof Field<typeof genTables>>, 'of'>) => (
  <Field of={generatorResource()} {...(!hasExtension('generatorDetails') && { extra: null })} {...props} />
);
