import type { Invitation } from '#contract/bookings/guests/guests.ts'
import { major } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import { type AppointmentRow, providersShown } from '#server/bookings/appointments/appointment-queries.ts'
import { faceOf } from '#server/bookings/appointments/face-of.ts'
import { isoIn } from '#server/bookings/day/iso-in.ts'
import { type Live, liveOf } from '#server/bookings/day/live-of.ts'
import { partyIn } from '#server/bookings/moves/party-in.ts'
import { stateOfShare } from '#server/bookings/split/present-shares.ts'
import { billOfAppointment, shareById } from '#server/bookings/split/split-queries.ts'
import { paymentsOf } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { openingKey } from '#server/platform/http/act-key.ts'
import { asksOf } from './asks-of.ts'
import type { GuestOf } from './guest-queries.ts'
import type { Offered } from './offered-to.ts'
import { runningOf } from './running-of.ts'

const firstOf = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** A booking as one guest of it reads it: first names, their own words, their own chair; nobody's address, nobody else's words. */
export async function presentInvitation(
  ctx: Context,
  guest: GuestOf,
  row: AppointmentRow,
  offered: readonly Offered[],
): Promise<Invitation> {
  const [provider] = await providersShown(ctx.db, [row.provider_id])
  const iso = isoIn(row)
  const live = await liveOf(ctx.db, row, ctx.now)
  const member = partyIn(row).find(({ person }) => person === guest.person)
  const booked = member?.services ?? []
  return {
    name: (member?.name ?? '') || guest.name,
    booker: firstOf(row.requester.name),
    provider: provider?.name ?? '',
    slug: provider?.slug ?? '',
    profileImg: faceOf(provider),
    event: row.event,
    eventDate: row.event_date,
    countryCode: row.country_code as CountryCode,
    timeZone: row.tz,
    currency: row.currency,
    place: row.place,
    state: row.state,
    startsAt: iso(row.starts_at.getTime()),
    endsAt: iso(row.ends_at.getTime()),
    chair: chairOf(live, guest.person),
    live: runningOf(live, guest.person, iso),
    services: booked,
    asks: asksOf(guest, booked),
    declined: guest.declined_at !== null,
    // What is done for them already can stay, whatever else is offered by now.
    offered: [
      ...offered,
      ...booked.filter(({ id }) => !offered.some((one) => one.id === id)).map((one) => ({ ...one, price: null })),
    ],
    look: guest.look,
    allergies: guest.allergies,
    answeredAt: guest.answered_at?.toISOString() ?? null,
    share: await shareOf(ctx, guest, row),
    sheetKey: row.share_ended ? null : await openingKey(ctx.database, ctx.env, 'sheet', row.id),
  }
}

function chairOf({ seen }: Live, person: number | null): Invitation['chair'] {
  const blocks = seen.plan.blocks.filter((block) => block.person === person)
  const [first, ...rest] = blocks.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
  if (!first) return null
  return { from: first.from, to: rest.reduce((to, block) => (block.to > to ? block.to : to), first.to) }
}

async function shareOf(ctx: Context, guest: GuestOf, row: AppointmentRow): Promise<Invitation['share']> {
  const share = guest.share_id ? await shareById(ctx.db, guest.share_id) : undefined
  const bill = share && (await billOfAppointment(ctx.db, row.id))
  if (!share || bill?.hold_id !== share.hold_id) return null
  return {
    // Whoever booked has no link of their own to a share: they read all of them.
    key: share.booker ? null : await openingKey(ctx.database, ctx.env, 'share', share.id),
    amount: major(share.due_minor),
    state: stateOfShare(bill, await paymentsOf(ctx.db, [share.id])).state,
  }
}
