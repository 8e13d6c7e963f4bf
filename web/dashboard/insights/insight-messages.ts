import { type Catalogue, createTranslator } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'

const insightMessages = {
  'in.title': 'Insights',
  'in.text': 'How your work goes, in pictures. Each has its figures as a table below it.',
  'in.weeks': 'Weeks',
  'in.weeks.n': { one: 'This week', other: 'The last {n} weeks' },
  'in.show': 'Show',
  'in.none': 'Nothing to see yet',
  'in.none.text': 'Once customers see your price, ask you or book you, it shows here week by week.',
  'in.none.appearance': 'See how you appear',
  'in.week': 'Week from',
  'in.month': 'Month',
  'in.total': 'In these weeks',

  'in.sum.seen': 'Searches that showed you',
  'in.sum.seen.note': { one: '1 view of your page', other: '{n} views of your page' },
  'in.sum.won': 'Won of your offers',
  'in.sum.won.value': '{won} of {offers}',
  'in.sum.won.note': { zero: 'No booking at once', one: 'And 1 booking at once', other: 'And {n} bookings at once' },
  'in.sum.ahead': 'Booked ahead',
  'in.sum.ahead.note': '{yours} of it is yours',
  'in.sum.reply': 'You answer within',
  'in.sum.reply.none': 'Not known yet',

  'in.tip': 'One thing that would bring more',
  'in.tip.opens': {
    one: 'An opening at {time} would have fitted 1 more search.',
    other: 'An opening at {time} would have fitted {n} more searches.',
  },
  'in.tip.closes': {
    one: 'Working until {time} would have fitted 1 more search.',
    other: 'Working until {time} would have fitted {n} more searches.',
  },
  'in.tip.radius': {
    one: 'Travelling up to {distance} would have fitted 1 more search.',
    other: 'Travelling up to {distance} would have fitted {n} more searches.',
  },
  'in.tip.notice': {
    one: 'Taking jobs {hours} hours before would have fitted 1 more search.',
    other: 'Taking jobs {hours} hours before would have fitted {n} more searches.',
  },
  'in.tip.horizon': {
    one: 'Taking jobs {days} days ahead would have fitted 1 more search.',
    other: 'Taking jobs {days} days ahead would have fitted {n} more searches.',
  },
  'in.tip.service': {
    one: '{service} as one more service would have fitted 1 more search.',
    other: '{service} as one more service would have fitted {n} more searches.',
  },
  'in.tip.change.hours': 'Change your hours',
  'in.tip.change.travel': 'Change how far you travel',
  'in.tip.change.service': 'Change your services',
  'in.tip.of':
    'In the last {days} days {searches} events were searched around you for your kinds of work; {fitted} of them fitted you.',
  'in.tip.none': 'No single change would have fitted three more searches.',
  'in.tip.others': 'What else would bring some',
  'in.tip.means':
    'Every search within reach of the last weeks is matched again as it was made, by what really matches a search, with one of your rules changed and all others as they are. An edited search counts once, and yours do not count. The smallest step that brings most of what the largest would is named. Your minimum is not among the rules: it adds to a small job’s price, but keeps no search from fitting.',
  'in.tip.chart': 'Searches more by each change',

  'in.seen': 'Where your price was shown',
  'in.seen.chart':
    'Searches that showed your price by week from {from} to {to}, at most {most}; full, those with you among the first three',
  'in.seen.bars': 'Searches by week; full, those with you among the first three',
  'in.seen.first': 'Among the first three',
  'in.seen.near': 'Fourth to tenth',
  'in.seen.further': 'Further down',
  'in.seen.means':
    'A search counts once, in the week in which whoever made it first read its quotes, where you fitted and stood on the page that they saw. The place is the better one of the two lists, as it was shown. Nothing is kept of who looked.',
  'in.seen.none': 'Your price has not been shown in these weeks',
  'in.views': 'Views of your page',
  'in.views.chart': 'Views of your page by week from {from} to {to}, at most {most}',
  'in.views.means':
    'How often a browser opened your page, by itself or out of a search, your own visits among them. Programs that call themselves such are left out. Nothing is kept of who looked.',
  'in.views.none': 'Nobody has opened your page in these weeks',

  'in.asked': 'Requests and offers',
  'in.asked.chart': 'Requests by week from {from} to {to}, at most {most}; full, those that you won',
  'in.asked.bars': 'Requests by week; full, those that you won',
  'in.asked.requests': 'Requests',
  'in.asked.offers': 'Offers',
  'in.asked.won': 'Won',
  'in.asked.lost': 'Lost',
  'in.asked.declined': 'You said no',
  'in.asked.waiting': 'Waiting',
  'in.asked.instant': 'Booked at once',
  'in.asked.reply': 'Middle of your answers',
  'in.asked.reply.minutes': 'Middle of your answers, minutes',
  'in.asked.means':
    'Requests by the week in which they reached you, each as it was last asked. Won is an offer that the customer accepted, whatever became of the booking later. Bookings at once ask nobody and are counted in the week in which they were made. Half of your answers took no longer than the middle.',
  'in.asked.none': 'Nobody has asked you in these weeks',

  'in.lost': 'Why the others were lost',
  'in.lost.chart': 'Requests that were lost, by the reason',
  'in.lost.reason': 'Reason',
  'in.lost.n': 'Requests',
  'in.lost.answer': 'Answer time',
  'in.lost.time': 'Time',
  'in.lost.price': 'Price',
  'in.lost.distance': 'Distance',
  'in.lost.other': 'Something else',
  'in.lost.nobody': 'Nobody was booked',
  'in.lost.means':
    'By the facts, the first that holds. Answer time: another artist was booked before your answer, or the request ended without one. Time: you offered another time than was asked for. Price: the booking cost less than your offer. Distance: whoever was booked is nearer. Something else: none of these. Nobody was booked: the customer booked nobody on Primp for this event.',
  'in.lost.none': 'Nothing was lost in these weeks',

  'in.earned': 'Earnings by month',
  'in.earned.yours': 'Yours',
  'in.earned.bookings': 'Bookings',
  'in.earned.chart': 'Yours by month from {from} to {to}, at most {most}',
  'in.earned.kinds': 'By kind of work',
  'in.earned.kind': 'Kind of work',
  'in.earned.kinds.chart': 'Yours of the last twelve months by kind of work',
  'in.earned.no.kind': 'No booking',
  'in.earned.means':
    'What is yours of what was paid and given back in a month, as your earnings and your statements have it: one ledger says all three. A change between two months counts in the month in which it was made.',
  'in.earned.none': 'Your first booking with a payment draws the first bar here',

  'in.ahead': 'Booked ahead',
  'in.ahead.chart': 'Bookings ahead by month from {from} to {to}, at most {most}',
  'in.ahead.bookings': 'Bookings',
  'in.ahead.yours': 'Yours of their price',
  'in.ahead.means':
    'Bookings on Primp that stand and have yet to begin, by the month of their event, with what is yours of their whole price: deposits that were paid are in your earnings already.',
  'in.ahead.none': 'Nothing is booked ahead',

  'in.prices': 'Your prices beside the middle nearby',
  'in.prices.chart': 'What you earn for each service; the line is the middle of artists nearby',
  'in.prices.bars': 'What you earn; the line is the middle of artists nearby',
  'in.prices.service': 'Service',
  'in.prices.own': 'You',
  'in.prices.middle': 'Middle',
  'in.prices.artists': 'Artists',
  'in.prices.few': 'Fewer than five',
  'in.prices.means':
    'What you earn for a service, beside the middle of the artists nearby who offer it, you not among them. The middle is made of several prices, never of one, and is said only where five or more offer the service.',
  'in.prices.none': 'You have no prices yet',
} as const satisfies Catalogue

export function useInsightMessages() {
  const { countryCode } = useOwn().profile
  return { t: createTranslator(insightMessages, countryCode), country: countryCode }
}
