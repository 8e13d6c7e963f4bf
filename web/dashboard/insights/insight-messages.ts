import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'

const insightMessages = defineMessages({
  'in.title': 'Insights',
  'in.text': 'How your work is going. Each chart is also shown as a table.',
  'in.topic': 'Charts',
  'in.topic.seen': 'Views',
  'in.topic.asked': 'Requests',
  'in.topic.earned': 'Earnings',
  'in.topic.prices': 'Prices',
  'in.weeks': 'Weeks',
  'in.weeks.n': '{n, plural, one {This week} other {The last {n} weeks}}',
  'in.none': 'No data yet',
  'in.none.text': 'Once customers see your price, send requests or book, your figures appear here.',
  'in.none.appearance': 'See how you appear',
  'in.week': 'Week of',
  'in.month': 'Month',
  'in.total': 'Total',

  'in.sum.seen': 'Searches you appeared in',
  'in.sum.seen.note': '{n, plural, one {1 view of your page} other {{n} views of your page}}, last {weeks} weeks',
  'in.sum.won': 'Offers won',
  'in.sum.won.value': '{won} of {offers}',
  'in.sum.won.note':
    '{n, plural, =0 {No instant bookings} one {Plus 1 instant booking} other {Plus {n} instant bookings}}',
  'in.sum.ahead': 'Upcoming bookings',
  'in.sum.ahead.note': 'You will earn {yours}',
  'in.sum.reply': 'Your reply time',
  'in.sum.reply.none': 'Not known yet',

  'in.tip': 'How to get more bookings',
  'in.tip.opens':
    '{n, plural, one {Starting at {time} would have matched 1 more search.} other {Starting at {time} would have matched {n} more searches.}}',
  'in.tip.closes':
    '{n, plural, one {Working until {time} would have matched 1 more search.} other {Working until {time} would have matched {n} more searches.}}',
  'in.tip.radius':
    '{n, plural, one {Travelling up to {distance} would have matched 1 more search.} other {Travelling up to {distance} would have matched {n} more searches.}}',
  'in.tip.notice':
    '{n, plural, one {Accepting bookings up to {hours} hours before the start would have matched 1 more search.} other {Accepting bookings up to {hours} hours before the start would have matched {n} more searches.}}',
  'in.tip.horizon':
    '{n, plural, one {Accepting bookings up to {days} days ahead would have matched 1 more search.} other {Accepting bookings up to {days} days ahead would have matched {n} more searches.}}',
  'in.tip.service':
    '{n, plural, one {Offering {service} would have matched 1 more search.} other {Offering {service} would have matched {n} more searches.}}',
  'in.tip.change.hours': 'Change your hours',
  'in.tip.change.travel': 'Change how far you travel',
  'in.tip.change.service': 'Change your services',
  'in.tip.of':
    'We repeated {searches} searches near you from the last {days} days. Your settings already match {fitted}.',
  'in.tip.none':
    'No single change to your settings would have matched at least three more searches in the last {days} days.',
  'in.tip.others': 'Other changes that would help',
  'in.tip.means':
    'We repeat each recent search near you with one of your settings changed. An edited search counts once, and your own searches do not count. We suggest the smallest change that brings most of the extra searches. Your minimum booking is not included, because it does not exclude you from searches.',
  'in.tip.chart': 'Additional searches by change',

  'in.seen': 'Searches you appeared in',
  'in.seen.chart':
    'Searches you appeared in by week from {from} to {to} (maximum {most}). The filled part shows when you were in the top three.',
  'in.seen.bars': 'Searches by week. The filled part shows when you were in the top three.',
  'in.seen.first': 'Top three',
  'in.seen.near': 'Fourth to tenth',
  'in.seen.further': 'Lower',
  'in.seen.means':
    'A search counts once, in the week when the customer first saw quotes, if you were on the page they saw. If you were in both the mobile and the studio list, we use your better position. We do not record who searched.',
  'in.seen.none': 'You have not appeared in searches in these weeks',
  'in.views': 'Views of your page',
  'in.views.chart': 'Views of your page by week from {from} to {to} (maximum {most})',
  'in.views.means':
    'How often your page was opened, directly or from a search, including your own visits. Known bots are not counted. We do not record who visited.',
  'in.views.none': 'No views of your page in these weeks',

  'in.asked': 'Requests and offers',
  'in.asked.chart': 'Requests by week from {from} to {to} (maximum {most}). The filled part shows those you won.',
  'in.asked.bars': 'Requests by week. The filled part shows those you won.',
  'in.asked.requests': 'Requests',
  'in.asked.offers': 'Offers',
  'in.asked.won': 'Won',
  'in.asked.lost': 'Lost',
  'in.asked.declined': 'Declined by you',
  'in.asked.waiting': 'Waiting',
  'in.asked.instant': 'Instant bookings',
  'in.asked.reply': 'Median reply time',
  'in.asked.reply.minutes': 'Median reply time, minutes',
  'in.asked.means':
    'Requests are shown in the week you received them. “Won” means that the customer accepted your offer, even if the booking was cancelled later. Instant bookings are shown in the week they were made. Half of your replies were faster than the median.',
  'in.asked.none': 'No requests in these weeks',

  'in.lost': 'Why you lost the others',
  'in.lost.chart': 'Lost requests by reason',
  'in.lost.reason': 'Reason',
  'in.lost.n': 'Requests',
  'in.lost.answer': 'Reply time',
  'in.lost.time': 'Time',
  'in.lost.price': 'Price',
  'in.lost.distance': 'Distance',
  'in.lost.other': 'Something else',
  'in.lost.nobody': 'No booking',
  'in.lost.means':
    'We use the first reason that applies. Reply time: another artist was booked before you replied, or you did not reply. Time: you offered a different time. Price: the booked artist was cheaper. Distance: the booked artist was closer. Something else: none of these. No booking: the customer did not book anyone on Primp for this event.',

  'in.earned': 'Earnings by month',
  'in.earned.yours': 'You earned',
  'in.earned.bookings': 'Bookings',
  'in.earned.chart': 'Your earnings by month from {from} to {to} (maximum {most})',
  'in.earned.kinds': 'By type of service',
  'in.earned.kind': 'Type of service',
  'in.earned.kinds.chart': 'Your earnings in the last twelve months by type of service',
  'in.earned.no.kind': 'No booking',
  'in.earned.means':
    'Your share of payments and refunds in each month, as in your earnings and statements. A later change counts in the month it was made.',
  'in.earned.none': 'Your first paid booking will appear here',

  'in.ahead': 'Upcoming bookings',
  'in.ahead.chart': 'Upcoming bookings by month from {from} to {to} (maximum {most})',
  'in.ahead.bookings': 'Bookings',
  'in.ahead.yours': 'You will earn',
  'in.ahead.means':
    'Upcoming bookings by the month of the event, with your share of the full price. Deposits already paid are also in your earnings.',
  'in.ahead.said': '{n, plural, one {1 booking} other {{n} bookings}}, {amount}',
  'in.ahead.none': 'No upcoming bookings',

  'in.prices': 'Your prices compared with artists nearby',
  'in.prices.chart': 'What you earn for each service. The line is the median of artists nearby.',
  'in.prices.bars': 'What you earn. The line is the median of artists nearby.',
  'in.prices.said': '{own}, nearby {middle}',
  'in.prices.service': 'Service',
  'in.prices.own': 'You',
  'in.prices.middle': 'Median',
  'in.prices.artists': 'Artists',
  'in.prices.few': 'Fewer than five',
  'in.prices.means':
    'What you earn for a service compared with the median of artists nearby who offer it, not including you. We show the median only if five or more of them offer the service.',
  'in.prices.none': 'You have no prices yet',
})

export function useInsightMessages() {
  const { countryCode } = useOwn().profile
  return { t: createTranslator(insightMessages, countryCode), country: countryCode }
}
