import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ClientPage, PrivateAppointment, privateClients, Visit } from '#contract/calendar/private-clients.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary, getCallerProvider } from '#server/providers/index.ts'
import {
  countOwnClients,
  deleteOwnClient,
  insertOwnClients,
  type NamedAppointment,
  listPrivateAppointmentsOfClient,
  findPrivateClient,
  type listPrivateClients,
  updateOwnClient,
} from './private-clients.queries.ts'
import { markets } from '#contract/format.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import type { AppointmentRow } from '#server/appointments/index.ts'
import { assertControllerTerms } from './client-data.ts'
import { listAppointmentsWithClient, listClientsOf } from './clients.queries.ts'
import { getEventDay, getToday } from '#server/platform/event-day.ts'
import { getVisitLink } from './private-visits.ts'
import type { RepeatInterval } from '#contract/calendar/repeats.ts'
import type { Client } from '#contract/bookings/provider-bookings.ts'

export const MOST_CLIENTS = 5_000

export async function addOwnClient(
  ctx: Context,
  said: InputOf<typeof privateClients.add>,
): Promise<OutputOf<typeof privateClients.add>> {
  const provider = await getCallerProvider(ctx)
  await assertControllerTerms(ctx, provider.account_id)
  return ctx.idempotent(async (tx) => {
    await lockDiary(tx.db, provider.id)
    if ((await countOwnClients(tx.db, provider.id)) >= MOST_CLIENTS) throw new Refusal('too_many_private_entries')
    const [row] = await insertOwnClients(tx.db, [{ ...said, provider_id: provider.id, created_at: tx.now }])
    return { clientId: row?.id as string }
  })
}

export async function changeOwnClient(
  ctx: Context,
  { clientId, ...said }: InputOf<typeof privateClients.change>,
): Promise<OutputOf<typeof privateClients.change>> {
  const provider = await getCallerProvider(ctx)
  if (!(await updateOwnClient(ctx.db, provider.id, clientId, { ...said, changed_at: ctx.now })))
    throw new Refusal('not_found')
  return { done: true }
}

export async function removeOwnClient(
  ctx: Context,
  { clientId }: InputOf<typeof privateClients.remove>,
): Promise<OutputOf<typeof privateClients.remove>> {
  const provider = await getCallerProvider(ctx)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    if (!(await deleteOwnClient(tx.db, provider.id, clientId))) throw new Refusal('not_found')
    return { done: true as const }
  })
}

type Provider = Awaited<ReturnType<typeof getCallerProvider>>

/** Returns a client of the artist. Throws `not_found` unless it is a private client or a customer of the caller. */
export async function getClient(
  ctx: Context,
  { clientId }: InputOf<typeof privateClients.page>,
): Promise<OutputOf<typeof privateClients.page>> {
  const provider = await getCallerProvider(ctx)
  const client = (await getPrivateClientPage(ctx, provider, clientId)) ?? (await bookedOne(ctx, provider, clientId))
  if (!client) throw new Refusal('not_found')
  return { client }
}

async function getPrivateClientPage(ctx: Context, provider: Provider, id: string): Promise<ClientPage | null> {
  const row = await findPrivateClient(ctx.db, provider.id, id)
  if (!row) return null
  const { name, email, phone, address, note, allergies, look } = row
  const rows = await listPrivateAppointmentsOfClient(ctx.db, provider.id, id)
  const visits = await Promise.all(rows.map(async (of) => presentOwnVisit(of, ctx.now, await getVisitLink(ctx, of.id))))
  return { id, own: true, name, email, phone, address, note, allergies, look, ...summed(ctx, provider, visits) }
}

async function bookedOne(ctx: Context, provider: Provider, id: string): Promise<ClientPage | null> {
  const [row] = await listClientsOf(ctx.db, provider.id, ctx.now, id)
  if (!row) return null
  const visits = (await listAppointmentsWithClient(ctx.db, provider.id, id)).map((of) => presentVisit(of, ctx.now))
  return {
    id,
    own: false,
    name: row.name,
    email: '',
    phone: '',
    address: '',
    note: row.note ?? '',
    allergies: row.allergies ?? '',
    look: row.look ?? '',
    ...summed(ctx, provider, visits),
  }
}

function summed(ctx: Context, provider: Provider, visits: Visit[]) {
  return {
    currency: markets[provider.country_code as Country].currency,
    timeZone: provider.tz,
    today: getToday(provider.tz, ctx.now),
    spent: visits.filter(({ state }) => state === 'past').reduce((sum, { price }) => sum + (price ?? 0), 0),
    next: visits.findLast(({ state }) => state === 'ahead')?.startsAt ?? null,
    visits,
  }
}

function presentVisit(row: AppointmentRow, now: Date): Visit {
  const day = getEventDay(row.event_date, row.tz)
  return {
    id: row.id,
    own: false,
    eventDate: row.event_date,
    startsAt: day.iso(row.starts_at.getTime()),
    endsAt: day.iso(row.ends_at.getTime()),
    timeZone: row.tz,
    what: [row.event, ...new Set(row.body.plan.blocks.map(({ label }) => label))].filter(Boolean).join(', '),
    place: row.place,
    price: toMajor(row.total_minor),
    currency: row.currency,
    note: row.day.allergies ?? '',
    appointment: null,
    link: null,
    state: row.state === 'cancelled' || row.state === 'no_show' ? 'cancelled' : row.ends_at > now ? 'ahead' : 'past',
  }
}

const priceOf = (minor: Minor | null): number | null => (minor === null ? null : toMajor(minor))

export function presentOwn(row: NamedAppointment): PrivateAppointment {
  const day = getEventDay(row.event_date, row.tz)
  const startsAt = day.iso(row.starts_at.getTime())
  return {
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    eventDate: row.event_date,
    startTime: startsAt.slice(11, 16),
    minutes: Math.round((row.ends_at.getTime() - row.starts_at.getTime()) / 60_000),
    startsAt,
    endsAt: day.iso(row.ends_at.getTime()),
    timeZone: row.tz,
    services: row.services,
    place: row.place,
    coordinates: row.lat === null || row.lng === null ? null : [row.lng, row.lat],
    price: priceOf(row.price_minor),
    currency: row.currency,
    note: row.note,
    cancelled: row.cancelled_at !== null,
    answered: row.answered_at !== null,
    repeat:
      row.repeat_unit === null || row.repeat_every === null
        ? null
        : { unit: row.repeat_unit as RepeatInterval['unit'], every: row.repeat_every },
  }
}

function presentOwnVisit(row: NamedAppointment, now: Date, link: string): Visit {
  const appointment = presentOwn(row)
  const { id, eventDate, startsAt, endsAt, timeZone, place, price, currency, note, cancelled } = appointment
  const state = cancelled ? 'cancelled' : row.ends_at > now ? 'ahead' : 'past'
  return {
    id,
    own: true,
    eventDate,
    startsAt,
    endsAt,
    timeZone,
    what: row.services,
    place,
    price,
    currency,
    note,
    state,
    appointment,
    link: state === 'ahead' ? link : null,
  }
}

export const presentOwnClient = (row: Awaited<ReturnType<typeof listPrivateClients>>[number]): Client => ({
  id: row.id,
  own: true,
  name: row.name,
  bookings: Number(row.bookings),
  lastAt: row.last && new Date(row.last).toISOString(),
  next: row.next && new Date(row.next).toISOString(),
  spent: toMajor(Number(row.spent_minor)),
  earned: toMajor(Number(row.spent_minor)),
  currency: row.currency,
  note: row.note,
})
