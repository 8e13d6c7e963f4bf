import type { AppointmentParts } from '#server/bookings/appointments/events.ts'
import { isoIn } from '#server/bookings/day/iso-in.ts'
import { formsOf } from '#server/bookings/forms/signed-queries.ts'
import { findTrial } from './trial-queries.ts'
import { presentTest, presentTrial } from './present.ts'

/** Presents the consent forms, the patch test and the trial of a booking. */
export const presentPreparation: AppointmentParts['preparation'] = async (ctx, { row, side }) => {
  const iso = isoIn(row)
  return {
    forms: (await formsOf(ctx.db, row)).map(({ name, number, signed_number, signed_at }) => ({
      name,
      number: signed_number ?? number,
      signedAt: signed_at && iso(signed_at.getTime()),
    })),
    patchTest: await presentTest(ctx, row, side),
    trial: presentTrial(row, await findTrial(ctx.db, row.id), side, ctx.now),
  }
}
