/**
 * Groups of ready-made options (docs/api-contract.md 6.12): translation keys,
 * in order.
 */
export const PREDEFINED_GROUPS = [
  {
    label: 'PREDEFINED_OPTIONS.CONFIRMATION.LABEL',
    options: [
      'PREDEFINED_OPTIONS.CONFIRMATION.YES',
      'PREDEFINED_OPTIONS.CONFIRMATION.NO',
      'PREDEFINED_OPTIONS.CONFIRMATION.DONT_KNOW',
    ],
  },
  {
    label: 'PREDEFINED_OPTIONS.RATING.LABEL',
    options: [
      'PREDEFINED_OPTIONS.RATING.1',
      'PREDEFINED_OPTIONS.RATING.2',
      'PREDEFINED_OPTIONS.RATING.3',
      'PREDEFINED_OPTIONS.RATING.4',
      'PREDEFINED_OPTIONS.RATING.5',
    ],
  },
] as const;
