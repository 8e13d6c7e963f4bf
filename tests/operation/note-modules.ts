import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Preloaded into a process: records each loaded module, and writes the list at exit.
const loaded: string[] = []

registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})

process.on('exit', () => writeFileSync(process.env['LOADED_MODULES'] as string, JSON.stringify(loaded)))
