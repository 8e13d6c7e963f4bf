import type ICAL from 'ical.js'
import { normaliseEmail, isEmail } from '#contract/accounts/parse-email.ts'
import type { Calendar, Component } from './components.ts'

/** The UID under which our own events are published. Google appends the date at which it split a series. */
const GOOGLE_SPLIT = /_r\d{8}(?:t\d{6}z?)?(?=@primp$|$)/
/** Marks a foreign UID in the hexadecimal UIDs of Outlook: 'vCal-Uid', then four bytes. */
const OUTLOOK_MARK = '7643616c2d55696401000000'

/**
 * Returns the UID of an event that this site published, in lower case and without what other programs add; else null.
 */
export function findOwnUid(uid: string): string | null {
  const lower = uid.trim().toLowerCase()
  const [, hex] = lower.split(OUTLOOK_MARK)
  const plain = hex ? Buffer.from(hex, 'hex').toString('latin1').replaceAll('\0', '').toLowerCase() : lower
  const own = plain.replace(GOOGLE_SPLIT, '')
  return own.endsWith('@primp') ? own : null
}

/**
 * Returns a predicate for events that the calendar's owner declined. The owner is the address in the calendar's name.
 * Without one, it is the event's only guest, unless the organizer takes part in all meetings of the file and the guest
 * does not.
 */
export function createDeclinedCheck(events: readonly Component[]): (event: Component) => boolean {
  const meetings = events.map(listParticipants).filter(({ attendees }) => attendees.length > 0)
  const counts = new Map<string, number>()
  for (const { organizer, attendees } of meetings)
    for (const address of new Set([organizer, ...attendees.map((one) => one.address)]))
      counts.set(address, (counts.get(address) ?? 0) + 1)
  const isInAll = (address: string) => counts.get(address) === meetings.length
  return (event) => {
    const { organizer, attendees } = listParticipants(event)
    if (!attendees.some(({ declined }) => declined)) return false
    const owners = listOwners(event.calendar)
    if (owners.length) return attendees.some(({ address, declined }) => declined && owners.includes(address))
    const [guest, ...others] = attendees.filter(({ address }) => address !== organizer)
    if (!guest || others.length) return false
    return guest.declined && !(isInAll(organizer) && !isInAll(guest.address))
  }
}

function listParticipants({ properties }: Component) {
  const organizer = properties.find(({ name }) => name === 'organizer')
  return {
    organizer: organizer ? addressOf(organizer) : '',
    attendees: properties
      .filter(({ name }) => name === 'attendee')
      .map((attendee) => ({
        address: addressOf(attendee),
        declined: /^declined$/i.test(String(attendee.getParameter('partstat') ?? '').trim()),
      })),
  }
}

const OWNER_PROPERTIES = new Set(['x-wr-calname', 'x-wr-relcalid', 'x-owner'])
const listOwners = ({ properties }: Calendar): string[] =>
  properties
    .filter(({ name }) => OWNER_PROPERTIES.has(name))
    .map(addressOf)
    .filter(isEmail)

const addressOf = (property: ICAL.Property): string => {
  const text = String(property.getParameter('email') ?? property.getFirstValue() ?? '').trim()
  return normaliseEmail(text.slice(0, 300).replace(/^mailto:/i, ''))
}
