import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { settingIn, settingOf } from '#server/platform/settings.ts'
import { type Around, aroundTime } from './diary-queries.ts'
import { type Job, type Spot, type TravelSpeeds, tooShort, travelMinutes, usualSpeeds } from './travel.ts'

export const travelSpeedsKey = 'travel.speeds'
/** Speeds as an operator has set them. Not inside a transaction. */
export const speedsOf = async (ctx: Context): Promise<TravelSpeeds> =>
  (await settingOf<TravelSpeeds>(ctx.database, travelSpeedsKey)) ?? usualSpeeds
/** The same in a transaction. */
export const speedsIn = async (db: Db): Promise<TravelSpeeds> =>
  (await settingIn<TravelSpeeds>(db, travelSpeedsKey)) ?? usualSpeeds

/** What stands in the way of a job, in milliseconds; `way` where only the time to get from or to it is too short. */
export type InTheWay = { from: number; to: number; way: { minutes: number; spot: Spot; before: boolean } | null }

/** The first thing that keeps a time from being free: a job, what is booked out or busy elsewhere, or the way from the job before or on to the one after. */
export async function inTheWay(
  db: Db,
  providerId: string,
  job: Job,
  bufferMinutes: number,
  speeds: TravelSpeeds,
  except: readonly string[] = [],
): Promise<InTheWay | null> {
  const until = job.to + bufferMinutes * 60_000
  const { touching, ...beside } = await aroundTime(db, providerId, job.from, until, except)
  if (touching) return { from: touching.from, to: touching.to, way: null }
  const short = tooShort(job, beside, speeds)
  const other = short && beside[short]
  return other
    ? {
        from: other.from,
        to: other.to,
        way: {
          minutes: travelMinutes(other, job, speeds),
          spot: { lat: other.lat, lng: other.lng },
          before: short === 'before',
        },
      }
    : null
}

/** Whether nothing of what is around a time keeps it from being free. */
export const isFreeBeside = (job: Job, { touching, ...beside }: Around, speeds: TravelSpeeds): boolean =>
  touching === null && !tooShort(job, beside, speeds)

/** Whether nothing is. Under `lockDiary`, in its transaction. */
export const isFree = async (
  ctx: Context,
  ...asked: Parameters<typeof inTheWay> extends [Db, ...infer Asked] ? Asked : never
): Promise<boolean> => (await inTheWay(ctx.db, ...asked)) === null

/** The same as a refusal. */
export async function refuseTaken(...asked: Parameters<typeof isFree>): Promise<void> {
  if (!(await isFree(...asked))) throw new Refusal('slot_taken')
}
