import { termsVersions } from '#contract/constants.ts'
import type { Db } from '#db/database.ts'
import { settingIn } from '#server/platform/settings.ts'

/** The version of the terms that somebody who accepts them now accepts: the one that an operator published last, or the made one. */
export const currentTerms = async (db: Db, terms: keyof typeof termsVersions): Promise<string> =>
  (await settingIn<Partial<Record<keyof typeof termsVersions, string>>>(db, 'terms'))?.[terms] ?? termsVersions[terms]
