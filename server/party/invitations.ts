import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { guests, Invitation } from '#contract/party/guests.ts'
import type { Context } from '#server/platform/context.ts'
import {
  findAppointmentById,
  type AppointmentRow,
  isDayOver,
  lockAppointmentOf,
  presentFace,
  createIsoFormatter,
  presentParty,
  listParticipants,
  publishAppointment,
  notifySide,
  updateAppointment,
} from '#server/appointments/index.ts'
import { getTextVersion } from '#contract/terms.ts'
import { assertNotHeld } from '#server/accounts/index.ts'
import { getSender } from '#server/notifications/index.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { assertNoContactDetails } from '#server/platform/validation/contact-details.ts'
import { getGuestWish, lockForGuests, areSameServices } from './guests.ts'
import { emptyAnswers, type GuestOf, findGuestOfLink, updateGuest } from './guests.queries.ts'
import { toMajor } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import { type DayState, getLiveDay, getVisibleProgress } from './live-day.ts'
import { findBillOfAppointment, findShareById, getShareState } from '#server/checkout/index.ts'
import { listPaymentsOf } from '#server/payments/index.ts'
import { openLinkKey, createLinkKey } from '#server/platform/http/act-key.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { formatServiceLabel } from '#contract/words.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { listProviderServices, listTitles } from '#server/providers/index.ts'
import { findSearch } from '#server/search/index.ts'

export async function readInvitation(
  ctx: Context,
  { key }: InputOf<typeof guests.read>,
): Promise<OutputOf<typeof guests.read>> {
  const { guest, row } = await getGuestByKey(ctx, key)
  return { invitation: await presentInvitation(ctx, guest, row, await listGuestServices(ctx, row)) }
}

type Answer = InputOf<typeof guests.answer>

/** Name and notes apply immediately. Other services notify the booker, who decides. */
export async function answerInvitation(ctx: Context, answer: Answer): Promise<OutputOf<typeof guests.answer>> {
  const known = await getGuestByKey(ctx, answer.key)
  // Allergies may include an emergency contact. Everyone in the party reads the other two.
  for (const field of ['name', 'look'] as const) assertNoContactDetails(answer[field], field)
  const offered = await listGuestServices(ctx, known.row)
  const labels = new Map(offered.map(({ id, label }) => [id, label]))
  for (const { id, label } of bookedFor(known.row, known.guest.person)) if (!labels.has(id)) labels.set(id, label)
  if (answer.services.some((id) => !labels.has(id))) throw createFieldRefusal('service_not_theirs', 'services')
  if (answer.allergies && !answer.allergiesConsent)
    throw createFieldRefusal('health_consent_missing', 'allergiesConsent')
  const sender = await getSender(ctx)
  return ctx.transaction(async (tx) => {
    const row = await lockForGuests(tx, known.row.id)
    const guest = await findGuestOfLink(tx.db, known.guest.link_id ?? '')
    if (guest?.appointment_id !== row.id) throw new Refusal('not_found')
    const now = { ...guest, ...toGuestAnswer(guest, answer, row, labels, tx.now) }
    const { id: guestId, ...change } = now
    await updateGuest(tx.db, guestId, change)
    const shown = await nameOn(tx, row, now)
    await publishAppointment(tx, shown, 'appointment.changed')
    if (getGuestWish(now, bookedFor(row, guest.person)))
      // At most one notification a day per guest.
      await notifySide(tx, sender, shown, 'customer', 'guest.asks', {
        fact: `guest.asks ${guest.id} ${tx.now.toISOString().slice(0, 10)}`,
      })
    return { invitation: await presentInvitation(tx, now, shown, offered) }
  })
}

const bookedFor = (row: AppointmentRow, person: number | null) =>
  presentParty(row).find((of) => of.person === person)?.services ?? []

/** Keeps services only if they differ from those booked. A decline of the same ones stays. */
function toGuestAnswer(
  guest: GuestOf,
  { name, services, look, allergies, email }: Answer,
  row: AppointmentRow,
  labels: ReadonlyMap<string, string>,
  now: Date,
): Omit<GuestOf, 'id' | 'appointment_id' | 'no' | 'person' | 'link_id' | 'share_id' | 'created_at'> {
  const booked = bookedFor(row, guest.person).map(({ id }) => id)
  const other = !areSameServices(services, booked)
  const again = other && guest.services !== null && areSameServices(services, guest.services)
  return {
    name,
    look,
    ...toHealthConsent(allergies, now),
    email: email || null,
    services: other ? services : null,
    labels: other ? services.map((id) => labels.get(id) ?? id) : null,
    declined_at: again ? guest.declined_at : null,
    answered_at: now,
  }
}

type Correction = Pick<Answer, 'name' | 'look' | 'allergies' | 'allergiesConsent'>

/** Corrects what a guest has said, at any time until it is deleted, in the caller's transaction. */
export async function correctGuestAnswers(
  tx: Context,
  guest: GuestOf,
  { name, look, allergies, allergiesConsent }: Correction,
): Promise<void> {
  for (const [field, text] of Object.entries({ name, look })) assertNoContactDetails(text, field)
  if (allergies && !allergiesConsent) throw createFieldRefusal('health_consent_missing', 'allergiesConsent')
  const row = await lockAppointmentOf(tx, guest.appointment_id)
  const change = { name, look, ...toHealthConsent(allergies, tx.now) }
  await updateGuest(tx.db, guest.id, change)
  await publishAppointment(tx, await nameOn(tx, row, { ...guest, ...change }), 'appointment.changed')
}

const toHealthConsent = (allergies: string, now: Date) => ({
  allergies,
  allergies_consent_at: allergies ? now : null,
  allergies_consent_version: allergies ? getTextVersion('allergies') : null,
})

/** Deletes the answers of a guest by the key of their link. */
export async function eraseInvitation(
  ctx: Context,
  { key }: InputOf<typeof guests.erase>,
): Promise<OutputOf<typeof guests.erase>> {
  const known = await getGuestByKey(ctx, key)
  const offered = await listGuestServices(ctx, known.row)
  return ctx.transaction(async (tx) => {
    const { guest, row } = await eraseGuestAnswers(tx, known.guest)
    return { invitation: await presentInvitation(tx, guest, row, offered) }
  })
}

/**
 * Deletes what a guest has entered, and their name on the booking, in the caller's transaction. The place in the party
 * stays. Throws `legal_hold_active`.
 */
export async function eraseGuestAnswers(tx: Context, guest: GuestOf): Promise<{ guest: GuestOf; row: AppointmentRow }> {
  const row = await lockAppointmentOf(tx, guest.appointment_id)
  if (guest.email) await assertNotHeld(tx, { email: guest.email })
  if (row.account_id) await assertNotHeld(tx, { accountId: row.account_id })
  await updateGuest(tx.db, guest.id, emptyAnswers)
  const erased = { ...guest, ...emptyAnswers }
  const shown = await nameOn(tx, row, erased)
  await publishAppointment(tx, shown, 'appointment.changed')
  return { guest: erased, row: shown }
}

async function nameOn(tx: Context, row: AppointmentRow, { person, name }: GuestOf): Promise<AppointmentRow> {
  if (person === null || row.names[person - 1] === name) return row
  const names = Array.from({ length: Math.max(row.names.length, person) }, (_, i) => row.names[i] ?? '')
  names[person - 1] = name
  return updateAppointment(tx.db, row.id, { names, changed_at: tx.now, sequence: row.sequence + 1 })
}

const firstOf = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** Shows first names and the guest's own answers and seat, without addresses. */
async function presentInvitation(
  ctx: Context,
  guest: GuestOf,
  row: AppointmentRow,
  offered: readonly GuestService[],
): Promise<Invitation> {
  const [provider] = await listParticipants(ctx.db, [row.provider_id])
  const iso = createIsoFormatter(row)
  const live = await getLiveDay(ctx.db, row, ctx.now)
  const member = presentParty(row).find(({ person }) => person === guest.person)
  const booked = member?.services ?? []
  return {
    name: (member?.name ?? '') || guest.name,
    booker: firstOf(row.requester.name),
    provider: provider?.name ?? '',
    slug: provider?.slug ?? '',
    profileImg: presentFace(provider),
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
    live: getGuestRunning(live, guest.person, iso),
    services: booked,
    asks: getGuestWish(guest, booked),
    declined: guest.declined_at !== null,
    // Booked services stay selectable even if no longer offered.
    offered: [
      ...offered,
      ...booked.filter(({ id }) => !offered.some((one) => one.id === id)).map((one) => ({ ...one, price: null })),
    ],
    look: guest.look,
    allergies: guest.allergies,
    allergiesConsentAt: guest.allergies_consent_at?.toISOString() ?? null,
    email: guest.email ?? '',
    answeredAt: guest.answered_at?.toISOString() ?? null,
    share: await shareOf(ctx, guest, row),
    sheetKey: row.share_ended ? null : await createLinkKey(ctx.database, ctx.env, 'sheet', row.id),
  }
}

function chairOf({ seen }: DayState, person: number | null): Invitation['chair'] {
  const blocks = seen.plan.blocks.filter((block) => block.person === person)
  const [first, ...rest] = blocks.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
  if (!first) return null
  return { from: first.from, to: rest.reduce((to, block) => (block.to > to ? block.to : to), first.to) }
}

async function shareOf(ctx: Context, guest: GuestOf, row: AppointmentRow): Promise<Invitation['share']> {
  const share = guest.share_id ? await findShareById(ctx.db, guest.share_id) : undefined
  const bill = share && (await findBillOfAppointment(ctx.db, row.id))
  if (!share || bill?.hold_id !== share.hold_id) return null
  return {
    // The booker has no share link: they see all shares.
    key: share.booker ? null : await createLinkKey(ctx.database, ctx.env, 'share', share.id),
    amount: toMajor(share.due_minor),
    state: getShareState(bill, await listPaymentsOf(ctx.db, [share.id])).state,
  }
}

/** Throws the same `not_found` for an invalid, revoked, renewed or expired key. Must not run inside a transaction. */
async function getGuestByKey(ctx: Context, key: string): Promise<{ guest: GuestOf; row: AppointmentRow }> {
  const linkId = await openLinkKey(ctx.database, ctx.env, 'guest', key)
  const guest = linkId ? await findGuestOfLink(ctx.db, linkId) : undefined
  const row = guest && (await findAppointmentById(ctx.db, guest.appointment_id))
  if (!guest || !row || isDayOver(row, ctx.now)) throw new Refusal('not_found')
  return { guest, row }
}

type GuestService = { id: string; label: string; price: number | null }

/** Returns the artist's price list in the booking's category, at frozen prices. Must not run inside a transaction. */
async function listGuestServices(ctx: Context, row: AppointmentRow): Promise<GuestService[]> {
  const catalog = await getCatalog(ctx.database)
  const search = await findSearch(ctx.database, row.search_id)
  if (!search) throw new Refusal('not_found')
  const own = await listProviderServices(ctx.reads, row.provider_id)
  const titles = (await listTitles(ctx.reads, [row.provider_id])).get(row.provider_id)
  const { terms } = row.body
  return own
    .flatMap(({ service_id: id, cost_minor }) => {
      const service = catalog.services.get(id)
      if (!service || service.retired || service.trial || service.categoryId !== search.category_id) return []
      const title = terms?.serviceCosts?.[id] === undefined ? titles?.get(id) : terms.titles?.[id]
      const price = terms ? computeUnitsWithFee(terms.serviceCosts?.[id] ?? cost_minor, terms.percent) : null
      return [{ no: service.no, id, label: formatServiceLabel(title, service.label), price }]
    })
    .toSorted((a, b) => a.no - b.no)
    .map(({ id, label, price }) => ({ id, label, price }))
}

/** Returns a person's schedule on the day with its delays, including the next artist they wait for. */
export function getGuestRunning(
  live: Pick<DayState, 'seen' | 'said'>,
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
    acting: getVisibleProgress(live).some(({ at, acting }) => acting && Date.parse(at) === facts.saidAt),
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
