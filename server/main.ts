// What takes long and needs no module of the site begins before those are found and linked.
import { buildPages } from './built-pages.ts'
import { findModulesFast } from './found-modules.ts'

const found = findModulesFast()
if (process.argv.includes('--build')) buildPages().catch(() => {})
if (process.argv.includes('--dev')) (await import('./development/pages-of-vite.ts')).beginPages()
const { didNotStart, start } = await import('./start.ts')
start().then(found.keep, didNotStart)
