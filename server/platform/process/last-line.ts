import { writeSync } from 'node:fs'

const TRIES = 50

/**
 * Writes a fatal JSON log line directly to stdout before the process ends. The logger needs the event loop to retry and
 * could block on a full disk.
 */
export function writeLastLine(message: string, fields: Record<string, unknown>): void {
  const line = JSON.stringify({ level: 'fatal', time: new Date().toISOString(), ...fields, msg: message })
  for (let tried = 0; tried < TRIES; tried++) {
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}
