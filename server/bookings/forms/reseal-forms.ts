import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import { aboutForm, formKeys } from '#server/platform/sealing/site-keys.ts'
import { isNewest, openText, sealText } from '#server/platform/sealing/sealed-text.ts'
import { replaceSealed, sealedAfter } from './signed-queries.ts'

/** Seals every signed form anew that an older key of the site wraps; answers how many. One that no key opens stays as it is, and is counted too. */
export async function resealForms(site: { env: Env; database: Database }): Promise<{ sealed: number; lost: number }> {
  const { db } = site.database
  const keys = await formKeys(site)
  const done = { sealed: 0, lost: 0 }
  for (let rows = await sealedAfter(db, null); rows.length > 0; rows = await sealedAfter(db, rows.at(-1) ?? null)) {
    for (const { appointmentId, formId, wrappedKey, sealed } of rows) {
      if (wrappedKey === null || sealed === null || isNewest({ sealed }, keys)) continue
      const about = aboutForm(appointmentId, formId)
      const plain = await openText({ wrappedKey, sealed }, about, keys).catch(() => null)
      if (plain !== null)
        await replaceSealed(db, { appointmentId, formId, before: sealed, ...(await sealText(plain, about, keys)) })
      done[plain === null ? 'lost' : 'sealed'] += 1
    }
  }
  return done
}
