import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorStory } from '#contract/operator/story.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { markedOn, subjectOf } from './marked-on.ts'
import { marksOf } from './show-marks.ts'
import { insertNote } from './mark-queries.ts'
import { bothOf } from './whose.ts'
import { operatorId } from '#server/operator/operator-id.ts'

/** Writes a note about somebody for other operators. */
export const addNote = (
  ctx: Context,
  { text, ...whose }: InputOf<typeof operatorStory.addNote>,
): Promise<OutputOf<typeof operatorStory.addNote>> =>
  ctx.once(async (inner) => {
    const both = await bothOf(inner, whose)
    await insertNote(inner.db, { ...markedOn(both), text, written_by: operatorId(inner), written_at: inner.now })
    await record(inner, { act: 'note.add', subject: subjectOf(both) })
    return marksOf(inner, both)
  })
