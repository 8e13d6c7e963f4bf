export const testCards = {
  success: '4242424242424242',
  declined: '4000000000000002',
  funds: '4000000000009995',
  challenge: '4000002500003155',
} as const
