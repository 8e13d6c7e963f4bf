import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { countedOf } from './hub-queries.ts'
import { majorSums } from '#server/operator/sums.ts'
import { fetchPeople } from './people-queries.ts'
import { presentPerson } from './present-person.ts'

/** People with an account, newest first, with what they booked and spent. */
export async function listPeople(
  ctx: Context,
  input: InputOf<typeof operatorPeople.people>,
): Promise<OutputOf<typeof operatorPeople.people>> {
  const { rows, nextCursor } = await fetchPeople(ctx.db, input)
  const ids = rows.map(({ id }) => id)
  await recordAccess(ctx, { what: 'people', of: ids })
  const counted = await countedOf(ctx.db, ids)
  return {
    people: rows.map((row) => {
      const { bookings = 0, money = [] } = counted.get(row.id) ?? {}
      return { ...presentPerson(row), bookings, spent: majorSums(money) }
    }),
    nextCursor,
  }
}
