import { clock, date, zonedDay, zonedTime } from '#contract/format.ts'
import type { Conversation, Message } from '#contract/messaging/messages.ts'
import { type Country, reader } from '#contract/words.ts'
import { messageWords } from './words.ts'

const t = reader(messageWords)
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** What a line about the request says; without its slots the bare fact. */
export function systemLine(kind: Message['kind'], slots: Readonly<Record<string, string>>): string {
  if (kind === 'request' || kind === 'cancelled') return t(`msg.system.${kind}`)
  if (kind === 'offer')
    return slots['total'] && slots['people'] ? t('msg.system.offer', slots) : t('msg.system.offer.bare')
  if (kind === 'text') return ''
  const at = slots['at']
  if (at && Number.isFinite(Date.parse(at)))
    return t(`msg.system.${kind}`, { dateTime: momentIn(at, slots['timeZone'] ?? here()) })
  return slots['dateTime'] ? t(`msg.system.${kind}`, slots) : t(`msg.system.${kind}.bare`)
}

const momentIn = (at: string, zone: string): string => `${dayLine(zonedDay(at, zone))}, ${clock(zonedTime(at, zone))}`

/** The last line of a conversation as its list shows it. */
export function lastLine({ last }: Conversation): string {
  if (!last) return ''
  if (last.kind !== 'text') return systemLine(last.kind as Message['kind'], last.slots)
  const said = last.text.split('\n')[0] || t('msg.pictures', { n: last.pictures })
  return last.own ? t('msg.you', { text: said }) : said
}

/** The time of a message where it is read. */
export const timeOf = (instant: string): string => clock(zonedTime(instant, here()))

/** The day of a message where it is read: YYYY-MM-DD. */
export const dayOf = (instant: string): string => zonedDay(instant, here())

/** A day as a heading between messages. */
export const dayLine = (day: string, country: Country = 'GB'): string => date(day, country, new Date().getFullYear())

/** What a conversation is about, in a line. */
export const aboutLine = ({ eventDate, place }: Pick<Conversation, 'eventDate' | 'place'>): string =>
  eventDate ? t('msg.about', { date: dayLine(eventDate), place: place.split(',')[0] ?? '' }) : t('msg.about.question')

/** The time today, else the day. */
export const whenOf = (instant: string): string =>
  dayOf(instant) === dayOf(new Date().toISOString()) ? timeOf(instant) : dayLine(dayOf(instant))
