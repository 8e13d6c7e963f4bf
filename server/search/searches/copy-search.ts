import type { Context } from '#server/platform/context.ts'
import { copyPictures } from '#server/search/looks/picture-queries.ts'
import { seatsAlone } from '#server/search/planning/seated.ts'
import { insertCopy, type SearchRow } from '#server/search/queries.ts'

/** A search for the same party and place at another time, kept as an edit of the first; answers its id. */
export async function copySearch(
  ctx: Context,
  { acts: _, blocked: _blocked, details, ...of }: SearchRow,
  { id, eventDate, finishTime }: { id: string; eventDate: string; finishTime: string | null },
): Promise<string> {
  await insertCopy(ctx.db, {
    ...of,
    seats: of.seats && seatsAlone(of.seats),
    id,
    event_date: eventDate,
    finish_time: finishTime,
    start_time: null,
    time_constraint: 'finish',
    place_name: of.location.address.placeName,
    previous_search: of.id,
    details: details && JSON.stringify(details),
  })
  await copyPictures(ctx.db, of.id, id)
  return id
}
