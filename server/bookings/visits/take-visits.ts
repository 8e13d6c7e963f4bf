import type { VisitedDay } from '#server/bookings/patch-tests/test-times.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isFree, takeBusy, type TravelSpeeds } from '#server/providers/diary/door.ts'
import { type KeptVisit, visitsOf } from './visit-queries.ts'

type Place = Pick<VisitedDay, 'provider_id' | 'lat' | 'lng'> & { buffer_minutes: number }
type Timed = Pick<KeptVisit, 'from' | 'to' | 'event_date'>

/** Takes the time of a visit out of its artist's diary. Under `lockDiary`. */
export const takeVisit = (
  tx: Context,
  { provider_id: providerId, lat, lng, buffer_minutes: bufferMinutes }: Place,
  { from, to, event_date: eventDate }: Timed,
  as: { kind: 'hold' | 'appointment'; ref: string },
) => takeBusy(tx.db, { ...as, providerId, lat, lng, bufferMinutes, eventDate, from, to: to + bufferMinutes * 60_000 })

/** Whether the time of a visit is still free. Under `lockDiary`. */
const isVisitFree = (
  tx: Context,
  { provider_id, lat, lng, buffer_minutes }: Place,
  { from, to }: Timed,
  speeds: TravelSpeeds,
): Promise<boolean> => isFree(tx, provider_id, { lat, lng, from, to }, buffer_minutes, speeds)

/** From now on the visits that are kept with a time which others could take are its customer's alone; refused where one of them has gone. Under `lockDiary`. */
export async function keepVisitsFirmly(tx: Context, holdId: string, place: Place, speeds: TravelSpeeds): Promise<void> {
  for (const visit of await visitsOf(tx.db, holdId)) {
    if (!(await isVisitFree(tx, place, visit, speeds)))
      throw new Refusal('visit_taken', { detail: { kind: visit.kind === 'trial' ? 'trial' : 'patchTest', times: [] } })
    await takeVisit(tx, place, visit, { kind: 'hold', ref: visit.id })
  }
}
