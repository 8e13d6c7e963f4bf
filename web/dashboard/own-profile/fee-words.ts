/** What an artist reads of the platform's fee. */
export const ownFeeWords = {
  'ownfee.title': 'Our fee',
  'ownfee.percent': '{percent}% of what the customer pays, in {category}',
  'ownfee.usual': 'The usual fee.',
  'ownfee.yours': 'Agreed with you. The usual fee is {percent}%.',
  'ownfee.new': 'For new artists. The usual fee is {percent}%.',
  'ownfee.market': 'For everybody in your market at the moment. The usual fee is {percent}%.',
  'ownfee.until': 'It holds until {date}.',
  'ownfee.bookings': {
    one: 'It holds for the next booking that you keep.',
    other: 'It holds for the next {n} bookings that you keep.',
  },
  'ownfee.floor': 'Of a whole job at least {amount}.',
  'ownfee.cap': 'Of a whole job at most {amount}.',
  'ownfee.note': 'Quotes and bookings keep the fee that they were made with.',
} as const
