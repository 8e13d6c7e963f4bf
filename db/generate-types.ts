import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import { generate, getDialect } from 'kysely-codegen'
import { openEmbedded } from './database.ts'
import { migrate } from './migrate.ts'

const generatedFile = new URL('./schema.generated.ts', import.meta.url)

// Views under former table names, which only the previous release uses during a rolling deployment.
const formerTables = ['trial', 'patch_test', 'hold_visit']

/** Writes the types of a freshly migrated database; with `verify`, throws when the written ones are outdated. */
async function generateTypes(verify: boolean): Promise<void> {
  const database = await openEmbedded(undefined)
  await migrate(database)
  await generate({
    db: database.db as unknown as Kysely<never>,
    dialect: getDialect('postgres', { dateParser: 'string', numericParser: 'number' } as never),
    excludePattern: `{migration,pg_*,public.migration,${formerTables.map((name) => `public.${name}`).join(',')}}`,
    typeMapping: { int8: 'number', date: 'string', citext: 'string' },
    outFile: fileURLToPath(generatedFile),
    ...(verify ? { verify: true } : {}),
  } as never)
  await database.close()
}

if (import.meta.main) {
  await generateTypes(process.argv.includes('--verify')).catch(() => {
    process.stderr.write('The types of the database are older than its migrations. Run npm run types.\n')
    process.exit(1)
  })
}
