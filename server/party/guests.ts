import {
  type AppointmentRow,
  isDayOver,
  lockAppointmentOf,
  type MoveRow,
  presentParty,
} from '#server/appointments/index.ts'
import { findBillOfAppointment, presentShares, listSharesOfBill } from '#server/checkout/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteGuests, type GuestOf, listGuests, updateGuestSeats } from './guests.queries.ts'
import type { GuestRow, PartyMember } from '#contract/appointments/appointment.ts'
import { divideIntoShares } from '#contract/checkout/shares.ts'
import { toMajor } from '#contract/money.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import { createLinkKey } from '#server/platform/http/act-key.ts'
import { reviewDays } from '#contract/reviews/review-words.ts'

type Side = 'customer' | 'provider' | 'operator'

/**
 * Lists people of the party, then additional guests. Links and money are for the booker only; answers also for the
 * artist.
 */
export async function presentGuestRows(
  ctx: Context,
  row: AppointmentRow,
  side: Side,
  payments: readonly PaymentRow[],
): Promise<GuestRow[]> {
  const known = side === 'operator' ? [] : await listGuests(ctx.db, row.id)
  const money = side === 'customer' ? await moneyOf(ctx, row, payments) : null
  const one = async (
    guest: GuestOf | undefined,
    of: Pick<GuestRow, 'person' | 'name' | 'services'>,
  ): Promise<GuestRow> => ({
    ...of,
    id: guest?.id ?? null,
    key: side === 'customer' ? await keyOf(ctx, row, guest) : null,
    answeredAt: guest?.answered_at?.toISOString() ?? null,
    asks: guest ? getGuestWish(guest, of.services) : null,
    declined: Boolean(guest?.declined_at),
    look: guest?.look ?? '',
    allergies: guest?.allergies ?? '',
    part: money?.parts(of.person) ?? null,
    share: money?.shares(guest, of.person) ?? null,
  })
  const seated = presentParty(row).map(({ person, name, services }) => {
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
  const stands = row.state === 'booked' && !isDayOver(row, ctx.now)
  if (!stands && !(guest.person !== null && canGuestsReview(row, ctx.now))) return null
  return createLinkKey(ctx.database, ctx.env, 'guest', guest.link_id)
}

/** Returns what each person pays and the state of their share. After a party change, matches shares by guest only. */
async function moneyOf(ctx: Context, row: AppointmentRow, payments: readonly PaymentRow[]) {
  const each = divideIntoShares(row.body.lines, { dueMinor: row.total_minor, feeMinor: 0 })
  const bill = payments.some(({ kind }) => kind === 'share') ? await findBillOfAppointment(ctx.db, row.id) : undefined
  const rows = bill ? await listSharesOfBill(ctx.db, bill.hold_id) : []
  const shown = bill ? presentShares(bill, rows, payments) : []
  return {
    parts(person: number | null) {
      const part = each?.find((of) => of.person === person)
      return part ? toMajor(part.totalMinor) : null
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

/**
 * Locks a booking whose guest list may still change: active and not begun. Review links can be managed afterwards too.
 */
export async function lockForGuests(
  tx: Context,
  appointmentId: string,
  { after = false }: { after?: boolean } = {},
): Promise<AppointmentRow> {
  const row = await lockAppointmentOf(tx, appointmentId)
  if (after && canGuestsReview(row, tx.now)) return row
  if (row.state !== 'booked' || row.starts_at <= tx.now) throw new Refusal('state_changed')
  return row
}

/**
 * A party change by place in the new plan: the previous place (0 for a new person) and the guest who takes a new one.
 */
type Places = { was: readonly number[] | null; guests: readonly (string | null)[] | null }
type Seat = { id: string; person: number | null }

/** Also returns the guests who are no longer in the party. Guests lose their seat if the change does not map people. */
export function computeSeatsAfterChange(
  before: readonly Seat[],
  { was, guests }: Places,
): { seats: Seat[]; gone: string[] } {
  const seats = before.map(({ id, person }) => {
    const taken = guests?.indexOf(id) ?? -1
    if (person === null) return { id, person: taken < 0 ? null : taken + 1 }
    const kept = was?.indexOf(person) ?? -1
    return { id, person: kept < 0 ? null : kept + 1 }
  })
  const gone = was === null ? [] : before.filter(({ person }) => person !== null && !was.includes(person))
  const ids = gone.map(({ id }) => id)
  return { seats: seats.filter(({ id }) => !ids.includes(id)), gone: ids }
}

/**
 * Moves guests to their new seats and deletes those no longer in the party with their answers, in the caller's
 * transaction. Returns the names by seat; answers given since the request count.
 */
export async function assignGuestSeats(
  { db }: Pick<Context, 'db'>,
  row: AppointmentRow,
  move: MoveRow,
): Promise<string[]> {
  const guests = await listGuests(db, row.id)
  const { seats, gone } = computeSeatsAfterChange(guests, move)
  await deleteGuests(db, gone)
  await updateGuestSeats(db, seats)
  const names = [...(move.names ?? [])]
  for (const { id, person } of seats) {
    const guest = guests.find((one) => one.id === id)
    if (person !== null && guest?.name && guest.answered_at && guest.answered_at > move.created_at)
      names[person - 1] = guest.name
  }
  return names
}

type Named = PartyMember['services'][number]
type Wish = Pick<GuestOf, 'services' | 'labels' | 'declined_at'>

export const areSameServices = (a: readonly string[], b: readonly string[]): boolean =>
  a.toSorted().join(' ') === b.toSorted().join(' ')

export function getGuestWish({ services, labels, declined_at }: Wish, booked: readonly Named[]): Named[] | null {
  if (!services || declined_at) return null
  if (
    areSameServices(
      services,
      booked.map(({ id }) => id),
    )
  )
    return null
  return services.map((id, i) => ({ id, label: labels?.[i] ?? id }))
}

const DAY_MS = 86_400_000

function canGuestsReview(
  { state, ends_at, no_show_of }: Pick<AppointmentRow, 'state' | 'ends_at' | 'no_show_of'>,
  now: Date,
): boolean {
  if (state === 'cancelled' || no_show_of === 'customer') return false
  const until = ends_at.getTime() + (reviewDays.open + reviewDays.edit) * DAY_MS
  return ends_at <= now && now.getTime() < until
}
