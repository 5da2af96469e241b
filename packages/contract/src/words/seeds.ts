/** Chinese names of preinstalled records, as the database stores them. Other languages recognise by them what nobody has renamed. */
export { default as seeds } from '../../../../locales/zh-CN/seeds.json' with { type: 'json' };
