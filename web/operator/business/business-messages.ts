import type { Catalogue } from '#contract/words.ts'

/** Texts of the business home, with what each of its figures means. */
export const businessMessages = {
  'biz.title': 'Business',
  'biz.text':
    'What the market does, week by week. Figures are counted now, from the same rows as the pages that they lead to.',
  'biz.market': 'Market',
  'biz.market.all': 'All markets',
  'biz.kind': 'Kind of work',
  'biz.kind.all': 'All kinds',
  'biz.weeks': 'Weeks',
  'biz.weeks.n': { one: 'This week', other: 'The last {n} weeks' },
  'biz.show': 'Show',
  'biz.week': 'Week from',
  'biz.month': 'Month',
  'biz.none': 'Nothing here in these weeks',
  'biz.none.text': 'Choose more weeks, another market or another kind of work.',

  'biz.funnel': 'From search to a booking that was kept',
  'biz.funnel.means':
    'An event is counted once, in the week in which it was first searched, with all edits of its search. Quotes were seen where whoever searched read them and at least one artist fitted. Asked is a request that reached an artist, or a time that was kept to be paid. Kept is a booking that took place or still stands: nobody called it off, and nobody stayed away. Weeks begin on Monday where the market is.',
  'biz.funnel.weeks': 'Events by week; full, those that were booked',
  'biz.funnel.chart': 'Searched events by week from {from} to {to}, at most {most}, and how many of each were booked',
  'biz.funnel.steps': 'Of {n} searched events {seen} saw quotes, {asked} asked, {booked} booked, {kept} kept it',
  'biz.searches': 'Searched',
  'biz.seen': 'Saw quotes',
  'biz.asked': 'Asked',
  'biz.booked': 'Booked',
  'biz.kept': 'Kept',
  'biz.share': '{n} of 100',
  'biz.by.week': 'By week',
  'biz.by.market': 'By market',
  'biz.by.kind': 'By kind of work',

  'biz.money': 'Value, take, refunds and disputes',
  'biz.money.means':
    'Gross value is the whole price of the bookings made in a week, as they stand today, those that were called off included; one that takes the place of another after a rescue is not counted again. Take is what the ledger shows for fees in that week, less what promo codes of the platform cost: what goes back of a fee counts in the week it goes back. Refunds are what was decided to go back, disputes the reports that were opened. The ledger page shows the same balance.',
  'biz.money.chart': 'Gross value in {currency} by week from {from} to {to}, at most {most}; full, the take',
  'biz.money.bars': '{currency} by week: gross value; full, the take',
  'biz.bookings': 'Bookings',
  'biz.gross': 'Gross value',
  'biz.take': 'Take',
  'biz.refunds': 'Refunds',
  'biz.refunded': 'Given back',
  'biz.disputes': 'Disputes',
  'biz.currency': 'Currency',
  'biz.ledger': 'To the ledger',
  'biz.no.kind': 'No booking',

  'biz.quotes': 'Time to the first quote',
  'biz.quotes.means':
    'From the first time that a customer asked for an event to the first price that an artist named for it, in the week in which they asked. Half waited no longer than the middle, nine of ten no longer than the most. Bookings at once ask nobody and are not in it; who has no price yet is asked but not answered.',
  'biz.quotes.chart': 'Time to the first quote by week: nine of ten waited at most {most}; full, half of them',
  'biz.quotes.bars': 'How long nine of ten waited at most; full, half of them',
  'biz.answered': 'Answered',
  'biz.middle': 'Middle',
  'biz.most': 'Nine of ten',
  'biz.middle.minutes': 'Middle, minutes',
  'biz.most.minutes': 'Nine of ten, minutes',
  'biz.unanswered': 'No price yet',

  'biz.unmet': 'Unmet demand',
  'biz.unmet.means':
    'Searches for days still to come that found no artist who fits, by square of the map, as the page of demand counts them. Squares where fewer than ten people searched are left out, so that nobody can be told from it. The kind of work and the weeks above do not narrow it.',
  'biz.unmet.map': 'Map of searches without an artist around {place}',
  'biz.unmet.none': 'Nobody searched in vain where ten people searched',
  'biz.unmet.none.text': 'Squares show once ten people have searched in them.',
  'biz.demand': 'To the page of demand',

  'biz.supply': 'Artists by square',
  'biz.supply.means':
    'Artists whom a search can find, by the square that they work from; how far they travel is not in it. Their demand is shown where ten people or more searched. The kind of work and the weeks above do not narrow it.',
  'biz.supply.map': 'Map of artists around {place}',
  'biz.supply.none': 'No artist can be found here yet',
  'biz.supply.none.text': 'Artists show once they are approved.',
  'biz.place': 'Area',
  'biz.artists': 'Artists',
  'biz.instant': 'Bookable at once',
  'biz.people': 'People who searched',
  'biz.without': 'Without an artist',
  'biz.dot': '{place}: {n}',
  'biz.few': 'Fewer than ten',
  'biz.centre': 'Show on the map',
  'biz.squares.more': { one: 'And 1 more square in the CSV.', other: 'And {n} more squares in the CSV.' },

  'biz.customers': 'Customers by the month of their first booking',
  'biz.customers.means':
    'Customers whose first booking that was kept, of the market and kind of work chosen above, was made in a month; and how many of them made one in each month since. The first column is all of them.',
  'biz.customers.none': 'Nobody has booked for the first time in these months',
  'biz.came': 'Came',
  'biz.artists.cohort': 'Artists by the month of their approval',
  'biz.artists.means':
    'Artists who were approved in a month, and how many of them got a booking that was kept in that month and in each month since. Those approved in the last twelve months are in it, whatever has become of them.',
  'biz.artists.none': 'Nobody has been approved in these months',
  'biz.cohort.chart': 'For each month how many of 100 were in a booking in that month and in each month after it',
  'biz.later': { zero: 'The same month', one: '1 month later', other: '{n} months later' },
  'biz.active': 'Active in {month}',
} as const satisfies Catalogue
