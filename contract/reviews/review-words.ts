export const reviewChips = {
  customer: [
    'On time',
    'Shade match',
    'Calm room',
    'Lasted all day',
    'Great with hair',
    'Tidy',
    'Listened',
    'Good with children',
  ],
  provider: ['Address was right', 'On time', 'Clear about wishes', 'Good room to work in', 'Paid without fuss'],
} as const

export const partyRoles = [
  'Bride',
  'Groom',
  'Maid of honour',
  'Bridesmaid',
  'Mother of the couple',
  'Family',
  'Friend',
] as const

export const reportReasons = [
  'Not about this booking',
  'Names or contact details',
  'Insults',
  'Pictures without permission',
  'Something else',
] as const

/** Days after the event in which reviews are open, and days in which a writer may edit. */
export const reviewDays = { open: 90, edit: 7 } as const

export const maxReviewExportBytes = 8_000_000
