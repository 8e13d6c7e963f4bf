import { rmSync } from 'node:fs'
import { fillDirectory } from '#server/test-databases.ts'

// The site that all journeys share, begun anew each time: what one run leaves behind, the next does not meet.
const directory = process.env['DATA_DIR'] as string
rmSync(directory, { recursive: true, force: true })
await fillDirectory(directory)
await import('#server/main.ts')
