import { termsVersions } from '#contract/constants.ts'
import type { Database, Db } from '#db/database.ts'
import { settingIn, settingOf } from '#server/platform/settings.ts'

/** The version of the terms that somebody who accepts them now accepts: the one that an operator published last, or the made one. */
export const currentTerms = async (db: Db, terms: keyof typeof termsVersions): Promise<string> =>
  (await settingIn<Partial<Record<keyof typeof termsVersions, string>>>(db, 'terms'))?.[terms] ?? termsVersions[terms]

/** The same, as it stood a moment ago. Not inside a transaction. */
export const termsNow = async (database: Database, terms: keyof typeof termsVersions): Promise<string> =>
  (await settingOf<Partial<Record<keyof typeof termsVersions, string>>>(database, 'terms'))?.[terms] ??
  termsVersions[terms]
