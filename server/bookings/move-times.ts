import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { findSearch } from '#server/search/index.ts'
import { type AppointmentRow, getCustomerAppointment, listPaymentsOfAppointment } from '#server/appointments/index.ts'
import { assertBookableDay, getSpeeds } from '#server/providers/index.ts'
import type { Plan } from '#contract/search/quotes.ts'
import { createTeammateCheck } from '#server/checkout/index.ts'
import { computeMoveDifference, limitRefund } from '#server/billing/index.ts'
import { listFreeTimesOnDay } from '#server/calendar/index.ts'
import { planOtherTime } from './moves.ts'

type Calls = typeof bookings

export async function getFreeTimes(
  ctx: Context,
  { appointmentId, eventDate }: InputOf<Calls['freeTimes']>,
): Promise<OutputOf<Calls['freeTimes']>> {
  return listFreeTimesOfBooking(ctx, await getCustomerAppointment(ctx, appointmentId), eventDate)
}

export async function listFreeTimesOfBooking(
  ctx: Context,
  row: AppointmentRow,
  eventDate: string,
): Promise<OutputOf<Calls['freeTimes']>> {
  assertBookableDay(eventDate, row.tz, ctx.now)
  const minutes = (row.ends_at.getTime() - row.starts_at.getTime()) / 60_000
  const free = await listFreeTimesOnDay(ctx, {
    providerId: row.provider_id,
    date: eventDate,
    tz: row.tz,
    minutes,
    services: await servicesOf(ctx, row),
    spot: row,
    speeds: await getSpeeds(ctx),
    except: [row.id],
  })
  const clashes = await createTeammateCheck(ctx.db, row)
  const times = clashes ? free.filter(({ endsAt }) => !clashes(endingAt(row, endsAt))) : free
  const first = times[0]
  const price = first
    ? await planOtherTime(ctx, row, { eventDate, finishTime: first.finishTime }).catch((fault) => {
        if (fault instanceof Refusal) return null
        throw fault
      })
    : null
  const difference =
    price &&
    computeMoveDifference(row, {
      total_minor: price.totalMinor,
      deposit_minor: price.depositMinor,
      fee_minor: price.feeMinor,
      share: null,
    })
  return {
    times: first && !price ? [] : times,
    total: difference && toMajor(difference.after.totalMinor),
    deposit: difference && toMajor(difference.after.depositMinor),
    difference: toMajor(difference?.dueMinor ?? 0),
    back: toMajor(difference ? limitRefund(difference.backMinor, await listPaymentsOfAppointment(ctx, row)) : 0),
    toBalance: toMajor(difference?.toBalanceMinor ?? 0),
    waived: toMajor(difference?.waivedMinor ?? 0),
  }
}

function endingAt({ body, ends_at }: AppointmentRow, endsAt: string): Pick<Plan, 'blocks'> {
  const later = Date.parse(endsAt) - ends_at.getTime()
  const at = (iso: string) => new Date(Date.parse(iso) + later).toISOString()
  return { blocks: body.plan.blocks.map((block) => ({ ...block, from: at(block.from), to: at(block.to) })) }
}

async function servicesOf(ctx: Context, row: AppointmentRow): Promise<number[]> {
  const { services } = await getCatalog(ctx.database)
  const looks = row.people ?? (await findSearch(ctx.database, row.search_id))?.people ?? []
  return [...new Set(looks.flatMap((look) => look.services))].flatMap((id) => services.get(id)?.no ?? [])
}
