/** Why the product itself suspends a dealer, as its database has it. */
export const dealerSeed = {
  'manage.channelBusiness.seed.lapsed': '合同到期',
} as const;
