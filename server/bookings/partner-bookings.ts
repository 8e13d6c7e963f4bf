import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { operatorPartnerBookings, PartnerBooking, partnerBookings } from '#contract/bookings/partner-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import {
  fetchPartnerBookings,
  findPartnerBooking,
  type PartnerBookingRow,
  isPartnerActive,
  listPartnerSums,
} from './partner-bookings.queries.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { changeSandboxBooking, fetchSandboxBookings, findSandboxBooking } from '#server/checkout/index.ts'
import type { partnerSandbox } from '#contract/checkout/partner-sandbox.ts'

function getCallingPartner({ viewer: { key } }: Context): string {
  if (!key?.partnerId) throw new Refusal('not_yours')
  return key.partnerId
}

export async function listBookingsOfPartner(
  ctx: Context,
  { partner, cursor }: InputOf<typeof operatorPartnerBookings.list>,
): Promise<OutputOf<typeof operatorPartnerBookings.list>> {
  if (!(await isPartnerActive(ctx.db, partner))) throw new Refusal('not_found')
  const { rows, nextCursor } = await fetchPartnerBookings(ctx.db, partner, { cursor })
  const sums = await listPartnerSums(ctx.db, partner)
  return {
    bookings: await presentPartnerBookings(ctx, rows),
    nextCursor,
    sums: {
      bookings: sums.reduce((all, { bookings }) => all + bookings, 0),
      cancelled: sums.reduce((all, { cancelled }) => all + cancelled, 0),
      worth: sums.map(({ currency, minor }) => ({ currency, amount: toMajor(minor) })),
    },
  }
}

export async function listPartnerBookings(
  ctx: Context,
  { cursor }: InputOf<typeof partnerBookings.list>,
): Promise<OutputOf<typeof partnerBookings.list>> {
  const partnerId = getCallingPartner(ctx)
  const fetchRows = ctx.viewer.key?.sandbox ? fetchSandboxBookings : fetchPartnerBookings
  const { rows, nextCursor } = await fetchRows(ctx.db, partnerId, { cursor })
  return { bookings: await presentPartnerBookings(ctx, rows), nextCursor }
}

async function presentPartnerBookings(ctx: Context, rows: readonly PartnerBookingRow[]): Promise<PartnerBooking[]> {
  const { services } = await getCatalog(ctx.database)
  return rows.map((row) => {
    const counts = new Map<string, number>()
    for (const { count, services: wanted } of row.looks)
      for (const id of wanted) counts.set(id, (counts.get(id) ?? 0) + count)
    return {
      id: row.id,
      number: row.number,
      state: row.state,
      mode: row.mode,
      eventDate: row.event_date,
      town: row.town,
      services: [...counts].map(([id, count]) => ({ id, label: services.get(id)?.label ?? id, count })),
      people: row.looks.reduce((sum, { count }) => sum + count, 0),
      artist: { slug: row.slug, name: row.artist },
      total: toMajor(row.total_minor),
      currency: row.currency,
      bookedAt: row.booked_at.toISOString(),
      sandbox: ctx.viewer.key?.sandbox ?? false,
    }
  })
}

export async function readPartnerBooking(
  ctx: Context,
  { bookingId }: InputOf<typeof partnerBookings.read>,
): Promise<OutputOf<typeof partnerBookings.read>> {
  const partnerId = getCallingPartner(ctx)
  const findRow = ctx.viewer.key?.sandbox ? findSandboxBooking : findPartnerBooking
  const row = await findRow(ctx.db, partnerId, bookingId)
  if (!row) throw new Refusal('not_found')
  const [booking] = (await presentPartnerBookings(ctx, [row])) as [PartnerBooking]
  return { booking }
}

/** Plays the part of the customer or artist for a sandbox booking. Throws `not_found` for live keys. */
export async function advanceSandboxBooking(
  ctx: Context,
  { bookingId, event }: InputOf<typeof partnerSandbox.advance>,
): Promise<OutputOf<typeof partnerSandbox.advance>> {
  return ctx.idempotent(async (tx) => {
    await changeSandboxBooking(tx, { bookingId, event })
    return readPartnerBooking(tx, { bookingId })
  })
}
