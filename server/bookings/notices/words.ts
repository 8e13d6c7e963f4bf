import type { Catalogue } from '#contract/words.ts'

/** What calendar files and the run sheet that goes with a mail say. */
export const calendarWords = {
  'ics.summary.customer': '{name}: ready by {time}',
  'ics.summary.customer.start': '{name}: starts at {clock}',
  'ics.summary.provider': '{name}, {people}, ready by {time}',
  'ics.summary.provider.start': '{name}, {people}, starts at {clock}',
  'ics.description.customer': '{firstName} arrives at {clock}. Balance {balance}. Run sheet: {link}',
  'ics.description.customer.studio': 'Be at the studio at {clock}. Balance {balance}. Run sheet: {link}',
  'ics.description.provider': '{people}, {services}. Balance {balance}. Run sheet: {link}',
  'ics.description.group': 'Run sheet: {link}',
  'ics.feed.name': 'Primp, {name}',
  'ics.bookedOut': 'Booked out',
  'ics.held': 'Being paid for',
  'sheet.arrive': '{firstName} arrives',
  'sheet.block': '{person}, {service}, {minutes} min',
  'sheet.person': 'Person {n}',
  'sheet.ready': 'Everyone is ready',
  'sheet.need': 'What the room needs: a chair each for {n}, a table, a socket, daylight if there is any.',
} as const satisfies Catalogue

/** Sentences inside notices about a booking. */
export const noticeLines = {
  'refundLine.all': 'Everything back until {dateTime}.',
  'refundLine.half': 'Half back until {dateTime}.',
  'refundLine.none': 'Nothing comes back from now on.',
  'refundLine.back.all': 'You get {refund} back, all you paid.',
  'refundLine.back.half': 'You get {refund} back, half of what you paid.',
  'refundLine.back.none': 'By the {policy} policy nothing comes back.',
  'keepLine.kept':
    'Of the {kept} that is kept {amount} is yours and comes with your next payout; {fee} is our fee, the same part as of the whole price.',
  'keepLine.customer': 'Of the {kept} that is kept the artist has {amount}; {fee} is our fee.',
  'keepLine.none': 'By your {policy} policy the deposit goes back in full.',
  'priceLine.same': 'The price stays {total}.',
  'priceLine.more.customer': 'The price becomes {total}; you pay the difference, {difference}.',
  'priceLine.more.provider': 'The price becomes {total}; they pay the difference, {difference}.',
  'priceLine.back.customer': 'The price becomes {total}; {difference} goes back to your card.',
  'priceLine.back.provider': 'The price becomes {total}; {difference} goes back to their card.',
  'priceLine.less': 'The price becomes {total}; {difference} comes off the balance.',
  'bornBy.platform': 'We bear it: what you earn stays as it was.',
  'bornBy.provider': 'All of it, {theirs}, comes out of your earnings.',
  'bornBy.shared': '{theirs} of it comes out of your earnings and {fee} out of our fee.',
  'moneyLine.held':
    'What you paid, {held}, is held for whoever takes over until {dateTime}; if you choose nobody, all of it goes back to your card then, or at once when you say so.',
  'moneyLine.back': 'Everything you paid, {refund}, goes back to your card now.',
  'moneyLine.both': 'Your balance, {refund}, goes back to your card now.',
  'endLine.same': 'The plan still ends at {time}.',
  'endLine.over': 'The plan now ends at {done}.',
  'reason.cancelled': 'you cancelled',
  'reason.provider': '{name} cancelled',
  'reason.operator': 'our team cancelled the booking',
  'reason.moved': 'the price after the move is lower',
  'reason.settled': 'we settled your report',
} as const satisfies Catalogue
