import { rmSync } from 'node:fs'
import { openEmbedded, openPostgres } from '#db/database.ts'
import { createCopy, deleteCopies, fillDirectory, prepareTemplates, testEngine } from '#server/test-databases.ts'
import { createPool } from './market.ts'

// Serves the site shared by all journeys. Each run starts with a new database.
const directory = process.env['DATA_DIR'] as string
rmSync(directory, { recursive: true, force: true })
if (testEngine() === 'postgres') {
  await deleteCopies()
  await prepareTemplates()
  process.env['DATABASE_URL'] = await createCopy(`${process.pid}_journeys`)
  process.env['SAMPLE_MARKET'] = 'on'
} else {
  await fillDirectory(directory)
}
const url = process.env['DATABASE_URL']
const database = url ? await openPostgres(url) : await openEmbedded(directory)
await createPool(database)
await database.close()
await import('#server/main.ts')
