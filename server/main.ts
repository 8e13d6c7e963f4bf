// What takes long and needs no module of the site begins before those are found and linked.
import { beginOpening } from '#db/embedded/engine-thread.ts'
import { buildPages } from './built-pages.ts'
import { findModulesFast } from './found-modules.ts'

const found = findModulesFast()
if (!process.env['DATABASE_URL']) beginOpening(process.env['DATA_DIR'] || './data')
if (process.argv.includes('--build')) buildPages().catch(() => {})
if (process.argv.includes('--dev')) (await import('./development/pages-of-vite.ts')).beginPages()
const { didNotStart, start } = await import('./start.ts')
start().then(found.keep, didNotStart)
