import { countOf } from '#contract/i18n/counts.ts'
import { formatClock, formatDuration, formatMoney, formatTime } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { getOpenAmounts } from './appointment-facts.ts'
import type { AppointmentRow } from './appointments.queries.ts'
import { formatCalendar, type PublishedEvent } from './ical.ts'
import { calendarTexts } from './notice-texts.ts'
import { removeIdleArtists } from '#contract/search/remove-idle-artists.ts'
import { listWaits } from '#contract/search/waits.ts'

/** The recipient of a calendar file. `group` is anyone with a run sheet link. */
export type Reader = 'customer' | 'provider' | 'group'
export type Entry = { row: AppointmentRow; name: string; address: string; link: string }
const firstName = (name: string): string => name.split(' ')[0] ?? name
const at = (instant: string): string => instant.slice(11, 16)

/** The UID is constant; SEQUENCE grows with each change. */
export const formatCalendarFile = (entry: Entry, of: Reader): string =>
  formatCalendar([toCalendarEvent(entry, of)], { method: 'PUBLISH' })

export function toCalendarEvent({ row, name, address, link }: Entry, of: Reader): PublishedEvent {
  const country = row.country_code as Country
  const t = createTranslator(calendarTexts, country)
  const { plan } = row.body
  const people = new Set(plan.blocks.map((block) => block.person)).size
  const cancelled = row.state === 'cancelled'
  const open = cancelled ? 0 : getOpenAmounts(row).balanceMinor
  const said = {
    name,
    firstName: firstName(name),
    people: countOf('people', people),
    clock: formatClock(at(plan.arriveAt)),
    time: plan.readyBy ? formatTime(at(plan.readyBy)) : '',
    balanceLine:
      open || cancelled
        ? t('ics.balance', { balance: formatMoney(toMajor(open), row.currency) })
        : t('ics.balance.none'),
    link,
    services: [...new Set(plan.blocks.map((block) => block.label))].join(', '),
  }
  const whose = of === 'provider' ? 'provider' : 'customer'
  const about =
    of === 'group'
      ? 'ics.description.group'
      : of === 'provider'
        ? 'ics.description.provider'
        : row.mode === 'studio'
          ? 'ics.description.customer.studio'
          : 'ics.description.customer'
  return {
    uid: `${row.id}@primp`,
    sequence: row.sequence,
    stamp: row.changed_at,
    from: row.starts_at,
    to: row.ends_at,
    tz: row.tz,
    cancelled,
    summary: t(plan.readyBy ? `ics.summary.${whose}` : `ics.summary.${whose}.start`, said),
    description: t(about, said),
    location: of === 'group' ? row.place : address || row.place,
    url: link,
    hasAlarms: true,
  }
}

export function formatSheet(row: AppointmentRow, providerName: string): string {
  const t = createTranslator(calendarTexts, row.country_code as Country)
  const plan = removeIdleArtists(row.body.plan)
  const person = (n: number) => row.names[n - 1] || t('sheet.person', { n })
  const minutes = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 60_000)
  const blocks = plan.blocks
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(
      (block) =>
        `${formatClock(at(block.from))}  ${t('sheet.block', { person: person(block.person), service: block.label, minutes: minutes(block.from, block.to) })}${plan.artists.length > 1 ? `, ${block.artist}` : ''}`,
    )
  const waits = listWaits(plan).map(({ minutes, ...wait }) =>
    t('sheet.wait', { ...wait, person: person(wait.person), duration: formatDuration(minutes) }),
  )
  return [
    `${formatClock(at(plan.arriveAt))}  ${t(row.mode === 'studio' ? 'sheet.arrive.studio' : 'sheet.arrive', { firstName: firstName(providerName) })}`,
    ...blocks,
    `${formatTime(at(plan.readyBy ?? plan.doneAt))}  ${t('sheet.ready')}`,
    ...(plan.readyBy && plan.spareMinutes > 0 ? [t('sheet.spare', { n: plan.spareMinutes })] : []),
    ...waits,
    '',
    ...(row.mode === 'studio' ? [] : [t('sheet.need', { n: plan.artists.length }), '']),
  ].join('\n')
}
