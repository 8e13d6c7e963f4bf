import { makeLinks } from '#server/accounts/index.ts'
import { type Notice, notifyAll } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import type { BookingEvents } from '#server/bookings/appointments/events.ts'
import { sheetText } from '#server/bookings/day/sheet-text.ts'
import { bookingFacts } from '#server/bookings/notices/booking-facts.ts'
import { calendarAttachment, noticeOf, pathOf, type Side } from '#server/bookings/notices/tell.ts'
import type { Parties } from '#server/bookings/notices/tell-queries.ts'

/** Notifies both parties of each confirmed booking, with calendar file and run sheet. A customer without a password also gets a link that signs them in. */
export async function notifyConfirmed(
  ctx: Context,
  { rows, parties, sender }: BookingEvents['bookingConfirmed'],
): Promise<void> {
  const links = await linksFor(ctx, rows, parties)
  await notifyAll(
    ctx,
    sender,
    rows.flatMap((row) => {
      const both = parties.get(row.id)
      return both ? noticesOf(ctx, row, both, links.get(row.id)) : []
    }),
  )
}

type Link = { token: string; code: string }

// A link goes to the address of the account alone: whoever typed it may be somebody else.
async function linksFor(
  ctx: Context,
  rows: readonly AppointmentRow[],
  parties: ReadonlyMap<string, Parties>,
): Promise<ReadonlyMap<string, Link>> {
  const wanted = rows.flatMap((row) => {
    const { customerEmail: email, password_hash: password } = parties.get(row.id) ?? {}
    return row.account_id && email && !password ? [{ row, accountId: row.account_id, email }] : []
  })
  const links = await makeLinks(
    ctx,
    wanted.map(({ row, accountId, email }) => ({
      purpose: 'magic_link',
      accountId,
      email,
      detail: { path: pathOf(row, 'customer') },
    })),
  )
  return new Map(wanted.flatMap(({ row }, n) => (links[n] ? [[row.id, links[n]]] : [])))
}

function noticesOf(ctx: Context, row: AppointmentRow, parties: Parties, link: Link | undefined): Notice[] {
  const sheet = { name: 'run-sheet.txt', type: 'text/plain; charset=utf-8', content: sheetText(row, parties.provider) }
  const factsFor = (to: Side) => bookingFacts(ctx, row, parties, { to, link: `${ctx.env.publicUrl}${pathOf(row, to)}` })
  return [
    noticeOf(ctx, row, parties, 'customer', 'booking.confirmed.customer', {
      fact: `booked customer ${row.id}`,
      attachments: [sheet, calendarAttachment(ctx, row, parties, 'customer')],
      secret: link !== undefined,
      facts: factsFor('customer'),
      ...(link ? { path: `/login/magic-link/${link.token}` } : {}),
      values: { code: link?.code ?? null },
    }),
    noticeOf(ctx, row, parties, 'provider', 'booking.confirmed.provider', {
      fact: `booked provider ${row.id}`,
      facts: factsFor('provider'),
      attachments: [sheet, calendarAttachment(ctx, row, parties, 'provider')],
    }),
  ].filter((notice) => notice !== null)
}
