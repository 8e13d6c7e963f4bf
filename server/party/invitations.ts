import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { GuestArtist, guests, Invitation } from '#contract/party/guests.ts'
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
import { getGuestWish, areSameServices } from './guests.ts'
import { emptyAnswers, type GuestOf, findGuestOfLink, listRowsOfGuest, updateGuest } from './guests.queries.ts'
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
  return { invitation: await presentInvitation(ctx, await getGuestParts(ctx, key)) }
}

type Answer = InputOf<typeof guests.answer>

/** Name and notes apply immediately, with every artist. Other services notify the booker, who decides. */
export async function answerInvitation(ctx: Context, answer: Answer): Promise<OutputOf<typeof guests.answer>> {
  const parts = await getGuestParts(ctx, answer.key)
  // Allergies may include an emergency contact. Everyone in the party reads the other two.
  for (const field of ['name', 'look'] as const) assertNoContactDetails(answer[field], field)
  const wishes = parts.map((part, i) => {
    const services = i === 0 ? answer.services : answer.others.find(({ slug }) => slug === part.slug)?.services
    return services && { services, labels: labelServices(part, services, i === 0 ? 'services' : 'others') }
  })
  if (answer.allergies && !answer.allergiesConsent)
    throw createFieldRefusal('health_consent_missing', 'allergiesConsent')
  const sender = await getSender(ctx)
  return ctx.transaction(async (tx) => {
    const rows = await lockRows(tx, parts)
    const isOpen = ({ state, starts_at }: AppointmentRow) => state === 'booked' && starts_at > tx.now
    if (!rows.some(isOpen)) throw new Refusal('state_changed')
    const saved: GuestPart[] = []
    for (const [i, part] of parts.entries()) {
      const row = rows[i]
      const guest = await findGuestOfLink(tx.db, part.guest.link_id ?? '')
      if (!row || guest?.appointment_id !== row.id) throw new Refusal('not_found')
      const wish = isOpen(row) ? wishes[i] : undefined
      const now = { ...guest, ...toGuestAnswer(answer, tx.now), ...(wish && toGuestWish(guest, wish, row)) }
      const { id: guestId, ...change } = now
      await updateGuest(tx.db, guestId, change)
      const shown = await nameOn(tx, row, now)
      await publishAppointment(tx, shown, 'appointment.changed')
      if (wish && getGuestWish(now, bookedFor(row, guest.person)))
        // At most one notification a day per guest.
        await notifySide(tx, sender, shown, 'customer', 'guest.asks', {
          fact: `guest.asks ${guest.id} ${tx.now.toISOString().slice(0, 10)}`,
        })
      saved.push({ ...part, guest: now, row: shown })
    }
    return { invitation: await presentInvitation(tx, saved) }
  })
}

/** Locks the bookings of a guest in the order of their ids, and returns them in the order of the parts. */
async function lockRows(tx: Context, parts: readonly GuestPart[]): Promise<AppointmentRow[]> {
  const locked = new Map<string, AppointmentRow>()
  for (const id of parts.map(({ row }) => row.id).toSorted()) locked.set(id, await lockAppointmentOf(tx, id))
  return parts.flatMap(({ row }) => locked.get(row.id) ?? [])
}

/** Returns the labels of services by their ids. Throws `service_not_theirs` if the artist does not offer one. */
function labelServices({ offered, row, guest }: GuestPart, services: readonly string[], field: string): string[] {
  const labels = new Map([...bookedFor(row, guest.person), ...offered].map(({ id, label }) => [id, label]))
  return services.map((id) => {
    const label = labels.get(id)
    if (label === undefined) throw createFieldRefusal('service_not_theirs', field)
    return label
  })
}

const bookedFor = (row: AppointmentRow, person: number | null) =>
  presentParty(row).find((of) => of.person === person)?.services ?? []

const toGuestAnswer = ({ name, look, allergies, email }: Answer, now: Date) => ({
  name,
  look,
  ...toHealthConsent(allergies, now),
  email: email || null,
  answered_at: now,
})

/** Keeps services only if they differ from those booked. A decline of the same ones stays. */
function toGuestWish(
  guest: GuestOf,
  { services, labels }: { services: string[]; labels: string[] },
  row: AppointmentRow,
): Pick<GuestOf, 'services' | 'labels' | 'declined_at'> {
  const booked = bookedFor(row, guest.person).map(({ id }) => id)
  const other = !areSameServices(services, booked)
  const again = other && guest.services !== null && areSameServices(services, guest.services)
  return {
    services: other ? services : null,
    labels: other ? labels : null,
    declined_at: again ? guest.declined_at : null,
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
  const change = { name, look, ...toHealthConsent(allergies, tx.now) }
  for (const one of await listRowsOfGuest(tx.db, guest)) {
    const row = await lockAppointmentOf(tx, one.appointment_id)
    await updateGuest(tx.db, one.id, change)
    await publishAppointment(tx, await nameOn(tx, row, { ...one, ...change }), 'appointment.changed')
  }
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
  const parts = await getGuestParts(ctx, key)
  return ctx.transaction(async (tx) => {
    const erased = await eraseGuestAnswers(tx, parts[0].guest)
    return {
      invitation: await presentInvitation(
        tx,
        parts.map((part) => ({ ...part, ...erased.find(({ guest }) => guest.id === part.guest.id) })),
      ),
    }
  })
}

/**
 * Deletes what a guest has entered, and their name on the bookings, in the caller's transaction. The place in the party
 * stays. Throws `legal_hold_active`.
 */
export async function eraseGuestAnswers(tx: Context, of: GuestOf): Promise<{ guest: GuestOf; row: AppointmentRow }[]> {
  const erased: { guest: GuestOf; row: AppointmentRow }[] = []
  for (const guest of await listRowsOfGuest(tx.db, of)) {
    const row = await lockAppointmentOf(tx, guest.appointment_id)
    if (guest.email) await assertNotHeld(tx, { email: guest.email })
    if (row.account_id) await assertNotHeld(tx, { accountId: row.account_id })
    await updateGuest(tx.db, guest.id, emptyAnswers)
    const now = { ...guest, ...emptyAnswers }
    const shown = await nameOn(tx, row, now)
    await publishAppointment(tx, shown, 'appointment.changed')
    erased.push({ guest: now, row: shown })
  }
  return erased
}

async function nameOn(tx: Context, row: AppointmentRow, { person, name }: GuestOf): Promise<AppointmentRow> {
  if (person === null || row.names[person - 1] === name) return row
  const names = Array.from({ length: Math.max(row.names.length, person) }, (_, i) => row.names[i] ?? '')
  names[person - 1] = name
  return updateAppointment(tx.db, row.id, { names, changed_at: tx.now, sequence: row.sequence + 1 })
}

const firstOf = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** Shows first names and the guest's own answers and seats, without addresses. */
async function presentInvitation(ctx: Context, parts: readonly GuestPart[]): Promise<Invitation> {
  const [first, ...others] = parts
  if (!first) throw new Refusal('not_found')
  const { guest, row } = first
  return {
    ...(await presentArtist(ctx, first)),
    others: await Promise.all(others.map((part) => presentArtist(ctx, part))),
    name: (presentParty(row).find(({ person }) => person === guest.person)?.name ?? '') || guest.name,
    booker: firstOf(row.requester.name),
    event: row.event,
    eventDate: row.event_date,
    countryCode: row.country_code as CountryCode,
    timeZone: row.tz,
    currency: row.currency,
    place: row.place,
    look: guest.look,
    allergies: guest.allergies,
    allergiesConsentAt: guest.allergies_consent_at?.toISOString() ?? null,
    email: guest.email ?? '',
    answeredAt: guest.answered_at?.toISOString() ?? null,
    share: await shareOf(ctx, guest, row),
    sheetKey: row.share_ended ? null : await createLinkKey(ctx.database, ctx.env, 'sheet', row.id),
  }
}

async function presentArtist(ctx: Context, { guest, row, offered }: GuestPart): Promise<GuestArtist> {
  const [provider] = await listParticipants(ctx.db, [row.provider_id])
  const iso = createIsoFormatter(row)
  const live = await getLiveDay(ctx.db, row, ctx.now)
  const booked = bookedFor(row, guest.person)
  return {
    provider: provider?.name ?? '',
    slug: provider?.slug ?? '',
    profileImg: presentFace(provider),
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

/** A guest's place with one artist, and what that artist offers. */
type GuestPart = { guest: GuestOf; row: AppointmentRow; slug: string; offered: GuestService[] }

/**
 * Returns a guest's places with the artists who still come, in the order of the day. Throws the same `not_found` for an
 * invalid, revoked, renewed or expired key. Must not run inside a transaction.
 */
async function getGuestParts(ctx: Context, key: string): Promise<[GuestPart, ...GuestPart[]]> {
  const linkId = await openLinkKey(ctx.database, ctx.env, 'guest', key)
  const guest = linkId ? await findGuestOfLink(ctx.db, linkId) : undefined
  const places: Pick<GuestPart, 'guest' | 'row'>[] = []
  for (const one of guest ? await listRowsOfGuest(ctx.db, guest) : []) {
    const row = await findAppointmentById(ctx.db, one.appointment_id)
    if (row && one.link_id !== null && !isDayOver(row, ctx.now)) places.push({ guest: one, row })
  }
  const booked = places.filter(({ row }) => row.state === 'booked')
  const shown = (booked.length > 0 ? booked : places).toSorted((a, b) => getPlannedStart(a) - getPlannedStart(b))
  const parts: GuestPart[] = []
  for (const place of shown) {
    const [provider] = await listParticipants(ctx.db, [place.row.provider_id])
    parts.push({ ...place, slug: provider?.slug ?? '', offered: await listGuestServices(ctx, place.row) })
  }
  const [first, ...others] = parts
  if (!first) throw new Refusal('not_found')
  return [first, ...others]
}

/** The planned start of the guest's first sitting in a booking, or of the booking for a guest outside the party. */
function getPlannedStart({ guest, row }: Pick<GuestPart, 'guest' | 'row'>): number {
  const own = row.body.plan.blocks.filter(({ person }) => person === guest.person)
  return own.length === 0 ? row.starts_at.getTime() : Math.min(...own.map(({ from }) => Date.parse(from)))
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
