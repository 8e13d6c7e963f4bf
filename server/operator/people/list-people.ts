import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { peoplePage } from './people-queries.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { presentPerson } from './present-person.ts'

/** People with an account, newest first. */
export async function listPeople(
  ctx: Context,
  input: InputOf<typeof operatorPeople.people>,
): Promise<OutputOf<typeof operatorPeople.people>> {
  const { page, nextCursor } = paged(await peoplePage(ctx.db, { ...input, after: readCursor(input.cursor, uuids) }))
  await recordAccess(ctx, { what: 'people', of: page.map(({ id }) => id) })
  return { people: page.map(presentPerson), nextCursor }
}
