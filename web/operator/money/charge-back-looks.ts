/** How the states of a charge-back are coloured. */
export const chargeBackLooks = {
  open: 'accent',
  sent: 'info',
  won: 'jadeSoft',
  lost: 'disabled',
  closed: 'outline',
} as const
