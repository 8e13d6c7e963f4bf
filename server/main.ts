import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// React reads NODE_ENV on import. NODE_COMPILE_CACHE overrides the cache directory.
process.env['NODE_ENV'] ??= process.argv.includes('--dev') ? 'development' : 'production'
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/primp/compiled', import.meta.url)))

// npm signals its shell, which may not forward SIGTERM: a lost parent counts as the signal.
if (process.env['npm_lifecycle_event'] === 'start') {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

const { exitWithStartFault, start } = await import('./start.ts')
start().catch(exitWithStartFault)
