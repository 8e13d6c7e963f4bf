import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { settingIn, settingOf } from '#server/platform/settings.ts'
import { jobsTouching, neighboursOf } from '#server/providers/door.ts'
import { type Job, reachable, type TravelSpeeds, usualSpeeds } from './travel.ts'

export const speedsKey = 'travel.speeds'
/** Speeds as an operator has set them. Not inside a transaction. */
export const speedsOf = async (ctx: Context): Promise<TravelSpeeds> => (await settingOf<TravelSpeeds>(ctx.database, speedsKey)) ?? usualSpeeds
/** The same in a transaction. */
export const speedsIn = async (db: Db): Promise<TravelSpeeds> => (await settingIn<TravelSpeeds>(db, speedsKey)) ?? usualSpeeds

/** Whether a time is free of jobs, of what is booked out or busy elsewhere, and in reach of the jobs beside it. Under `lockDiary`, in its transaction. */
export async function isFree(ctx: Context, providerId: string, job: Job, bufferMinutes: number, speeds: TravelSpeeds, except: readonly string[] = []): Promise<boolean> {
  const until = job.to + bufferMinutes * 60_000
  if ((await jobsTouching(ctx.db, providerId, job.from, until, except)).length > 0) return false
  return reachable(job, await neighboursOf(ctx.db, providerId, job.from, until, except), speeds)
}

/** The same as a refusal. */
export async function refuseTaken(...asked: Parameters<typeof isFree>): Promise<void> {
  if (!(await isFree(...asked))) throw new Refusal('slot_taken')
}
