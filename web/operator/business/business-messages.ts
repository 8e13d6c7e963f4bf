import { defineMessages } from '#contract/i18n/messages.ts'

export const businessMessages = defineMessages({
  'business.title': 'Business',
  'business.text':
    'The market, week by week. Figures are counted when you open this page, from the same data as the pages they link to.',
  'business.market': 'Market',
  'business.kind': 'Type of work',
  'business.weeks': 'Weeks',
  'business.weeks.n': '{n, plural, one {This week} other {The last {n} weeks}}',
  'business.week': 'Week from',
  'business.month': 'Month',
  'business.none': 'No data for these weeks',
  'business.none.text': 'Choose more weeks, another market or another type of work.',

  'business.funnel': 'From search to completed booking',
  'business.funnel.means':
    'Events are shown in the week of their first search. Later edits count as the same event. Viewed quotes: the customer read the quotes and at least one artist matched. Requested: a request reached an artist, or a time was held for payment. Completed: the booking took place or is still ahead, without a cancellation or a no-show. Weeks begin on Monday in the market’s time zone.',
  'business.funnel.weeks': 'Events by week. The filled part was booked.',
  'business.funnel.chart':
    'Events searched by week from {from} to {to} (maximum {most}), and how many of them were booked',
  'business.funnel.steps': 'Of {n} events: {seen} viewed quotes, {asked} requested, {booked} booked, {kept} completed',
  'business.searches': 'Searched',
  'business.seen': 'Viewed quotes',
  'business.asked': 'Requested',
  'business.booked': 'Booked',
  'business.kept': 'Completed',
  'business.share': '{n}%',
  'business.share.searched': '{n}% of searched',
  'business.by.week': 'By week',
  'business.by.market': 'By market',
  'business.by.kind': 'By type of work',

  'business.money': 'Value and take',
  'business.money.means':
    'Gross value is the price, as of today, of all bookings made in a week, including cancelled ones. A replacement after the artist cancelled is not counted again. Take is the total of our fees for the week in the ledger, minus our promo codes. A refunded fee counts in the week of the refund. Refunds count when they are decided, disputes when they are opened. The ledger page shows the same balance.',
  'business.money.chart':
    'Gross value in {currency} by week from {from} to {to} (maximum {most}). The filled part is the take.',
  'business.money.bars': 'Gross value in {currency} by week. The filled part is the take.',
  'business.bookings': 'Bookings',
  'business.gross': 'Gross value',
  'business.take': 'Take',
  'business.refunds': 'Refunds',
  'business.refunded': 'Refunded',
  'business.disputes': 'Disputes',
  'business.currency': 'Currency',
  'business.ledger': 'Open the ledger',
  'business.no.kind': 'No booking',

  'business.quotes': 'Time to the first quote',
  'business.quotes.means':
    'The time from a customer’s first request for an event to the first price from an artist, in the week of the request. Median: half waited at most this long. Nine in ten: 90% waited at most this long. Instant bookings are not included. A request without a price counts as requested, not as answered.',
  'business.quotes.chart':
    'Time to the first quote by week: nine in ten waited at most {most}. The filled part is the median.',
  'business.quotes.bars': 'Longest wait of nine in ten. The filled part is the median.',
  'business.answered': 'Answered',
  'business.middle': 'Median',
  'business.most': 'Nine in ten',
  'business.middle.minutes': 'Median, minutes',
  'business.most.minutes': 'Nine in ten, minutes',
  'business.unanswered': 'No price yet',

  'business.unmet': 'Unmet demand',
  'business.unmet.means':
    'Searches for future days that found no matching artist, by map square, as on the demand page. Squares with fewer than ten people are left out, so that no one can be recognised. The filters above for work and weeks do not apply here.',
  'business.unmet.map': 'Map of searches without an artist around {place}',
  'business.unmet.none': 'No unmet demand in squares with ten people or more',
  'business.unmet.none.text': 'Squares appear once ten people have searched in them.',
  'business.demand': 'Open the demand page',

  'business.supply': 'Artists by square',
  'business.supply.means':
    'Artists who appear in searches, by the square of their starting point. Their travel radius is not considered. Demand is shown where ten people or more searched. The filters above for work and weeks do not apply here.',
  'business.supply.map': 'Map of artists around {place}',
  'business.supply.none': 'No artists here yet',
  'business.supply.none.text': 'Artists appear here once they are approved.',
  'business.place': 'Area',
  'business.artists': 'Artists',
  'business.instant': 'Instant Book',
  'business.people': 'People who searched',
  'business.without': 'Without an artist',
  'business.dot': '{place}: {n}',
  'business.few': 'Fewer than ten',
  'business.centre': 'Show on the map',
  'business.squares.more': '{n, plural, one {And 1 more square in the CSV.} other {And {n} more squares in the CSV.}}',

  'business.customers': 'Customers by the month of their first booking',
  'business.customers.means':
    'Customers by the month of their first completed booking in this market and type of work, and how many booked again in each later month. The first column is all of them.',
  'business.customers.none': 'No first bookings in these months',
  'business.came': 'New',
  'business.artists.cohort': 'Artists by the month of their approval',
  'business.artists.means':
    'Artists by the month of their approval, and how many of them got a booking that was completed in that month and in each later month. All artists approved in the last twelve months count, including those who have left.',
  'business.artists.none': 'No artists approved in these months',
  'business.cohort.columns': 'Columns: months later, 0 is the same month.',
  'business.cohort.silent':
    '{n, plural, one {1 more has no completed booking yet. The table shows the month.} other {{n} more have no completed booking yet. The table shows their months.}}',
  'business.cohort.silent.all':
    '{n, plural, one {1 person, without a completed booking yet.} other {None of these {n} has a completed booking yet.}} The table shows them by month.',
  'business.cohort.chart': 'By starting month: the percentage with a booking in that month and in each later month',
  'business.later': '{n, plural, =0 {The same month} one {1 month later} other {{n} months later}}',
  'business.active': 'Active in {month}',
})
