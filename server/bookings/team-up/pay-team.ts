import { truncate } from '#contract/text.ts'
import type { teamBookings } from '#contract/bookings/team-up/teams.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { date } from '#contract/format.ts'
import { minor } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import { parseMobile, requesterAccount, termsNow } from '#server/accounts/index.ts'
import { type HoldRow, savePapers } from '#server/bookings/holds/hold-queries.ts'
import { askForPayment, keepPayment, presentPayment } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { refuseOwnProfile } from '#server/providers/index.ts'
import { detailsToKeep, ownTeam, presentQuote, quoteById } from '#server/search/index.ts'
import { presentTeamHold } from './present-team-hold.ts'
import { holdsOfTeam } from './team-hold-queries.ts'

type Opened = {
  hold: HoldRow
  details: Awaited<ReturnType<typeof detailsToKeep>>
  payable: Parameters<typeof askForPayment>[1]
  opening: Awaited<ReturnType<typeof askForPayment>>
  names: string[]
}

/** Keeps who books and what the day is like with all kept times of a team, and opens a payment of each artist's deposit; nothing is booked before all of them are reserved. */
export async function payTeam(
  ctx: Context,
  { teamId, requester, day, names, shareNumber, smsReminders, terms: accepted }: InputOf<typeof teamBookings.payTeam>,
): Promise<OutputOf<typeof teamBookings.payTeam>> {
  const { parts } = await ownTeam(ctx, teamId)
  const holds = await holdsOfTeam(ctx.db, teamId)
  if (holds.length > 0 && holds.every(({ state }) => state === 'booked')) throw new Refusal('already_booked')
  if (holds.length !== parts.length || holds.some(({ state, expires_at }) => state !== 'held' || expires_at <= ctx.now))
    throw new Refusal('hold_lapsed')
  if (!day.address) throw refuseField('address_missing', 'day.address')
  if (!accepted) throw refuseField('terms_missing', 'terms')
  const country = parts[0]?.search.country_code as CountryCode
  const mobile = parseMobile(requester.mobile, country)
  const terms = await termsNow(ctx.database, 'customer')
  const opened: Opened[] = []
  for (const [i, { search, people }] of parts.entries()) {
    const hold = holds[i] as (typeof holds)[number]
    await refuseOwnProfile(ctx, hold.provider_id, requester.email)
    const quote = await quoteById(ctx.db, search.id, hold.quote_id)
    if (!quote) throw new Refusal('hold_lapsed')
    const locked = presentQuote(quote)
    const details = await detailsToKeep(ctx, search, {
      ...requester,
      startTime: undefined,
      finishTime: undefined,
      timeConstraint: search.time_constraint,
    })
    const payable = {
      kind: 'deposit' as const,
      ref: hold.id,
      providerId: hold.provider_id,
      countryCode: search.country_code,
      currency: locked.currency,
      amountMinor: minor(locked.deposit),
      // The platform's whole fee is in the deposit: it is never less than that.
      feeMinor: Math.min(minor(locked.fee), minor(locked.deposit)),
      description: truncate(`${requester.event}, ${date(search.event_date, country)}, ${quote.name}`, 300),
      email: requester.email,
    }
    const opening = await askForPayment(ctx, payable, { neverOpened: hold.requester === null })
    const own = people.map((person) => names[person - 1]?.trim() ?? '')
    opened.push({ hold, details, payable, opening, names: own.some(Boolean) ? own : [] })
  }
  return ctx.once(async (tx) => {
    const { id: accountId } = await requesterAccount(tx, requester, country, terms)
    const payments = []
    for (const { hold, details, payable, opening, names: own } of opened) {
      await details.keep(tx.db)
      const kept = await savePapers(tx.db, hold.id, {
        requester: { ...requester, mobile },
        day: { ...day, names: own, shareNumber, smsReminders },
        terms_accepted_at: tx.now,
        account_id: accountId,
        in_full: false,
        split: false,
      })
      if (!kept) throw new Refusal('hold_lapsed')
      if (kept.quote_id !== hold.quote_id) throw new Refusal('state_changed')
      payments.push(presentPayment(tx, await keepPayment(tx, { ...payable, accountId }, opening)))
    }
    const hold = await presentTeamHold(tx, teamId)
    if (!hold) throw new Refusal('hold_lapsed')
    return { hold, payments }
  })
}
