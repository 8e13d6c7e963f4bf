import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorStory } from '#contract/operator/story.ts'
import type { Context } from '#server/platform/context.ts'
import { bookingNotes } from './mark-queries.ts'

/** Notes of operators on a booking, newest first. */
export const showBookingNotes = async (
  ctx: Context,
  { appointmentId }: InputOf<typeof operatorStory.bookingNotes>,
): Promise<OutputOf<typeof operatorStory.bookingNotes>> => ({
  notes: (await bookingNotes(ctx.db, appointmentId)).map(({ written_at, ...note }) => ({
    ...note,
    at: written_at.toISOString(),
  })),
})
