import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorStory } from '#contract/operator/story.ts'
import { appointmentRow } from '#server/operator/bookings/appointment-row.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { showBookingNotes } from './show-booking-notes.ts'
import { insertNote } from './mark-queries.ts'
import { operatorId } from '#server/operator/operator-id.ts'

/** Writes a note on a booking for other operators. */
export const addBookingNote = (
  ctx: Context,
  { appointmentId, text }: InputOf<typeof operatorStory.addBookingNote>,
): Promise<OutputOf<typeof operatorStory.addBookingNote>> =>
  ctx.once(async (inner) => {
    const { id, number } = await appointmentRow(inner, appointmentId)
    const on = { account_id: null, provider_id: null, appointment_id: id }
    await insertNote(inner.db, { ...on, text, written_by: operatorId(inner), written_at: inner.now })
    await record(inner, { act: 'note.add', subject: { kind: 'appointment', id, name: String(number) } })
    return showBookingNotes(inner, { appointmentId })
  })
