import { rmSync } from 'node:fs'
import { createCopy, dropCopies, fillDirectory, prepareTemplates, testEngine } from '#server/test-databases.ts'

// The site that all journeys share, begun anew each time: what one run leaves behind, the next does not meet.
const directory = process.env['DATA_DIR'] as string
rmSync(directory, { recursive: true, force: true })
if (testEngine() === 'postgres') {
  await dropCopies()
  await prepareTemplates()
  process.env['DATABASE_URL'] = await createCopy(`${process.pid}_journeys`)
  process.env['SAMPLE_MARKET'] = 'on'
} else {
  await fillDirectory(directory)
}
await import('#server/main.ts')
