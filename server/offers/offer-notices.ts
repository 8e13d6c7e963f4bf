import { clock, date, distance, duration, money, time, zonedDay, zonedTime } from '#contract/format.ts'
import { counted, type Country, ofYou, type Values } from '#contract/words.ts'
import { metresApart, rounded } from '#server/places/index.ts'
import { type MailKind, notify, type Sender, senderIn } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { QuoteBody } from '#server/search/index.ts'
import { type Facts, factsOf, ownerOf } from './offer-notices.queries.ts'

type Told = { id: string; version: number; quote_id: string }
/** What a notice says beyond what is kept with the request. */
export type Saying = { quoteId?: string; values?: Values; ends?: Date; fact?: string }

/** Tells the provider of a request, once for each kind and version. In the caller's transaction. */
export async function tellProvider(
  ctx: Context,
  sender: Sender,
  request: Told,
  kind: MailKind,
  more: Saying = {},
): Promise<void> {
  const facts = await factsOf(ctx.db, request.id, more.quoteId ?? request.quote_id)
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
    ...howOf(facts),
    values: { ...valuesOf(ctx, facts, 'provider', more.ends), ...more.values },
  })
}

/** Tells the customer of a request. In the caller's transaction. */
export async function tellCustomer(
  ctx: Context,
  sender: Sender,
  request: Told,
  kind: MailKind,
  more: Saying = {},
): Promise<void> {
  const facts = await factsOf(ctx.db, request.id, more.quoteId ?? request.quote_id)
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
    ...howOf(facts),
    values: { ...valuesOf(ctx, facts, 'customer', more.ends), ...more.values },
  })
}

/** Where a customer reads of what they asked: the team's page where it is one artist's part of a team. */
export const pageOf = ({ teamId, searchId }: Pick<Facts, 'teamId' | 'searchId'>): string =>
  teamId ? `/teams/${teamId}` : `/quotes/${searchId}`

/** Tells a provider that a customer could not book them for want of payout details: once a week, however many try. In the caller's transaction. */
export async function tellPayoutMissing(ctx: Context, providerId: string): Promise<void> {
  const owner = await ownerOf(ctx.db, providerId)
  if (!owner) return
  const week = Math.floor(ctx.now.getTime() / (7 * 86_400_000))
  await notify(ctx, await senderIn(ctx), {
    kind: 'payout.missing',
    to: owner,
    path: '/dashboard/payouts',
    fact: `payout.missing ${providerId} ${week}`,
    values: {},
  })
}

/** An instant as a person there reads it: Sat 12 June, 8:00 AM. */
function momentOf(at: Date, zone: string, country: Country, now: Date): string {
  const iso = at.toISOString()
  return `${date(zonedDay(iso, zone), country, now.getUTCFullYear())}, ${clock(zonedTime(iso, zone))}`
}

const firstName = (name: string): string => name.split(' ')[0] ?? name

const wantedTime = (facts: Facts): string | null =>
  facts.timeConstraint === 'start' ? facts.startTime : facts.finishTime

/** Returns in which words notices of a request speak of its day: without a time, those that name none. */
export const howOf = (facts: Facts): { how?: 'none' } => (wantedTime(facts) ? {} : { how: 'none' })

/** What notices of a request are filled with, for the one or the other reader. */
export function valuesOf(
  ctx: Context,
  facts: Facts,
  reader: 'provider' | 'customer',
  ends: Date = facts.endsAt,
): Values {
  const country = (reader === 'provider' ? facts.providerCountry : facts.country) as Country
  const body = facts.quote as QuoteBody
  const people = facts.people.reduce((sum, look) => sum + look.count, 0)
  const planned = body.plan && {
    arrive: clock(body.plan.arriveAt.slice(11, 16)),
    done: clock(body.plan.doneAt.slice(11, 16)),
  }
  const wanted = wantedTime(facts)
  return {
    name: reader === 'provider' ? firstName(facts.customer) : facts.provider,
    firstName: firstName(reader === 'provider' ? facts.customer : facts.provider),
    event: facts.event,
    date: date(facts.eventDate, country, ctx.now.getUTCFullYear()),
    time: wanted ? time(wanted) : null,
    place: facts.place,
    area: facts.place,
    people: counted(people, 'person', 'people'),
    ofYou: ofYou(people),
    distance: distance(
      metresApart(rounded(facts), rounded({ lat: facts.providerLat, lng: facts.providerLng })),
      country,
    ),
    lines: `${body.lines
      .filter((line) => line.amount > 0)
      .map((line) => (line.count > 1 ? `${line.label} × ${line.count}` : line.label))
      .join(', ')}.`,
    total: money(body.total, body.currency),
    deposit: money(body.deposit, body.currency),
    earnings: money(body.total - body.fee, body.currency),
    arrive: planned?.arrive ?? null,
    done: planned?.done ?? null,
    dateTime: momentOf(ends, facts.tz, country, ctx.now),
    timeLeft: duration(Math.max(0, Math.round((ends.getTime() - ctx.now.getTime()) / 60_000))),
    note: null,
    others: null,
    instant: null,
  }
}
