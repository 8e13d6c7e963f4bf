import { makeLink } from '#server/accounts/links/door.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { sheetText } from '#server/bookings/day/sheet-text.ts'
import { calendarAttachment, pathOf, tellOne } from '#server/bookings/notices/tell.ts'
import { partiesOf } from '#server/bookings/notices/tell-queries.ts'

/** Tells both that it is booked, with calendar file and run sheet. Whoever booked without signing in gets a link that does it for them. In the transaction that books. */
export async function tellBooked(ctx: Context, sender: Sender, row: AppointmentRow): Promise<void> {
  const parties = await partiesOf(ctx.db, row)
  if (!parties) return
  const sheet = { name: 'run-sheet.txt', type: 'text/plain; charset=utf-8', content: sheetText(row, parties.provider) }
  // The link goes to the address of the account alone: whoever typed it may be somebody else.
  const link =
    row.account_id && parties.customerEmail && !parties.password_hash
      ? await makeLink(ctx, {
          purpose: 'magic_link',
          accountId: row.account_id,
          email: parties.customerEmail,
          detail: { path: pathOf(row, 'customer') },
        })
      : null
  await tellOne(ctx, sender, row, parties, 'customer', 'booking.confirmed.customer', {
    fact: `booked customer ${row.id}`,
    attachments: [sheet, calendarAttachment(ctx, row, parties, 'customer')],
    secret: link !== null,
    ...(link ? { path: `/login/magic-link/${link.token}` } : {}),
    values: { code: link?.code ?? null },
  })
  await tellOne(ctx, sender, row, parties, 'provider', 'booking.confirmed.provider', {
    fact: `booked provider ${row.id}`,
    attachments: [sheet, calendarAttachment(ctx, row, parties, 'provider')],
  })
}
