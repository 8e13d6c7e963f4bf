import type { Context } from '#server/platform/context.ts'
import { appointmentById, endMove, movesPast } from '#server/bookings/appointments/appointment-queries.ts'
import { publishMoved } from './apply-move.ts'

/** Ends proposals that nobody has answered in time. */
export async function endMoves(ctx: Context): Promise<void> {
  for (const move of await movesPast(ctx.db, ctx.now, 200)) {
    await ctx.transaction(async (tx) => {
      if (!(await endMove(tx.db, move.id, 'end', tx.now))) return
      const row = await appointmentById(tx.db, move.appointment_id)
      if (row) await publishMoved(tx, row)
    })
  }
}
