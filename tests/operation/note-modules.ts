import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Loaded before the process that is looked at: notes each module as it is loaded, and writes all of them down at the end.
const loaded: string[] = []

registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})

process.on('exit', () => writeFileSync(process.env['LOADED_MODULES'] as string, JSON.stringify(loaded)))
