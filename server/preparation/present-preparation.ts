import type { Appointment } from '#contract/appointments/appointment.ts'
import { getSpan, patchTestSpan } from '#contract/preparation/trial-price.ts'
import { toMajor } from '#contract/money.ts'
import { type AppointmentParts, type AppointmentRow, createIsoFormatter } from '#server/appointments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { listMissingOf } from './linked-jobs.queries.ts'
import { findPatchTest } from './linked-appointments.queries.ts'
import {
  findTrial,
  hasBegun,
  isOpenToChange,
  type LinkedRow,
  priceWithoutTrial,
  type TrialRow,
} from '#server/billing/index.ts'
import { listFormsOf } from './forms.queries.ts'

type Side = Appointment['side']

function presentTime(
  booking: AppointmentRow,
  linked: Pick<LinkedRow, 'starts_at' | 'ends_at'> | null | undefined,
  rule: { hours: number; months: number },
  now: Date,
) {
  const iso = createIsoFormatter(booking)
  const { from, until } = getSpan(booking.starts_at.getTime(), rule)
  return {
    startsAt: linked?.starts_at ? iso(linked.starts_at.getTime()) : null,
    endsAt: linked?.ends_at ? iso(linked.ends_at.getTime()) : null,
    from: iso(Math.max(from, now.getTime())),
    until: iso(until),
  }
}

const fits = (booking: AppointmentRow, rule: { hours: number; months: number }, minutes: number, now: Date): boolean =>
  now.getTime() + minutes * 60_000 < getSpan(booking.starts_at.getTime(), rule).until

async function presentTest(ctx: Context, booking: AppointmentRow, side: Side): Promise<Appointment['patchTest']> {
  const missing = await listMissingOf(ctx.db, booking)
  const test = await findPatchTest(ctx.db, booking.id)
  const needed = missing.length > 0
  if (!needed && test?.state !== 'done') return null
  const { now } = ctx
  const upcoming = booking.state === 'booked' && now < booking.starts_at
  const booked = test?.state === 'booked' ? test : null
  const minutes = Math.max(5, ...missing.map((one) => one.minutes))
  return {
    services: missing.map(({ label }) => label),
    minutes,
    state: needed ? (booked ? 'booked' : test?.state === 'missed' ? 'missed' : 'needed') : 'done',
    ...presentTime(booking, booked ?? (needed ? null : test), patchTestSpan, now),
    may: {
      book: side === 'customer' && upcoming && needed && fits(booking, patchTestSpan, minutes, now),
      cancel: side !== 'operator' && upcoming && booked !== null && !hasBegun(booked, now),
      judge: side === 'provider' && booked !== null && hasBegun(booked, now),
    },
  }
}

function presentTrial(
  booking: AppointmentRow,
  trial: TrialRow | undefined,
  side: Side,
  now: Date,
): Appointment['trial'] {
  if (!trial) return null
  const changeable = isOpenToChange(booking, trial, now)
  const acts = side !== 'operator'
  const by = side === 'customer' ? 'customer' : 'provider'
  return {
    services: trial.labels,
    minutes: trial.minutes,
    state: trial.state,
    withTest: trial.carries,
    ...presentTime(booking, trial, trial, now),
    price: toMajor(trial.price_minor),
    off: toMajor(trial.deducted_minor),
    kept: toMajor(trial.kept_minor),
    back: toMajor(changeable ? priceWithoutTrial(booking, trial, by, now).backMinor : 0),
    may: {
      move: acts && changeable && fits(booking, trial, trial.minutes, now),
      cancel: acts && changeable,
      judge: side === 'provider' && trial.state === 'booked' && hasBegun(trial, now),
    },
  }
}

export const presentPreparation: AppointmentParts['preparation'] = async (ctx, { row, side }) => {
  const iso = createIsoFormatter(row)
  return {
    forms: (await listFormsOf(ctx.db, row)).map(({ name, number, signed_number, signed_at }) => ({
      name,
      number: signed_number ?? number,
      signedAt: signed_at && iso(signed_at.getTime()),
    })),
    patchTest: await presentTest(ctx, row, side),
    trial: presentTrial(row, await findTrial(ctx.db, row.id), side, ctx.now),
  }
}
