/** What can be said with one touch, by who writes. */
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

/** Who somebody was at the event, as they say it of themselves. */
export const partyRoles = [
  'Bride',
  'Groom',
  'Maid of honour',
  'Bridesmaid',
  'Mother of the couple',
  'Family',
  'Friend',
] as const

/** Why a review is reported. */
export const reportReasons = [
  'Not about this booking',
  'Names or contact details',
  'Insults',
  'Pictures without leave',
  'Something else',
] as const

/** Days: how long reviews are open after the end, and how long a writer may change theirs. */
export const reviewDays = { open: 90, edit: 7 } as const

/** How many bytes of a file that an artist has taken with them are looked at. */
export const maxReviewExportBytes = 8_000_000
