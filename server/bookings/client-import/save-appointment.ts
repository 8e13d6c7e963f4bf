import { insertOwnAppointment, updateOwnAppointment } from '#server/bookings/own-clients/own-client-queries.ts'
import { takeOwnTime } from '#server/bookings/own-clients/own-time.ts'
import type { Context } from '#server/platform/context.ts'
import type { ImportProvider } from './load-state.ts'
import type { AppointmentValues, PlannedAppointment } from './plan-appointment.ts'

/** Saves an appointment as it is planned and takes its time. Under `lockDiary`. */
export async function saveAppointment(
  ctx: Context,
  provider: ImportProvider,
  planned: PlannedAppointment,
  currency: string,
): Promise<void> {
  const source = { source_key: Buffer.from(planned.key, 'hex'), imported: JSON.stringify(planned.imported) }
  const columns = toColumns(planned.after, ctx.now)
  if (planned.kind === 'changed') {
    const row = await updateOwnAppointment(ctx.db, planned.id, { ...columns, ...source })
    await takeOwnTime(ctx, provider, row)
    return
  }
  const row = await insertOwnAppointment(ctx.db, {
    ...columns,
    ...source,
    id: planned.id,
    provider_id: provider.id,
    currency,
    created_at: ctx.now,
  })
  if (!planned.after.cancelled && row.ends_at > ctx.now) await takeOwnTime(ctx, provider, row)
}

/** Restores an appointment to earlier values and takes their time. Under `lockDiary`. */
export async function restoreAppointment(
  ctx: Context,
  provider: ImportProvider,
  id: string,
  values: AppointmentValues,
  more: { imported?: string | null },
): Promise<void> {
  const row = await updateOwnAppointment(ctx.db, id, { ...toColumns(values, ctx.now), ...more })
  await takeOwnTime(ctx, provider, row)
}

function toColumns(values: AppointmentValues, now: Date) {
  const { client_id, event_date, tz, services, place, lat, lng, price_minor, note } = values
  const { cancelled, answered, starts_at, ends_at } = values
  return {
    client_id,
    event_date,
    tz,
    services,
    place,
    lat,
    lng,
    price_minor,
    note,
    starts_at: new Date(starts_at),
    ends_at: new Date(ends_at),
    cancelled_at: cancelled ? now : null,
    answered_at: answered ? new Date(answered) : null,
    changed_at: now,
  }
}
