import { countOf } from '#contract/i18n/counts.ts'
import { getLaterDepositDue } from '#contract/payments/later-deposit.ts'
import { formatClock, formatDate, formatMoney, formatTime, zonedDay, zonedTime } from '#contract/format.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import { refundSteps } from '#contract/payments/refund.ts'
import { type Country, formatYou } from '#contract/words.ts'
import { createTranslator, type Values } from '#contract/i18n/messages.ts'
import {
  type Attachment,
  type MailFacts,
  buildMail,
  type Notice,
  type NoticeKind,
  notify,
  type Sender,
} from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from './appointments.queries.ts'
import { formatCalendarFile } from './attachments.ts'
import { getRefundTerms, getOpenAmounts } from './appointment-facts.ts'
import { type Parties, findParties } from './notices.queries.ts'
import { noticeLines } from './notice-texts.ts'
import { announceEvent } from '#server/platform/live/announce.ts'

export type Side = 'customer' | 'provider'
type Saying = {
  values?: Values
  fact?: string
  path?: string
  attachments?: readonly Attachment[]
  facts?: MailFacts
  urgent?: boolean
  secret?: boolean
  calendar?: boolean
}

/** Idempotent per fact. Runs in the caller's transaction. */
export async function notifySide(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  to: Side,
  kind: NoticeKind,
  { calendar, ...more }: Saying = {},
): Promise<void> {
  const parties = await findParties(ctx.db, row)
  const notice =
    parties &&
    buildNotice(ctx, row, parties, to, kind, {
      ...more,
      ...(calendar
        ? { attachments: [...(more.attachments ?? []), createCalendarAttachment(ctx, row, parties, to)] }
        : {}),
    })
  if (notice) await notify(ctx, sender, notice)
}

/** Returns null if there is no recipient. */
export function buildNotice(
  ctx: Context,
  row: AppointmentRow,
  parties: Parties,
  to: Side,
  kind: NoticeKind,
  { values, fact, path, ...more }: Omit<Saying, 'calendar'>,
): Notice | null {
  const email = to === 'customer' ? parties.customerEmail : parties.providerEmail
  if (!email || (to === 'customer' && parties.customerGone)) return null
  return {
    kind,
    fact: fact ?? `${kind} ${row.id} ${row.sequence}`,
    how: row.mode === 'studio' ? 'studio' : row.ready_at ? 'mobile' : 'start',
    ...more,
    path: path ?? getAppointmentPath(row, to),
    values: { ...valuesOf(ctx, row, parties, to), ...values },
    to:
      to === 'customer'
        ? {
            email,
            name: row.requester.name,
            accountId: row.account_id,
            country: row.country_code,
            mobile: row.requester.mobile,
            smsLeave: row.sms_reminders,
          }
        : {
            email,
            name: parties.provider,
            accountId: parties.providerAccount,
            country: parties.providerCountry ?? row.country_code,
          },
  }
}

const SOON_MS = 24 * 3_600_000

/** A notification is urgent, and ignores quiet hours, if one of its times is within a day. */
export const isUrgent = (now: Date, ...times: readonly Date[]): boolean =>
  times.some((at) => at.getTime() - now.getTime() <= SOON_MS)

export const getAppointmentPath = (row: { id: string }, to: Side): string =>
  to === 'customer' ? `/customer-dashboard/bookings/${row.id}` : `/dashboard/appointments/${row.id}`

const firstName = (name: string): string => name.split(' ')[0] ?? name

export const formatMoment = (at: Date, row: Pick<AppointmentRow, 'tz' | 'country_code'>, now: Date): string =>
  `${formatDate(zonedDay(at.toISOString(), row.tz), row.country_code as Country, now.getUTCFullYear())}, ${formatClock(zonedTime(at.toISOString(), row.tz))}`

function refundLine(row: AppointmentRow, now: Date): string {
  const t = createTranslator(noticeLines, row.country_code as Country)
  const step = refundSteps(getRefundTerms(row)).find(({ until }) => until === null || now.getTime() <= until)
  if (!step || step.share === 0 || step.until === null) return t('refundLine.none')
  return t(step.share === 100 ? 'refundLine.all' : 'refundLine.half', {
    dateTime: formatMoment(new Date(step.until), row, now),
  })
}

function valuesOf(ctx: Context, row: AppointmentRow, parties: Parties, to: Side): Values {
  const country = row.country_code as Country
  const { plan, lines } = row.body
  const at = (instant: Date) => formatClock(zonedTime(instant.toISOString(), row.tz))
  const people = new Set(plan.blocks.map((block) => block.person)).size
  const other = to === 'customer' ? parties.provider : row.requester.name
  const cash = (amountMinor: Minor) => formatMoney(toMajor(amountMinor), row.currency)
  const exactly = (amountMinor: Minor) => formatMoney(toMajor(amountMinor), row.currency, { decimals: 'always' })
  const t = createTranslator(noticeLines, country)
  const { laterMinor, balanceMinor: open } = getOpenAmounts(row)
  const sums = { deposit: exactly(row.deposit_minor), balance: exactly(open) }
  return {
    name: to === 'customer' ? other : firstName(other),
    firstName: firstName(other),
    event: row.event,
    place: row.place,
    area: row.place.split(',')[0] ?? row.place,
    date: formatDate(row.event_date, country, ctx.now.getUTCFullYear()),
    dateTime: formatMoment(row.starts_at, row, ctx.now),
    // A studio booking with a fixed start has no ready-by time: its emails say when it is done.
    time: formatTime(
      zonedTime((row.ready_at ?? (row.mode === 'studio' ? row.ends_at : row.starts_at)).toISOString(), row.tz),
    ),
    arrive: at(row.starts_at),
    clock: at(row.starts_at),
    done: at(row.ends_at),
    people: countOf('people', people),
    ofYou: formatYou(people),
    total: cash(row.total_minor),
    ...sums,
    balanceLine: t(open ? 'balanceLine.open' : 'balanceLine.none', sums),
    payLine:
      laterMinor > 0
        ? t('payLine.later', {
            ...sums,
            later: exactly(laterMinor),
            date: formatDate(
              zonedDay(new Date(getLaterDepositDue(row.starts_at.getTime())).toISOString(), row.tz),
              country,
              ctx.now.getUTCFullYear(),
            ),
          })
        : t(row.in_full ? 'payLine.whole' : 'payLine.deposit', sums),
    collectLine: t(open ? 'collectLine.open' : 'collectLine.none', sums),
    earnings: cash(row.total_minor - row.fee_minor),
    address: (row.mode === 'studio' ? parties.studio_address : row.day.address) || row.place,
    entrance: row.day.entrance || null,
    parking: row.day.parking ? `${row.day.parking}.` : null,
    lines: `${lines
      .filter((line) => line.amount > 0)
      .map((line) => (line.count > 1 ? `${line.label} × ${line.count}` : line.label))
      .join(', ')}.`,
    refundLine: refundLine(row, ctx.now),
  }
}

export function createCalendarAttachment(
  { env }: Context,
  row: AppointmentRow,
  parties: Parties,
  to: Side,
): Attachment {
  const entry = {
    row,
    name: to === 'customer' ? parties.provider : row.requester.name,
    address: row.mode === 'studio' ? parties.studio_address : row.day.address,
    link: `${env.publicUrl}${getAppointmentPath(row, to)}`,
  }
  return {
    name: 'primp.ics',
    type: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: formatCalendarFile(entry, to),
  }
}

export const getAudience = (
  row: Pick<AppointmentRow, 'id' | 'account_id' | 'search_id'>,
  providerAccountId: string | null,
): string[] => [
  `search:${row.search_id}`,
  `appointment:${row.id}`,
  ...(row.account_id ? [`account:${row.account_id}`] : []),
  ...(providerAccountId ? [`account:${providerAccountId}`] : []),
]

export async function publishAppointment(ctx: Context, row: AppointmentRow, kind: string): Promise<void> {
  const parties = await findParties(ctx.db, row)
  await announceEvent(ctx, { to: getAudience(row, parties?.providerAccount ?? null), kind, ref: row.id })
}

const DAY_MS = 86_400_000

/**
 * Returns the reminder steps, furthest first, each with the range of starts nearest to it. A late booking triggers only
 * the nearest step, not all that have passed.
 */
export const getReminderSteps = <S extends { days: number }>(
  steps: readonly S[],
  now: Date,
): { step: S; from: Date; to: Date }[] =>
  steps.map((step, i) => ({
    step,
    from: new Date(now.getTime() + (steps[i + 1]?.days ?? 0) * DAY_MS),
    to: new Date(now.getTime() + step.days * DAY_MS),
  }))

type TeamMail = { to: Side; name: string; address: string; subject: string; text: string }

const sides = (to: Side | 'both'): readonly Side[] => (to === 'both' ? ['customer', 'provider'] : [to])

/** Builds the mails that support would send to one or both sides. A party without an address gets none. */
export async function buildTeamMails(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  { to, text }: { to: Side | 'both'; text: string },
): Promise<{ mails: TeamMail[]; notices: Notice[] }> {
  const parties = await findParties(ctx.db, row)
  const found = sides(to).flatMap((side) => {
    const fact = `booking.team ${row.id} ${side} ${ctx.requestId}`
    const notice =
      parties &&
      buildNotice(ctx, row, parties, side, 'booking.team', { values: { text, number: String(row.number) }, fact })
    return notice ? [{ side, notice }] : []
  })
  return {
    notices: found.map(({ notice }) => notice),
    mails: await Promise.all(
      found.map(async ({ side, notice }) => ({
        to: side,
        name: notice.to.name ?? '',
        ...(await buildMail(ctx, sender, notice)),
      })),
    ),
  }
}
