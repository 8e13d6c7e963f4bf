import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { guests, Invitation } from '#contract/bookings/guests/guests.ts'
import type { Context } from '#server/platform/context.ts'
import {
  appointmentById,
  type AppointmentRow,
  dayOver,
  faceOf,
  isoIn,
  partyIn,
  providersShown,
  publishAppointment,
  tell,
  updateAppointment,
} from '#server/appointments/index.ts'
import { senderOf } from '#server/notifications/index.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { refuseContact } from '#server/platform/validation/contact-details.ts'
import { asksOf, lockForGuests, sameServices } from './guests.ts'
import { type GuestOf, guestOfLink, updateGuest } from './guests.queries.ts'
import { major } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import { type Live, liveOf, standingOf } from './live-day.ts'
import { billOfAppointment, shareById, stateOfShare } from '#server/checkout/index.ts'
import { paymentsOf } from '#server/payments/index.ts'
import { openedBy, openingKey } from '#server/platform/http/act-key.ts'
import { unitsWithFee } from '#contract/price.ts'
import { ownLabel } from '#contract/words.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { servicesOf, titlesOf } from '#server/providers/index.ts'
import { findSearch } from '#server/search/index.ts'

/** What a guest reads by the key of their link. */
export async function readInvitation(
  ctx: Context,
  { key }: InputOf<typeof guests.read>,
): Promise<OutputOf<typeof guests.read>> {
  const { guest, row } = await guestOfKey(ctx, key)
  return { invitation: await presentInvitation(ctx, guest, row, await offeredTo(ctx, row)) }
}

type Answer = InputOf<typeof guests.answer>

/** A guest says who they are and what they would like. Their name and words stand at once; other services wait for whoever booked, who is told of them. */
export async function answerInvitation(ctx: Context, answer: Answer): Promise<OutputOf<typeof guests.answer>> {
  const known = await guestOfKey(ctx, answer.key)
  // Allergies may name whom to call; the other two are read by everyone of the party.
  for (const field of ['name', 'look'] as const) refuseContact(answer[field], field)
  const offered = await offeredTo(ctx, known.row)
  const labels = new Map(offered.map(({ id, label }) => [id, label]))
  for (const { id, label } of bookedFor(known.row, known.guest.person)) if (!labels.has(id)) labels.set(id, label)
  if (answer.services.some((id) => !labels.has(id))) throw refuseField('service_not_theirs', 'services')
  const sender = await senderOf(ctx)
  return ctx.transaction(async (tx) => {
    const row = await lockForGuests(tx, known.row.id)
    const guest = await guestOfLink(tx.db, known.guest.link_id ?? '')
    if (guest?.appointment_id !== row.id) throw new Refusal('not_found')
    const now = { ...guest, ...saidBy(guest, answer, row, labels, tx.now) }
    const { id: guestId, ...change } = now
    await updateGuest(tx.db, guestId, change)
    const shown = await nameOn(tx, row, now)
    await publishAppointment(tx, shown, 'appointment.changed')
    if (asksOf(now, bookedFor(row, guest.person)))
      // Once a day of one guest, however often they change their mind.
      await tell(tx, sender, shown, 'customer', 'guest.asks', {
        fact: `guest.asks ${guest.id} ${tx.now.toISOString().slice(0, 10)}`,
      })
    return { invitation: await presentInvitation(tx, now, shown, offered) }
  })
}

const bookedFor = (row: AppointmentRow, person: number | null) =>
  partyIn(row).find((of) => of.person === person)?.services ?? []

/** What is kept of an answer: services only where they are not what is booked; a no to the same ones stays. */
function saidBy(
  guest: GuestOf,
  { name, services, look, allergies }: Answer,
  row: AppointmentRow,
  labels: ReadonlyMap<string, string>,
  now: Date,
): Pick<GuestOf, 'name' | 'services' | 'labels' | 'look' | 'allergies' | 'answered_at' | 'declined_at'> {
  const booked = bookedFor(row, guest.person).map(({ id }) => id)
  const other = !sameServices(services, booked)
  const again = other && guest.services !== null && sameServices(services, guest.services)
  return {
    name,
    look,
    allergies,
    services: other ? services : null,
    labels: other ? services.map((id) => labels.get(id) ?? id) : null,
    declined_at: again ? guest.declined_at : null,
    answered_at: now,
  }
}

/** Their name in their chair on the run sheet. */
async function nameOn(tx: Context, row: AppointmentRow, { person, name }: GuestOf): Promise<AppointmentRow> {
  if (person === null || row.names[person - 1] === name) return row
  const names = Array.from({ length: Math.max(row.names.length, person) }, (_, i) => row.names[i] ?? '')
  names[person - 1] = name
  return updateAppointment(tx.db, row.id, { names, changed_at: tx.now, sequence: row.sequence + 1 })
}

const firstOf = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** A booking as one guest of it reads it: first names, their own words, their own chair; nobody's address, nobody else's words. */
async function presentInvitation(
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

/** What the link of a guest opens; the same 'not found' for a key that is not ours, one that was taken back or renewed, and one whose day is over. Not inside a transaction. */
async function guestOfKey(ctx: Context, key: string): Promise<{ guest: GuestOf; row: AppointmentRow }> {
  const linkId = await openedBy(ctx.database, ctx.env, 'guest', key)
  const guest = linkId ? await guestOfLink(ctx.db, linkId) : undefined
  const row = guest && (await appointmentById(ctx.db, guest.appointment_id))
  if (!guest || !row || dayOver(row, ctx.now)) throw new Refusal('not_found')
  return { guest, row }
}

type Offered = { id: string; label: string; price: number | null }

/** What guests of a booking may choose from: the artist's price list in the category of the booking, at what was frozen with it. Not inside a transaction. */
async function offeredTo(ctx: Context, row: AppointmentRow): Promise<Offered[]> {
  const catalog = await catalogOf(ctx.database)
  const search = await findSearch(ctx.database, row.search_id)
  if (!search) throw new Refusal('not_found')
  const own = await servicesOf(ctx.reads, row.provider_id)
  const titles = (await titlesOf(ctx.reads, [row.provider_id])).get(row.provider_id)
  const { terms } = row.body
  return own
    .flatMap(({ service_id: id, cost_minor }) => {
      const service = catalog.services.get(id)
      if (!service || service.retired || service.trial || service.categoryId !== search.category_id) return []
      const title = terms?.serviceCosts?.[id] === undefined ? titles?.get(id) : terms.titles?.[id]
      const price = terms ? unitsWithFee(terms.serviceCosts?.[id] ?? cost_minor, terms.percent) : null
      return [{ no: service.no, id, label: ownLabel(title, service.label), price }]
    })
    .toSorted((a, b) => a.no - b.no)
    .map(({ id, label, price }) => ({ id, label, price }))
}

/** How the day runs for one person of it, once something was said or moves it; whoever waits between two chairs is told of the next. */
export function runningOf(
  live: Pick<Live, 'seen' | 'said'>,
  person: number | null,
  iso: (ms: number) => string,
): Invitation['live'] {
  const { sittings, facts, asPlanned, behind, plan, spare, finishedAt } = live.seen
  if (asPlanned) return null
  const own = sittings.filter((sitting) => sitting.person === person)
  const [next] = own.filter(({ state }) => state === 'ahead').toSorted((a, b) => a.from - b.from)
  const sits = own.some(({ state }) => state === 'now')
  return {
    saidAt: facts.saidAt === null ? null : iso(facts.saidAt),
    acting: standingOf(live).some(({ at, acting }) => acting && Date.parse(at) === facts.saidAt),
    arrivedAt: facts.arrivedAt === null ? null : iso(facts.arrivedAt),
    state: own.length === 0 ? null : sits ? 'now' : next ? 'ahead' : 'done',
    nextFrom: next ? iso(next.from) : null,
    plannedFrom: next ? iso(next.plannedFrom) : null,
    heldUpBy: next?.heldUpBy ?? null,
    behind,
    doneAt: plan.doneAt,
    spare,
    finishedAt: finishedAt === null ? null : iso(finishedAt),
  }
}
