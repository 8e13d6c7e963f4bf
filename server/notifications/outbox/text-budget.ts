import type { Db } from '#db/database.ts'
import { settingIn } from '#server/platform/settings.ts'
import { textsSince } from './text-queries.ts'

export const textBudgetKey = 'sms.budget'
export const usualTextBudget = 500

/** How many texts may be written on a day, as an operator has set it, and how many have been on this one (UTC). */
export async function textsToday(db: Db, now: Date): Promise<{ written: number; budget: number }> {
  const day = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`)
  return {
    written: await textsSince(db, new Date(day.getTime() - 1)),
    budget: (await settingIn<number>(db, textBudgetKey)) ?? usualTextBudget,
  }
}
