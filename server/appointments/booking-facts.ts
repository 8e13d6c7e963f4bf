import { countOf } from '#contract/i18n/counts.ts'
import { formatClock, formatDate, formatMoney, formatTime, zonedTime } from '#contract/format.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { getOpenAmounts } from './appointment-facts.ts'
import type { AppointmentRow } from './appointments.queries.ts'
import type { MailFacts } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Parties } from './notices.queries.ts'
import { noticeLines } from './notice-texts.ts'

type Sided = { to: 'customer' | 'provider'; link: string }

/** Returns the mail's summary of a booking: time, place, services, price, calendar links and structured data. */
export function presentBookingFacts(
  ctx: Context,
  row: AppointmentRow,
  parties: Parties,
  { to, link }: Sided,
): MailFacts {
  const country = row.country_code as Country
  const t = createTranslator(noticeLines, country)
  const at = (instant: Date) => zonedTime(instant.toISOString(), row.tz)
  const cash = (minor: Minor) => formatMoney(toMajor(minor), row.currency, { decimals: 'always' })
  const address = row.mode === 'studio' ? parties.studio_address : row.day.address
  const where = [address || row.place, row.mode === 'studio' ? '' : row.day.entrance].filter(Boolean).join(', ')
  const people = new Set(row.body.plan.blocks.map(({ person }) => person)).size
  const services = row.body.lines
    .filter(({ amount }) => amount > 0)
    .map(({ label, count }) => (count > 1 ? `${label} × ${count}` : label))
  const { laterMinor, balanceMinor: open } = getOpenAmounts(row)
  const name = t('facts.title', { event: row.event, name: to === 'customer' ? parties.provider : row.requester.name })
  const facts = [
    ['facts.date', formatDate(row.event_date, country, ctx.now.getUTCFullYear())],
    [row.mode === 'studio' ? 'facts.begins' : 'facts.arrives', formatClock(at(row.starts_at))],
    ['facts.ready', row.ready_at ? formatTime(at(row.ready_at)) : null],
    ['facts.where', where],
    ['facts.services', services.join(', ')],
    ['facts.people', countOf('people', people)],
    ['facts.total', cash(row.total_minor)],
    ['facts.deposit', row.in_full ? null : cash(row.deposit_minor)],
    ['facts.later', laterMinor > 0 ? cash(laterMinor) : null],
    ['facts.balance', open > 0 && !row.in_full ? cash(open) : null],
  ] as const
  return {
    rows: facts.flatMap(([label, value]) => (value ? [{ label: t(label), value }] : [])),
    calendars: calendarsFor({ name, where, link, from: row.starts_at, to: row.ends_at }).map(({ kind, href }) => ({
      label: t(`facts.calendar.${kind}`),
      href,
    })),
    ...(to === 'customer' ? { data: reservation(row, { name, where, link, artist: parties.provider }) } : {}),
  }
}

type Day = { name: string; where: string; link: string; from: Date; to: Date }
const compact = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '')

function calendarsFor({ name, where, link, from, to }: Day): { kind: 'google' | 'outlook'; href: string }[] {
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: name,
    dates: `${compact(from)}/${compact(to)}`,
    location: where,
    details: link,
  })
  const outlook = new URLSearchParams({
    rru: 'addevent',
    subject: name,
    startdt: from.toISOString(),
    enddt: to.toISOString(),
    location: where,
    body: link,
  })
  return [
    { kind: 'google', href: `https://calendar.google.com/calendar/render?${google}` },
    { kind: 'outlook', href: `https://outlook.live.com/calendar/0/action/compose?${outlook}` },
  ]
}

/** Structured data for mail clients: https://schema.org/EventReservation. */
const reservation = (
  row: AppointmentRow,
  { name, where, link, artist }: { name: string; where: string; link: string; artist: string },
): object => ({
  '@context': 'https://schema.org',
  '@type': 'EventReservation',
  reservationNumber: String(row.number),
  reservationStatus: 'https://schema.org/ReservationConfirmed',
  underName: { '@type': 'Person', name: row.requester.name },
  url: link,
  modifyReservationUrl: link,
  totalPrice: toMajor(row.total_minor),
  priceCurrency: row.currency,
  reservationFor: {
    '@type': 'Event',
    name,
    performer: { '@type': 'Person', name: artist },
    startDate: row.starts_at.toISOString(),
    endDate: row.ends_at.toISOString(),
    location: {
      '@type': 'Place',
      name: row.place,
      address: { '@type': 'PostalAddress', streetAddress: where, addressCountry: row.country_code },
    },
  },
})
