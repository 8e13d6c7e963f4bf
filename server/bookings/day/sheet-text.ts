import { clock, duration, time } from '#contract/format.ts'
import { atWork } from '#contract/search/at-work.ts'
import { waitsIn } from '#contract/search/waits.ts'
import { type Country, reader } from '#contract/words.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { calendarWords } from '#server/bookings/notices/words.ts'

const at = (instant: string): string => instant.slice(11, 16)

/** The run sheet as plain text, a line a block, for whoever reads it in a mail. */
export function sheetText(row: AppointmentRow, providerName: string): string {
  const t = reader(calendarWords, row.country_code as Country)
  const plan = atWork(row.body.plan)
  const person = (n: number) => row.names[n - 1] || t('sheet.person', { n })
  const minutes = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 60_000)
  const blocks = plan.blocks
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(
      (block) =>
        `${clock(at(block.from))}  ${t('sheet.block', { person: person(block.person), service: block.label, minutes: minutes(block.from, block.to) })}${plan.artists.length > 1 ? `, ${block.artist}` : ''}`,
    )
  const waits = waitsIn(plan).map(({ minutes, ...wait }) =>
    t('sheet.wait', { ...wait, person: person(wait.person), duration: duration(minutes) }),
  )
  return [
    `${clock(at(plan.arriveAt))}  ${t('sheet.arrive', { firstName: providerName.split(' ')[0] ?? providerName })}`,
    ...blocks,
    `${time(at(plan.readyBy ?? plan.doneAt))}  ${t('sheet.ready')}`,
    ...(plan.readyBy && plan.spareMinutes > 0 ? [t('sheet.spare', { n: plan.spareMinutes })] : []),
    ...waits,
    '',
    t('sheet.need', { n: plan.artists.length }),
    '',
  ].join('\n')
}
