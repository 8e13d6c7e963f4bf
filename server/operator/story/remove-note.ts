import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorStory } from '#contract/operator/story.ts'
import { appointmentRow } from '#server/operator/bookings/appointment-row.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { subjectOf } from './marked-on.ts'
import { deleteNote, type On } from './mark-queries.ts'
import { bothOf } from './whose.ts'

/** Takes a note away; its words go, that it was there stays. */
export const removeNote = (
  ctx: Context,
  { noteId, reason }: InputOf<typeof operatorStory.removeNote>,
): Promise<OutputOf<typeof operatorStory.removeNote>> =>
  ctx.transaction(async (inner) => {
    const gone = await deleteNote(inner.db, noteId)
    if (!gone) throw new Refusal('not_found')
    await record(inner, {
      act: 'note.remove',
      subject: await subjectFor(inner, gone),
      before: { by: gone.written_by },
      reason,
    })
    return { removed: true as const }
  })

async function subjectFor(ctx: Context, { account_id, provider_id, appointment_id }: On) {
  if (appointment_id) {
    const { id, number } = await appointmentRow(ctx, appointment_id)
    return { kind: 'appointment', id, name: String(number) }
  }
  return subjectOf(await bothOf(ctx, account_id ? { accountId: account_id } : { providerId: provider_id ?? '' }))
}
