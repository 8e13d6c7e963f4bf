import { countOf } from '#contract/i18n/counts.ts'
import {
  formatClock,
  formatDate,
  formatDistance,
  formatDuration,
  formatMoney,
  formatTime,
  zonedDay,
  zonedTime,
} from '#contract/format.ts'
import { type Country, formatYou } from '#contract/words.ts'
import type { Values } from '#contract/i18n/messages.ts'
import { measureRoundedMetres, roundSpot } from '#server/places/index.ts'
import { type MailKind, notify, type Sender, getSenderInTransaction } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { QuoteBody } from '#server/search/index.ts'
import { type Facts, getFacts, findOwner } from './offer-notices.queries.ts'

type Told = { id: string; version: number; quote_id: string }
export type NoticeExtras = { quoteId?: string; values?: Values; ends?: Date; fact?: string }

/** Once per kind and version of a request. Runs in the caller's transaction. */
export async function notifyProvider(
  ctx: Context,
  sender: Sender,
  request: Told,
  kind: MailKind,
  more: NoticeExtras = {},
): Promise<void> {
  const facts = await getFacts(ctx.db, request.id, more.quoteId ?? request.quote_id)
  if (!facts.providerEmail) return
  const to = {
    email: facts.providerEmail,
    name: facts.provider,
    accountId: facts.providerAccount,
    country: facts.providerCountry,
  }
  const path =
    kind === 'request.new' || kind === 'request.half' || kind === 'request.changed'
      ? `/offer?request=${request.id}`
      : '/dashboard/calendar'
  await notify(ctx, sender, {
    kind,
    to,
    path,
    fact: more.fact ?? `${kind} ${request.id}`,
    ...getTimeVariant(facts),
    values: { ...buildNoticeValues(ctx, facts, 'provider', more.ends), ...more.values },
  })
}

export async function notifyCustomer(
  ctx: Context,
  sender: Sender,
  request: Told,
  kind: MailKind,
  more: NoticeExtras = {},
): Promise<void> {
  const facts = await getFacts(ctx.db, request.id, more.quoteId ?? request.quote_id)
  const to = {
    email: facts.customerEmail,
    name: facts.customer,
    accountId: facts.customerAccount,
    country: facts.country,
  }
  await notify(ctx, sender, {
    kind,
    to,
    path: pageOf(facts),
    fact: more.fact ?? `${kind} ${request.id}`,
    ...getTimeVariant(facts),
    values: { ...buildNoticeValues(ctx, facts, 'customer', more.ends), ...more.values },
  })
}

export const pageOf = ({ teamId, searchId }: Pick<Facts, 'teamId' | 'searchId'>): string =>
  teamId ? `/teams/${teamId}` : `/quotes/${searchId}`

/**
 * Notifies a provider that customers cannot book without payout details, at most weekly. Runs in the caller's
 * transaction.
 */
export async function notifyPayoutMissing(ctx: Context, providerId: string): Promise<void> {
  const owner = await findOwner(ctx.db, providerId)
  if (!owner) return
  const week = Math.floor(ctx.now.getTime() / (7 * 86_400_000))
  await notify(ctx, await getSenderInTransaction(ctx), {
    kind: 'payout.missing',
    to: owner,
    path: '/dashboard/payouts',
    fact: `payout.missing ${providerId} ${week}`,
    values: {},
  })
}

function momentOf(at: Date, zone: string, country: Country, now: Date): string {
  const iso = at.toISOString()
  return `${formatDate(zonedDay(iso, zone), country, now.getUTCFullYear())}, ${formatClock(zonedTime(iso, zone))}`
}

const firstName = (name: string): string => name.split(' ')[0] ?? name

const wantedTime = (facts: Facts): string | null =>
  facts.timeConstraint === 'start' ? facts.startTime : facts.finishTime

export const getTimeVariant = (facts: Facts): { how?: 'none' | 'start' } =>
  wantedTime(facts) ? (facts.timeConstraint === 'start' ? { how: 'start' } : {}) : { how: 'none' }

export function buildNoticeValues(
  ctx: Context,
  facts: Facts,
  reader: 'provider' | 'customer',
  ends: Date = facts.endsAt,
): Values {
  const country = (reader === 'provider' ? facts.providerCountry : facts.country) as Country
  const body = facts.quote as QuoteBody
  const people = facts.people.reduce((sum, look) => sum + look.count, 0)
  const planned = body.plan && {
    arrive: formatClock(body.plan.arriveAt.slice(11, 16)),
    done: formatClock(body.plan.doneAt.slice(11, 16)),
  }
  const wanted = wantedTime(facts)
  return {
    name: reader === 'provider' ? firstName(facts.customer) : facts.provider,
    firstName: firstName(reader === 'provider' ? facts.customer : facts.provider),
    event: facts.event,
    date: formatDate(facts.eventDate, country, ctx.now.getUTCFullYear()),
    time: wanted ? formatTime(wanted) : null,
    place: facts.place,
    area: facts.place,
    people: countOf('people', people),
    ofYou: formatYou(people),
    distance: formatDistance(
      measureRoundedMetres(roundSpot(facts), roundSpot({ lat: facts.providerLat, lng: facts.providerLng })),
      country,
    ),
    lines: `${body.lines
      .filter((line) => line.amount > 0)
      .map((line) => (line.count > 1 ? `${line.label} × ${line.count}` : line.label))
      .join(', ')}.`,
    total: formatMoney(body.total, body.currency),
    deposit: formatMoney(body.deposit, body.currency),
    earnings: formatMoney(body.total - body.fee, body.currency),
    arrive: planned?.arrive ?? null,
    done: planned?.done ?? null,
    dateTime: momentOf(ends, facts.tz, country, ctx.now),
    timeLeft: formatDuration(Math.max(0, Math.round((ends.getTime() - ctx.now.getTime()) / 60_000))),
    note: null,
    others: null,
    instant: null,
  }
}
