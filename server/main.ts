import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// React reads NODE_ENV when it is imported. An environment variable NODE_COMPILE_CACHE names another directory.
process.env['NODE_ENV'] ??= process.argv.includes('--dev') ? 'development' : 'production'
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/primp/compiled', import.meta.url)))

// npm passes SIGTERM to the shell that it runs this process in, and not every shell passes it on: a lost parent counts as the signal.
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
