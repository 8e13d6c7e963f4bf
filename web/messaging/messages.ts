import { formatClock, formatDate, zonedDay, zonedTime } from '#contract/format.ts'
import type { Conversation, Message } from '#contract/messaging/messages.ts'
import { type Catalogue, type Country, createTranslator } from '#contract/words.ts'

export const conversationMessages = {
  'msg.title': 'Messages',
  'msg.meta.title': 'Messages · Primp',
  'msg.with': 'Conversation with {name}',
  'msg.write': 'Write a message',
  'msg.write.here': 'Message',
  'msg.send': 'Send',
  'msg.photo': 'Add a photo',
  'msg.photo.remove': 'Remove photo {n}',
  'msg.photo.alt': 'Photo in this message',
  'msg.photo.open': 'Open the photo',
  'msg.sending': 'Sending',
  'msg.failed': 'Not sent. Try again',
  'msg.read': 'Read {clock}',
  'msg.masked': 'Phone numbers and addresses are hidden until you book.',
  'msg.masked.why': 'Booking on Primp protects your deposit and your right to a refund.',
  'msg.system.request': 'Request sent',
  'msg.system.offer': 'Offer: {total} for {people}',
  'msg.system.offer.bare': 'Offer sent',
  'msg.system.booked': 'Booked for {dateTime}',
  'msg.system.booked.bare': 'Booked',
  'msg.system.moved': 'Moved to {dateTime}',
  'msg.system.moved.bare': 'Moved',
  'msg.system.cancelled': 'Booking cancelled',
  'msg.starter.customer': 'Here is a bare-faced photo of each of us.',
  'msg.starter.provider': 'Hello {firstName}. Could you send a bare-faced photo of each person, near a window?',
  'msg.report': 'Report',
  'msg.report.title': 'Report this conversation',
  'msg.report.text': 'Our team will read the conversation. We will not tell {name}.',
  'msg.report.reason': 'What is the problem?',
  'msg.block': 'Block {name}',
  'msg.unblock': 'Unblock {name}',
  'msg.blocked': 'You have blocked {name}.',
  'msg.blocked.them': 'You can no longer write to {name}.',
  'msg.closed': 'This conversation is closed.',
  'msg.you': 'You: {text}',
  'msg.pictures': { one: 'A photo', other: '{n} photos' },
  'msg.unread': { one: '1 unread message', other: '{n} unread messages' },
  'msg.earlier': 'Show earlier messages',
  'msg.more': 'Show more',
  'msg.back': 'All messages',
  'msg.list': 'Conversations',
  'msg.booking': 'Booking',
  'msg.booking.none': 'No booking yet',
  'msg.booking.when': 'Date',
  'msg.booking.arrive': 'Arrival',
  'msg.booking.ready': 'Ready by',
  'msg.booking.where': 'Place',
  'msg.booking.who': 'Group',
  'msg.booking.total': 'Total',
  'msg.booking.earnings': 'You earn',
  'msg.booking.open': 'Open booking',
  'msg.choose': 'Choose a conversation.',
  'msg.about': '{date}, {place}',
  'msg.about.question': 'Question before booking',
  'ask.title': 'Ask {name}',
  'ask.text': 'Ask anything that helps you decide. Phone numbers and addresses are hidden until you book.',
  'ask.replies': '{firstName} usually replies within {duration}.',
  'ask.question': 'Your question',
  'ask.missing': 'Write your question.',
  'ask.photo': 'Add a photo',
  'ask.send': 'Send question',
  'ask.back': 'Back to {firstName}’s page',
  'msg.cancel': 'Go back',
  'msg.from.you': 'You',
  'msg.picture.failed': '{file} was not sent. Try again.',
  'msg.picture.size': 'file size is too big.',
  'msg.picture.type': 'Use a png, jpeg or heic picture.',
  'empty.messages': 'No messages yet. Send a request to start a conversation.',
  'empty.messages.provider': 'No messages yet. A conversation starts with a request.',
  'empty.messages.start': 'Start your search',
  'toast.message.failed': 'We could not send your message. It is saved below.',
  'toast.report.sent': 'Reported. Our team will read it.',
  'toast.blocked': '{name} can no longer message you or send you requests.',
  'toast.unblocked': '{name} can message you again.',
} as const satisfies Catalogue

const t = createTranslator(conversationMessages)
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the text of a system message; a generic one without values. */
export function formatSystemLine(kind: Message['kind'], slots: Readonly<Record<string, string>>): string {
  if (kind === 'request' || kind === 'cancelled') return t(`msg.system.${kind}`)
  if (kind === 'offer')
    return slots['total'] && slots['people'] ? t('msg.system.offer', slots) : t('msg.system.offer.bare')
  if (kind === 'text') return ''
  const at = slots['at']
  if (at && Number.isFinite(Date.parse(at)))
    return t(`msg.system.${kind}`, { dateTime: momentIn(at, slots['timeZone'] ?? here()) })
  return slots['dateTime'] ? t(`msg.system.${kind}`, slots) : t(`msg.system.${kind}.bare`)
}

const momentIn = (at: string, zone: string): string =>
  `${formatMessageDay(zonedDay(at, zone))}, ${formatClock(zonedTime(at, zone))}`

/** Returns the last line of a conversation for its list. */
export function formatLastLine({ last }: Conversation): string {
  if (!last) return ''
  if (last.kind !== 'text') return formatSystemLine(last.kind as Message['kind'], last.slots)
  const said = last.text.split('\n')[0] || t('msg.pictures', { n: last.pictures })
  return last.own ? t('msg.you', { text: said }) : said
}

export const formatMessageTime = (instant: string): string => formatClock(zonedTime(instant, here()))

/** Returns a message's local day: YYYY-MM-DD. */
export const toLocalDay = (instant: string): string => zonedDay(instant, here())

export const formatMessageDay = (day: string, country: Country = 'GB'): string =>
  formatDate(day, country, new Date().getFullYear())

export const formatConversationSubject = ({ eventDate, place }: Pick<Conversation, 'eventDate' | 'place'>): string =>
  eventDate
    ? t('msg.about', { date: formatMessageDay(eventDate), place: place.split(',')[0] ?? '' })
    : t('msg.about.question')

export const formatMessageWhen = (instant: string): string =>
  toLocalDay(instant) === toLocalDay(new Date().toISOString())
    ? formatMessageTime(instant)
    : formatMessageDay(toLocalDay(instant))
