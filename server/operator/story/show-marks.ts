import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Marks, operatorStory } from '#contract/operator/story.ts'
import type { Context } from '#server/platform/context.ts'
import { notesOf, tagsOf } from './mark-queries.ts'
import { type Both, bothOf } from './whose.ts'

/** Notes and tags on a person or an artist. */
export const showMarks = async (
  ctx: Context,
  whose: InputOf<typeof operatorStory.marks>,
): Promise<OutputOf<typeof operatorStory.marks>> => marksOf(ctx, await bothOf(ctx, whose))

/** The same of those who are known. */
export const marksOf = async (ctx: Context, both: Pick<Both, 'accountId' | 'providerId'>): Promise<Marks> => ({
  notes: (await notesOf(ctx.db, both)).map(({ written_at, ...note }) => ({ ...note, at: written_at.toISOString() })),
  tags: await tagsOf(ctx.db, both),
})
