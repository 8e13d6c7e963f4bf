import './slow-clock.ts'
import { openData } from './kept-market.ts'

// Serves the site of one width on a copy of the kept market.
process.env['DATA_DIR'] = openData(process.env['PICTURES_DIR'] as string, process.env['PORT'] as string)
await import('#server/main.ts')
