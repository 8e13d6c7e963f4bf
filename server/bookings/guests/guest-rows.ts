import type { GuestRow } from '#contract/bookings/appointment.ts'
import { sharesOf } from '#contract/bookings/shares.ts'
import { major } from '#contract/money.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { dayOver } from '#server/bookings/appointments/may.ts'
import { partyIn } from '#server/bookings/moves/party-in.ts'
import { presentShares } from '#server/bookings/split/present-shares.ts'
import { billOfAppointment, sharesOfBill } from '#server/bookings/split/split-queries.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { openingKey } from '#server/platform/http/act-key.ts'
import { asksOf } from './asks-of.ts'
import { stillReviewed } from './still-reviewed.ts'
import { type GuestOf, guestsOf } from './guest-queries.ts'

type Side = 'customer' | 'provider' | 'operator'

/** The guest list of an appointment: each person of the party, then whoever shall come to it. Links and money are for whoever booked, what guests have said is for them and the artist. */
export async function guestRows(
  ctx: Context,
  row: AppointmentRow,
  side: Side,
  payments: readonly PaymentRow[],
): Promise<GuestRow[]> {
  const known = side === 'operator' ? [] : await guestsOf(ctx.db, row.id)
  const money = side === 'customer' ? await moneyOf(ctx, row, payments) : null
  const one = async (
    guest: GuestOf | undefined,
    of: Pick<GuestRow, 'person' | 'name' | 'services'>,
  ): Promise<GuestRow> => ({
    ...of,
    id: guest?.id ?? null,
    key: side === 'customer' ? await keyOf(ctx, row, guest) : null,
    answeredAt: guest?.answered_at?.toISOString() ?? null,
    asks: guest ? asksOf(guest, of.services) : null,
    declined: Boolean(guest?.declined_at),
    look: guest?.look ?? '',
    allergies: guest?.allergies ?? '',
    part: money?.parts(of.person) ?? null,
    share: money?.shares(guest, of.person) ?? null,
  })
  const seated = partyIn(row).map(({ person, name, services }) => {
    const guest = known.find((each) => each.person === person)
    return one(guest, { person, name: name || (guest?.name ?? ''), services })
  })
  const others = known
    .filter(({ person }) => person === null)
    .map((guest) => one(guest, { person: null, name: guest.name, services: [] }))
  return Promise.all([...seated, ...others])
}

async function keyOf(ctx: Context, row: AppointmentRow, guest: GuestOf | undefined): Promise<string | null> {
  if (!guest?.link_id) return null
  const stands = row.state === 'booked' && !dayOver(row, ctx.now)
  if (!stands && !(guest.person !== null && stillReviewed(row, ctx.now))) return null
  return openingKey(ctx.database, ctx.env, 'guest', guest.link_id)
}

/** What each pays of the whole price, and where the party shared the bill how that stands; a share of before a change of the party is known by its guest alone. */
async function moneyOf(ctx: Context, row: AppointmentRow, payments: readonly PaymentRow[]) {
  const each = sharesOf(row.body.lines, { dueMinor: row.total_minor, feeMinor: 0 })
  const bill = payments.some(({ kind }) => kind === 'share') ? await billOfAppointment(ctx.db, row.id) : undefined
  const rows = bill ? await sharesOfBill(ctx.db, bill.hold_id) : []
  const shown = bill ? presentShares(bill, rows, payments) : []
  return {
    parts(person: number | null) {
      const part = each?.find((of) => of.person === person)
      return part ? major(part.totalMinor) : null
    },
    shares(guest: GuestOf | undefined, person: number | null) {
      const at = guest?.share_id
        ? rows.findIndex(({ id }) => id === guest.share_id)
        : row.people === null
          ? rows.findIndex((of) => of.person === person)
          : -1
      return shown[at] ?? null
    },
  }
}
