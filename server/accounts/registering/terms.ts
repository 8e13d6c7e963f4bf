import { getTextVersion, type TermsKind } from '#contract/terms.ts'
import type { Database, Db } from '#db/database.ts'
import { settingIn, settingOf } from '#server/platform/settings.ts'

/** Returns the version of the terms that an account accepts now: the last one that an operator published, or the built-in one. */
export const currentTerms = async (db: Db, terms: TermsKind): Promise<string> =>
  (await settingIn<Partial<Record<TermsKind, string>>>(db, 'terms'))?.[terms] ?? getTextVersion(terms)

/** As `currentTerms`, from the cached settings. Not for use inside a transaction. */
export const termsNow = async (database: Database, terms: TermsKind): Promise<string> =>
  (await settingOf<Partial<Record<TermsKind, string>>>(database, 'terms'))?.[terms] ?? getTextVersion(terms)
