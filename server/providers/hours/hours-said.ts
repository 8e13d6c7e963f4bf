import type { Db } from '#db/database.ts'
import type { ProviderRow } from '#server/providers/row-queries.ts'
import type { HoursSaid } from './hours-of-day.ts'
import { blocksOf, exceptionsOf, seasonsOf } from './hours-queries.ts'
import type { OwnHours } from '#server/providers/open-days/door.ts'

/** The hours of a provider as search reads them, theirs or the same every day, and the words for what differs. */
export async function hoursSaid(db: Db, row: ProviderRow): Promise<HoursSaid> {
  return {
    packed: (row.hours as OwnHours | null) ?? everyDay(row),
    seasons: await seasonsOf(db, row.id),
    exceptions: await exceptionsOf(db, row.id),
    blocks: await blocksOf(db, row.id),
  }
}

function everyDay({ opens_minute, closes_minute }: ProviderRow): OwnHours {
  const week = Array.from({ length: 7 }, () => [opens_minute, closes_minute])
  return { opens: opens_minute, closes: closes_minute, week, seasons: [], exceptions: [], blocks: [], leads: [] }
}
