import { readFile, stat } from 'node:fs/promises'
import { maxReviewExportBytes } from '#contract/reviews/review-words.ts'
import type { Database } from '#db/database.ts'
import { fillDatabase } from '#db/fill.ts'
import { migrate } from '#db/migrate.ts'
import { createFilesPrivately } from '#db/private-files.ts'
import { type Env, readEnv } from '#server/platform/env.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'
import { openMetrics } from '#server/platform/metrics.ts'
import { openSiteDatabase } from '#server/platform/site-database.ts'
import { changeKeptKey, createSecret } from '#server/platform/signing-key.ts'
import { changeIdentityKey, newIdentityKey, resealPictures } from '#server/pictures/index.ts'
import { resealIdentities } from '#server/payments/index.ts'
import { resealForms } from '#server/preparation/index.ts'
import { changeFormKey, createSiteKey } from '#server/platform/sealing/site-keys.ts'
import { fetchAndImportReviews } from '#server/reviews/index.ts'
import { addOperator } from './people.ts'
import { parseEmail } from '#contract/accounts/parse-email.ts'

const usage =
  'npm run operator -- add EMAIL [NAME] | new-secret | new-identity-key | new-form-key | reseal | import FILE ARTIST'

async function run(): Promise<string> {
  createFilesPrivately()
  const [verb, email = '', ...name] = process.argv.slice(2)
  if (verb === 'new-identity-key') return changeKeyOfPictures(readEnv(process.env))
  if (verb === 'new-form-key') return changeKeyOfForms(readEnv(process.env))
  if (verb === 'reseal') return reseal(readEnv(process.env))
  if (verb === 'new-secret') return newSigningSecret(readEnv(process.env))
  if (verb === 'import') return importFromSite(readEnv(process.env), email, name)
  const address = parseEmail(email)
  if (verb !== 'add' || !address) throw new Error(usage)
  const env = readEnv(process.env)
  const database = await openSiteDatabase(env)
  try {
    await migrate(database)
    await fillDatabase(database, { sample: env.sampleMarket, now: () => new Date(), say: () => {} })
    const { path } = await addOperator(
      createJobContext(
        { database, env, log: openLog(env.LOG_LEVEL), metrics: openMetrics(), clock: () => new Date() },
        'operator add',
      ),
      address,
      name.join(' '),
    )
    return `${address} is an operator. Sign in with this link, once and within 30 minutes: ${env.publicUrl}${path}`
  } finally {
    await database.close()
  }
}

/** Imports another site's signed profile into an artist's page. Prints one line per part. */
async function importFromSite(env: Env, path: string, [slug = '', ...more]: readonly string[]): Promise<string> {
  if (!path || !slug || more.length > 0) throw new Error(usage)
  const file = await readTaken(path)
  return runWithSite(env, async ({ database }) => {
    const rig = { database, env, log: openLog(env.LOG_LEVEL), metrics: openMetrics(), clock: () => new Date() }
    await fetchAndImportReviews(createJobContext(rig, 'operator import'), file, slug, (line) =>
      process.stdout.write(`${line}\n`),
    )
    return `Import of ${slug} complete. Running the command again creates no duplicates.`
  })
}

async function readTaken(path: string): Promise<unknown> {
  if ((await stat(path)).size > maxReviewExportBytes) throw new Error(`${path} is too big for a review export.`)
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    throw new Error(`${path} is not valid JSON.`)
  }
}

async function newSigningSecret(env: Env): Promise<string> {
  if (env.AUTH_SECRET) {
    const before = [env.AUTH_SECRET, ...env.AUTH_SECRETS_BEFORE].slice(0, 3).join(',')
    return `Start all processes with both. Remove AUTH_SECRETS_BEFORE after 90 days.\nAUTH_SECRET=${createSecret()}\nAUTH_SECRETS_BEFORE=${before}`
  }
  const database = await openSiteDatabase(env)
  try {
    await migrate(database)
    await changeKeptKey(database.db)
    return 'New sessions use the new key. Existing sessions stay valid.'
  } finally {
    await database.close()
  }
}

async function changeKeyOfPictures(env: Env): Promise<string> {
  if (env.IDENTITY_KEY) {
    const before = [env.IDENTITY_KEY, ...env.IDENTITY_KEYS_BEFORE].slice(0, 3).join(',')
    return `Start all processes with both, then run this command with reseal and the same settings. Then remove IDENTITY_KEYS_BEFORE.\nIDENTITY_KEY=${newIdentityKey()}\nIDENTITY_KEYS_BEFORE=${before}`
  }
  return runWithSite(env, async (site) => {
    await changeIdentityKey(site.database.db)
    return [resealed(await resealPictures(site)), identitiesResealed(await resealIdentities(site))].join('\n')
  })
}

async function changeKeyOfForms(env: Env): Promise<string> {
  if (env.FORM_KEY) {
    const before = [env.FORM_KEY, ...env.FORM_KEYS_BEFORE].slice(0, 3).join(',')
    return `Start all processes with both, then run this command with reseal and the same settings. Then remove FORM_KEYS_BEFORE.\nFORM_KEY=${createSiteKey()}\nFORM_KEYS_BEFORE=${before}`
  }
  return runWithSite(env, async (site) => {
    await changeFormKey(site.database.db)
    return formsResealed(await resealForms(site))
  })
}

const reseal = (env: Env): Promise<string> =>
  runWithSite(env, async (site) =>
    [
      resealed(await resealPictures(site)),
      identitiesResealed(await resealIdentities(site)),
      formsResealed(await resealForms(site)),
    ].join('\n'),
  )

const identitiesResealed = ({ sealed, lost }: { sealed: number; lost: number }): string =>
  `Tax identities re-encrypted with the newest key: ${sealed}.${lost ? ` Not decryptable with any key: ${lost}.` : ''}`

const formsResealed = ({ sealed, lost }: { sealed: number; lost: number }): string =>
  `Signed forms re-encrypted with the newest key: ${sealed}.${lost ? ` Not decryptable with any key: ${lost}.` : ''}`

const resealed = ({ sealed, lost }: { sealed: number; lost: number }): string =>
  `Identity pictures re-encrypted with the newest key: ${sealed}.${lost ? ` Not decryptable with any key: ${lost}.` : ''}`

async function runWithSite(
  env: Env,
  work: (site: { env: Env; database: Database }) => Promise<string>,
): Promise<string> {
  const database = await openSiteDatabase(env)
  try {
    await migrate(database)
    return await work({ env, database })
  } finally {
    await database.close()
  }
}

run().then(
  (line) => process.stdout.write(`${line}\n`),
  (fault: Error) => {
    process.stderr.write(`${fault.message}\n`)
    process.exit(1)
  },
)
