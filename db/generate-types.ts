import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { generate, getDialect } from 'kysely-codegen'
import { type Database, openEmbedded } from './database.ts'
import { generateDiagrams } from './schema/generate-diagrams.ts'
import { generateSchema } from './schema/generate-schema.ts'
import { generatePrivacyDocument } from './privacy/generate-privacy.ts'
import { migrate } from './migrate.ts'

const typesFile = new URL('./schema.generated.ts', import.meta.url)
const schemaFile = new URL('./schema.sql', import.meta.url)
const diagramsFile = new URL('../docs/schema.md', import.meta.url)
const privacyFile = new URL('../docs/privacy.md', import.meta.url)

/**
 * Writes the files that describe a freshly migrated database: its types, its schema, its diagrams and its personal data.
 * With `verify`, writes nothing and throws if one of them is outdated.
 */
async function generateFiles(verify: boolean): Promise<void> {
  const database = await openEmbedded(undefined)
  await migrate(database, { baseline: false })
  await generateTypes(database, verify)
  const schema = await generateSchema(database)
  await assertLoadable(schema)
  for (const [file, text] of [
    [schemaFile, schema],
    [diagramsFile, await generateDiagrams(database)],
    [privacyFile, generatePrivacyDocument(readOwners(schema))],
  ] as const) {
    if (!verify) writeFileSync(file, text)
    else if (readFileSync(file, 'utf8') !== text) throw new Error(`${fileURLToPath(file)} is outdated`)
  }
  await database.close()
}

/** Reads the domain of each table from the comments of the schema. */
const readOwners = (schema: string): Map<string, string> =>
  new Map([...schema.matchAll(/^comment on table (\w+) is 'owner: ([\w-]+)/gm)].map((m) => [m[1] ?? '', m[2] ?? '']))

/** Throws if a schema cannot be loaded into an empty database, or misses something that it was generated from. */
async function assertLoadable(schema: string): Promise<void> {
  const database = await openEmbedded(undefined)
  await database.exec(schema)
  const loaded = await generateSchema(database)
  await database.close()
  if (loaded !== schema) throw new Error('the generated schema differs after loading')
}

/**
 * Writes or checks the types of all tables. Views serve only the earlier release, and partitions are read as part of
 * their table, so they have no types.
 */
async function generateTypes({ db }: Database, verify: boolean): Promise<void> {
  const { rows: untyped } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and (relkind = 'v' or relispartition)`.execute(
    db,
  )
  const excluded = ['migration', 'pg_*', 'public.migration', ...untyped.map(({ name }) => `public.${name}`)]
  await generate({
    db: db as unknown as Kysely<never>,
    dialect: getDialect('postgres', { dateParser: 'string', numericParser: 'number' } as never),
    excludePattern: `{${excluded.join(',')}}`,
    typeMapping: { int8: 'number', date: 'string', citext: 'string' },
    outFile: fileURLToPath(typesFile),
    ...(verify ? { verify: true } : {}),
  } as never)
}

if (import.meta.main) {
  await generateFiles(process.argv.includes('--verify')).catch((fault: unknown) => {
    process.stderr.write(
      `The generated files do not match the migrations. Run npm run types. (${(fault as Error).message})\n`,
    )
    process.exit(1)
  })
}
