import { openEmbedded, openPostgres } from '#db/database.ts'
import { fillDatabase } from '#db/fill.ts'
import { migrate } from '#db/migrate.ts'
import { type Env, readEnv } from '#server/platform/env.ts'
import { ownContext } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'
import { openMetrics } from '#server/platform/metrics.ts'
import { changeKeptKey, newSecret } from '#server/platform/signing-key.ts'
import { addOperator } from '#server/operator/people/add-operator.ts'

const usage = 'npm run operator -- add EMAIL [NAME] | new-secret'

/** The command line by which the first operator is made, and what signs sign-ins is changed. */
async function run(): Promise<string> {
  const [verb, email = '', ...name] = process.argv.slice(2)
  if (verb === 'new-secret') return newSigningSecret(readEnv(process.env))
  if (verb !== 'add' || !/^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$/.test(email)) throw new Error(usage)
  const env = readEnv(process.env)
  const database = env.DATABASE_URL ? await openPostgres(env.DATABASE_URL) : await openEmbedded(env.DATA_DIR)
  try {
    await migrate(database)
    await fillDatabase(database, { sample: env.sampleMarket, say: () => {} })
    const { path } = await addOperator(
      ownContext(
        { database, env, log: openLog(env.LOG_LEVEL), metrics: openMetrics(), clock: () => new Date() },
        'operator add',
      ),
      email,
      name.join(' '),
    )
    return `${email} is an operator. Log in within 30 minutes, once: ${env.publicUrl}${path}`
  } finally {
    await database.close()
  }
}

async function newSigningSecret(env: Env): Promise<string> {
  // Where it is configured, whoever configures the site changes it.
  if (env.AUTH_SECRET) {
    const before = [env.AUTH_SECRET, ...env.AUTH_SECRETS_BEFORE].slice(0, 3).join(',')
    return `Start all processes with both; in 90 days the second can go.\nAUTH_SECRET=${newSecret()}\nAUTH_SECRETS_BEFORE=${before}`
  }
  const database = env.DATABASE_URL ? await openPostgres(env.DATABASE_URL) : await openEmbedded(env.DATA_DIR)
  try {
    await migrate(database)
    await changeKeptKey(database.db)
    return 'Sign-ins are signed anew from now on; nobody is logged out.'
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
