import { formatClock, formatDate, zonedDay, zonedTime } from '#contract/format.ts'
import type { Conversation, Message } from '#contract/messaging/messages.ts'
import type { Country } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'

export const conversationMessages = defineMessages({
  'conversation.title': 'Messages',
  'conversation.meta.title': 'Messages · Primp',
  'conversation.with': 'Conversation with {name}',
  'conversation.write': 'Write a message',
  'conversation.write.here': 'Message',
  'conversation.send': 'Send',
  'conversation.photo': 'Add a photo',
  'conversation.photo.remove': 'Remove photo {n}',
  'conversation.photo.alt': 'Photo in this message',
  'conversation.photo.open': 'Open the photo',
  'conversation.sending': 'Sending',
  'conversation.failed': 'Not sent. Try again',
  'conversation.read': 'Read {clock}',
  'conversation.masked': 'Phone numbers and addresses are hidden until you book.',
  'conversation.masked.why': 'Booking on Primp protects your deposit and your right to a refund.',
  'conversation.masked.provider': 'Phone numbers and addresses are hidden until {firstName} books.',
  'conversation.masked.why.provider': 'Booking on Primp protects your share of the deposit.',
  'conversation.system.request': 'Request sent',
  'conversation.system.offer': 'Offer: {total} for {people}',
  'conversation.system.offer.bare': 'Offer sent',
  'conversation.system.booked': 'Booked for {dateTime}',
  'conversation.system.booked.bare': 'Booked',
  'conversation.system.moved': 'Moved to {dateTime}',
  'conversation.system.moved.bare': 'Moved',
  'conversation.system.cancelled': 'Booking cancelled',
  'conversation.starter.customer': 'Here is a bare-faced photo of each of us.',
  'conversation.starter.provider':
    'Hello {firstName}. Could you send a bare-faced photo of each person, near a window?',
  'conversation.report': 'Report',
  'conversation.report.title': 'Report this conversation',
  'conversation.report.text': 'Our team will read the conversation. We will not tell {name}.',
  'conversation.report.reason': 'What is the problem?',
  'conversation.block': 'Block {name}',
  'conversation.unblock': 'Unblock {name}',
  'conversation.blocked': 'You have blocked {name}.',
  'conversation.blocked.them': 'You can no longer write to {name}.',
  'conversation.closed': 'This conversation is closed.',
  'conversation.you': 'You: {text}',
  'conversation.pictures': '{n, plural, one {A photo} other {{n} photos}}',
  'conversation.unread': '{n, plural, one {1 unread message} other {{n} unread messages}}',
  'conversation.earlier': 'Show earlier messages',
  'conversation.more': 'Show more',
  'conversation.back': 'All messages',
  'conversation.list': 'Conversations',
  'conversation.booking': 'Booking',
  'conversation.booking.none': 'No booking yet',
  'conversation.booking.when': 'Date',
  'conversation.booking.arrive': 'Arrival',
  'conversation.booking.ready': 'Ready by',
  'conversation.booking.where': 'Place',
  'conversation.booking.who': 'Group',
  'conversation.booking.total': 'Total',
  'conversation.booking.earnings': 'You earn',
  'conversation.booking.open': 'Open booking',
  'conversation.choose': 'Choose a conversation.',
  'conversation.about': '{date}, {place}',
  'conversation.about.event': '{event}, {date}, {place}',
  'conversation.about.question': 'Question before booking',
  'ask.title': 'Ask {name}',
  'ask.text': 'Ask anything that helps you decide. Phone numbers and addresses are hidden until you book.',
  'ask.replies': '{firstName} usually replies within {duration}.',
  'ask.question': 'Your question',
  'ask.missing': 'Write your question.',
  'ask.photo': 'Add a photo',
  'ask.send': 'Send question',
  'ask.back': 'Back to {firstName}’s page',
  'conversation.cancel': 'Go back',
  'conversation.from.you': 'You',
  'conversation.picture.failed': '{file} was not sent. Try again.',
  'conversation.picture.size': 'file size is too big.',
  'conversation.picture.type': 'Use a png, jpeg or heic picture.',
  'empty.messages': 'No messages yet. Send a request to start a conversation.',
  'empty.messages.provider': 'No messages yet. A conversation starts with a request.',
  'empty.messages.start': 'Start your search',
  'toast.message.failed': 'We could not send your message. It is saved below.',
  'toast.report.sent': 'Reported. Our team will read it.',
  'toast.blocked': '{name} can no longer message you or send you requests.',
  'toast.unblocked': '{name} can message you again.',
})

const t = createTranslator(conversationMessages)
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the text of a system message; a generic one without values. */
export function formatSystemLine(kind: Message['kind'], slots: Readonly<Record<string, string>>): string {
  if (kind === 'request' || kind === 'cancelled') return t(`conversation.system.${kind}`)
  if (kind === 'offer')
    return slots['total'] && slots['people']
      ? t('conversation.system.offer', slots)
      : t('conversation.system.offer.bare')
  if (kind === 'text') return ''
  // Moves name both times; messages of before have the start only.
  if (kind === 'moved' && slots['times']) return t('conversation.system.moved', { dateTime: slots['times'] })
  const at = slots['at']
  if (at && Number.isFinite(Date.parse(at)))
    return t(`conversation.system.${kind}`, { dateTime: momentIn(at, slots['timeZone'] ?? here()) })
  return slots['dateTime'] ? t(`conversation.system.${kind}`, slots) : t(`conversation.system.${kind}.bare`)
}

const momentIn = (at: string, zone: string): string =>
  `${formatMessageDay(zonedDay(at, zone))}, ${formatClock(zonedTime(at, zone))}`

/** Returns the last line of a conversation for its list. */
export function formatLastLine({ last }: Conversation): string {
  if (!last) return ''
  if (last.kind !== 'text') return formatSystemLine(last.kind as Message['kind'], last.slots)
  const said = last.text.split('\n')[0] || t('conversation.pictures', { n: last.pictures })
  return last.own ? t('conversation.you', { text: said }) : said
}

export const formatMessageTime = (instant: string, zone = here()): string => formatClock(zonedTime(instant, zone))

/** Returns a message's local day: YYYY-MM-DD. */
export const toLocalDay = (instant: string, zone = here()): string => zonedDay(instant, zone)

/** Returns why the reader cannot write in a conversation; null if they can. */
export function formatWhySilent({ state, blocked, with: { name } }: Conversation): string | null {
  if (state === 'closed') return t('conversation.closed')
  if (blocked.byYou) return t('conversation.blocked', { name })
  return blocked.byThem ? t('conversation.blocked.them', { name }) : null
}

export const formatMessageDay = (day: string, country: Country = 'GB'): string =>
  formatDate(day, country, new Date().getFullYear())

export const formatConversationSubject = ({
  event,
  eventDate,
  place,
}: Pick<Conversation, 'event' | 'eventDate' | 'place'>): string =>
  eventDate
    ? t(event ? 'conversation.about.event' : 'conversation.about', {
        event,
        date: formatMessageDay(eventDate),
        place: place.split(',')[0] ?? '',
      })
    : t('conversation.about.question')

export const formatMessageWhen = (instant: string): string =>
  toLocalDay(instant) === toLocalDay(new Date().toISOString())
    ? formatMessageTime(instant)
    : formatMessageDay(toLocalDay(instant))
