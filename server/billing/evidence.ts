import { truncate } from '#contract/text.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import { refundSteps } from '#contract/payments/refund.ts'
import type { Country } from '#contract/words.ts'
import { listAcceptedTerms } from '#server/accounts/index.ts'
import { listMessagesBetween } from '#server/messaging/index.ts'
import type { Evidence } from '#server/payments/index.ts'
import { findProviderById } from '#server/providers/index.ts'
import { type AppointmentRow, formatSheet, getRefundTerms } from '#server/appointments/index.ts'
import { listProgressReceipts } from './payables.queries.ts'
import type { Context } from '#server/platform/context.ts'

const second = (at: Date | string): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/**
 * Collects the evidence for a card dispute: the agreement with its terms and time, plan of the day, outcome and
 * messages.
 */
export async function collectBookingEvidence(ctx: Context, row: AppointmentRow): Promise<Evidence> {
  const [provider, terms, said] = [
    await findProviderById(ctx.db, row.provider_id),
    row.account_id ? await listAcceptedTerms(ctx.db, row.account_id) : [],
    row.account_id
      ? await listMessagesBetween(ctx.db, {
          searchId: row.search_id,
          accountId: row.account_id,
          providerId: row.provider_id,
        })
      : [],
  ]
  const artist = provider?.name ?? 'the artist'
  const total = formatMoney(toMajor(row.total_minor), row.currency, { decimals: 'always', mixed: true })
  const parts = [
    [
      'The booking',
      `${row.event}, ${formatDate(row.event_date, row.country_code as Country)}, ${row.place || 'at the artist’s studio'}, with ${artist}: ${total} in total. Booked on ${second(row.booked_at)} by ${row.requester.name}.`,
      ...row.body.lines.map(
        (line) => `- ${line.label}: ${formatMoney(line.amount, row.currency, { decimals: 'always', mixed: true })}`,
      ),
    ],
    ['Cancellation policy, shown before payment and accepted with it', ...policyLines(row)],
    terms.length > 0 && [
      'Terms accepted',
      ...terms.map((one) => `${one.terms}, version ${one.version}, accepted on ${second(one.at)}.`),
    ],
    ['The run sheet', formatSheet(row, artist).trim()],
    ['The calendar', ...calendarLines(row, await listProgressReceipts(ctx.db, row.id))],
    said.length > 0 && [
      'Messages between customer and artist',
      ...said.map(
        ({ side, text, at }) => `${second(at)}, ${side === 'customer' ? row.requester.name : artist}: ${text}`,
      ),
    ],
  ]
  return {
    customerName: row.requester.name,
    customerEmail: row.requester.email,
    productDescription: truncate(`${row.event}: ${row.body.lines.map(({ label }) => label).join(', ')}`, 2_000),
    serviceDate: row.event_date,
    cancellationPolicy: policyLines(row).join('\n'),
    refundPolicy: policyLines(row).join('\n'),
    text: parts
      .filter((part) => part !== false)
      .map(([title, ...lines]) => `${title}\n${lines.join('\n')}`)
      .join('\n\n'),
  }
}

const policyLines = (row: AppointmentRow): string[] =>
  refundSteps(getRefundTerms(row)).map(({ share, until }) =>
    until === null
      ? `Cancelled after that: ${share}% of the amount paid is refunded.`
      : `Cancelled until ${second(new Date(until))}: ${share}% of the amount paid is refunded.`,
  )

function calendarLines(row: AppointmentRow, words: Awaited<ReturnType<typeof listProgressReceipts>>): string[] {
  const known: [string, Date | string | null][] = [
    ['Artist’s time booked from', row.starts_at],
    ['Artist’s time booked until', row.ends_at],
    ['Artist arrived', row.arrived_at],
    ['Artist left', row.left_at],
    ['Done', row.done_at],
    ['Completed, with no problem reported', row.completed_at],
    ['Ended', row.ended_at],
  ]
  return [
    ...known.flatMap(([what, at]) =>
      at ? [`${what}: ${second(at)}.${formatReceivedLater(words, new Date(at))}`] : [],
    ),
    `Status: ${row.state}${row.cancelled_by ? `, cancelled by the ${row.cancelled_by}` : ''}${row.no_show_of ? `, no-show by the ${row.no_show_of}` : ''}.${row.end_reason ? ` ${row.end_reason}` : ''}`,
  ]
}

const MINUTE_MS = 60_000

// An update that was made offline has the time that the artist gave. This adds when the server received it.
function formatReceivedLater(words: Awaited<ReturnType<typeof listProgressReceipts>>, at: Date): string {
  const minute = (of: Date) => Math.floor(of.getTime() / MINUTE_MS)
  const word = words.find((one) => minute(one.at) === minute(at))
  return word && word.received_at.getTime() - word.at.getTime() > MINUTE_MS
    ? ` Reported by the artist and received at ${second(word.received_at)}.`
    : ''
}
