import type { Catalogue } from '#contract/words.ts'

export const businessMessages = {
  'biz.title': 'Business',
  'biz.text':
    'The market, week by week. Figures are counted when you open this page, from the same data as the pages they link to.',
  'biz.market': 'Market',
  'biz.market.all': 'All markets',
  'biz.kind': 'Type of work',
  'biz.kind.all': 'All types',
  'biz.weeks': 'Weeks',
  'biz.weeks.n': { one: 'This week', other: 'The last {n} weeks' },
  'biz.show': 'Show',
  'biz.week': 'Week from',
  'biz.month': 'Month',
  'biz.none': 'No data for these weeks',
  'biz.none.text': 'Choose more weeks, another market or another type of work.',

  'biz.funnel': 'From search to completed booking',
  'biz.funnel.means':
    'Events are shown in the week of their first search. Later edits count as the same event. Viewed quotes: the customer read the quotes and at least one artist matched. Requested: a request reached an artist, or a time was held for payment. Completed: the booking took place or is still ahead, without a cancellation or a no-show. Weeks begin on Monday in the market’s time zone.',
  'biz.funnel.weeks': 'Events by week. The filled part was booked.',
  'biz.funnel.chart': 'Events searched by week from {from} to {to} (maximum {most}), and how many of them were booked',
  'biz.funnel.steps': 'Of {n} events: {seen} viewed quotes, {asked} requested, {booked} booked, {kept} completed',
  'biz.searches': 'Searched',
  'biz.seen': 'Viewed quotes',
  'biz.asked': 'Requested',
  'biz.booked': 'Booked',
  'biz.kept': 'Completed',
  'biz.share': '{n}%',
  'biz.by.week': 'By week',
  'biz.by.market': 'By market',
  'biz.by.kind': 'By type of work',

  'biz.money': 'Value, take, refunds and disputes',
  'biz.money.means':
    'Gross value is the price, as of today, of all bookings made in a week, including cancelled ones. A replacement after the artist cancelled is not counted again. Take is the total of our fees for the week in the ledger, minus our promo codes. A refunded fee counts in the week of the refund. Refunds count when they are decided, disputes when they are opened. The ledger page shows the same balance.',
  'biz.money.chart':
    'Gross value in {currency} by week from {from} to {to} (maximum {most}). The filled part is the take.',
  'biz.money.bars': 'Gross value in {currency} by week. The filled part is the take.',
  'biz.bookings': 'Bookings',
  'biz.gross': 'Gross value',
  'biz.take': 'Take',
  'biz.refunds': 'Refunds',
  'biz.refunded': 'Refunded',
  'biz.disputes': 'Disputes',
  'biz.currency': 'Currency',
  'biz.ledger': 'Open the ledger',
  'biz.no.kind': 'No booking',

  'biz.quotes': 'Time to the first quote',
  'biz.quotes.means':
    'The time from a customer’s first request for an event to the first price from an artist, in the week of the request. Median: half waited at most this long. Nine in ten: nine of ten waited at most this long. Instant bookings are not included. A request without a price counts as requested, not as answered.',
  'biz.quotes.chart':
    'Time to the first quote by week: nine in ten waited at most {most}. The filled part is the median.',
  'biz.quotes.bars': 'Longest wait of nine in ten. The filled part is the median.',
  'biz.answered': 'Answered',
  'biz.middle': 'Median',
  'biz.most': 'Nine in ten',
  'biz.middle.minutes': 'Median, minutes',
  'biz.most.minutes': 'Nine in ten, minutes',
  'biz.unanswered': 'No price yet',

  'biz.unmet': 'Unmet demand',
  'biz.unmet.means':
    'Searches for future days that found no matching artist, by map square, as on the demand page. Squares with fewer than ten people are left out, so that no one can be recognised. The filters above for work and weeks do not apply here.',
  'biz.unmet.map': 'Map of searches without an artist around {place}',
  'biz.unmet.none': 'No unmet demand in squares with ten people or more',
  'biz.unmet.none.text': 'Squares appear once ten people have searched in them.',
  'biz.demand': 'Open the demand page',

  'biz.supply': 'Artists by square',
  'biz.supply.means':
    'Artists who appear in searches, by the square of their starting point. Their travel radius is not considered. Demand is shown where ten people or more searched. The filters above for work and weeks do not apply here.',
  'biz.supply.map': 'Map of artists around {place}',
  'biz.supply.none': 'No artists here yet',
  'biz.supply.none.text': 'Artists appear here once they are approved.',
  'biz.place': 'Area',
  'biz.artists': 'Artists',
  'biz.instant': 'Instant Book',
  'biz.people': 'People who searched',
  'biz.without': 'Without an artist',
  'biz.dot': '{place}: {n}',
  'biz.few': 'Fewer than ten',
  'biz.centre': 'Show on the map',
  'biz.squares.more': { one: 'And 1 more square in the CSV.', other: 'And {n} more squares in the CSV.' },

  'biz.customers': 'Customers by the month of their first booking',
  'biz.customers.means':
    'Customers by the month of their first completed booking in this market and type of work, and how many booked again in each later month. The first column is all of them.',
  'biz.customers.none': 'No first bookings in these months',
  'biz.came': 'New',
  'biz.artists.cohort': 'Artists by the month of their approval',
  'biz.artists.means':
    'Artists by the month of their approval, and how many of them got a booking that was completed in that month and in each later month. All artists approved in the last twelve months count, including those who have left.',
  'biz.artists.none': 'No artists approved in these months',
  'biz.cohort.chart': 'By starting month: the percentage with a booking in that month and in each later month',
  'biz.later': { zero: 'The same month', one: '1 month later', other: '{n} months later' },
  'biz.active': 'Active in {month}',
} as const satisfies Catalogue
