import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ClientPage, ownClients, Visit } from '#contract/bookings/own-clients.ts'
import { markets } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { appointmentsWithClient, clientsOf } from '#server/bookings/appointments/client-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf, todayIn } from '#server/platform/event-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { ownAppointmentsWith, ownClientOf } from './own-client-queries.ts'
import { visitLink } from './visit-of-key.ts'
import { presentOwnVisit } from './present-own.ts'

type Provider = Awaited<ReturnType<typeof ownProvider>>

/** Returns one of the caller's clients: an own one, or someone who booked them here. Throws `not_found` for anyone else. */
export async function showClient(
  ctx: Context,
  { clientId }: InputOf<typeof ownClients.page>,
): Promise<OutputOf<typeof ownClients.page>> {
  const provider = await ownProvider(ctx)
  const client = (await ownOne(ctx, provider, clientId)) ?? (await bookedOne(ctx, provider, clientId))
  if (!client) throw new Refusal('not_found')
  return { client }
}

async function ownOne(ctx: Context, provider: Provider, id: string): Promise<ClientPage | null> {
  const row = await ownClientOf(ctx.db, provider.id, id)
  if (!row) return null
  const { name, email, phone, address, note, allergies, look } = row
  const rows = await ownAppointmentsWith(ctx.db, provider.id, id)
  const visits = await Promise.all(rows.map(async (of) => presentOwnVisit(of, ctx.now, await visitLink(ctx, of.id))))
  return { id, own: true, name, email, phone, address, note, allergies, look, ...summed(ctx, provider, visits) }
}

async function bookedOne(ctx: Context, provider: Provider, id: string): Promise<ClientPage | null> {
  const [row] = await clientsOf(ctx.db, provider.id, ctx.now, id)
  if (!row) return null
  const visits = (await appointmentsWithClient(ctx.db, provider.id, id)).map((of) => presentVisit(of, ctx.now))
  return {
    id,
    own: false,
    name: row.name,
    // Contact details of someone who booked are on the booking's page, while the artist may see them.
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
    today: todayIn(provider.tz, ctx.now),
    spent: visits.filter(({ state }) => state === 'past').reduce((sum, { price }) => sum + (price ?? 0), 0),
    next: visits.findLast(({ state }) => state === 'ahead')?.startsAt ?? null,
    visits,
  }
}

function presentVisit(row: AppointmentRow, now: Date): Visit {
  const day = dayOf(row.event_date, row.tz)
  return {
    id: row.id,
    own: false,
    eventDate: row.event_date,
    startsAt: day.iso(row.starts_at.getTime()),
    endsAt: day.iso(row.ends_at.getTime()),
    timeZone: row.tz,
    what: [row.event, ...new Set(row.body.plan.blocks.map(({ label }) => label))].filter(Boolean).join(', '),
    place: row.place,
    price: major(row.total_minor),
    currency: row.currency,
    note: row.day.allergies ?? '',
    appointment: null,
    link: null,
    state: row.state === 'cancelled' || row.state === 'no_show' ? 'cancelled' : row.ends_at > now ? 'ahead' : 'past',
  }
}
