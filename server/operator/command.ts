import { openEmbedded, openPostgres } from '#db/database.ts'
import { fillDatabase } from '#db/fill.ts'
import { migrate } from '#db/migrate.ts'
import { readEnv } from '#server/platform/env.ts'
import { ownContext } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'
import { openMetrics } from '#server/platform/metrics.ts'
import { addOperator } from '#server/operator/people/add-operator.ts'

const usage = 'npm run operator -- add EMAIL [NAME]'

/** The command line by which the first operator is made. */
async function run(): Promise<string> {
  const [verb, email = '', ...name] = process.argv.slice(2)
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

run().then(
  (line) => process.stdout.write(`${line}\n`),
  (fault: Error) => {
    process.stderr.write(`${fault.message}\n`)
    process.exit(1)
  },
)
