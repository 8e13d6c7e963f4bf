import { type Debugger, Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import { writeLastLine } from './last-line.ts'
import { BEATS, DEBUGGED, type WatchdogData } from './watchdog.ts'

const { shared, seconds, silent } = workerData as WatchdogData
const state = new Int32Array(shared)
const LOOK_MS = 1_000
const STACK_MS = 2_000
const MOST_FRAMES = 20

let [last, blockedTicks, ending] = [-1, 0, false]
// Counts its own ticks instead of reading a clock: a process that was stopped (SIGSTOP, a sleeping machine) has not been blocked.
setInterval(() => {
  if (ending) return
  const now = Atomics.load(state, BEATS)
  blockedTicks = now === last ? blockedTicks + 1 : 0
  last = now
  if (blockedTicks * LOOK_MS < seconds * 1_000 || Atomics.load(state, DEBUGGED)) return
  ending = true
  endProcess().finally(() => {
    ;[blockedTicks, ending] = [0, false]
  })
}, LOOK_MS)

/** Logs the stack of the main thread and kills the process, unless the event loop runs again by then. */
async function endProcess(): Promise<void> {
  const stack = await stackOfMainThread().catch((fault: Error) => fault.message)
  if (Atomics.load(state, BEATS) !== last) return
  if (!silent)
    writeLastLine('event loop blocked: the watchdog ends the process', { blockedSeconds: blockedTicks, stack })
  process.kill(process.pid, 'SIGKILL')
}

/** Interrupts the main thread with the debugger's protocol and returns its call frames, without any values. */
function stackOfMainThread(): Promise<string> {
  return new Promise((resolve, reject) => {
    const session = new Session()
    session.connectToMainThread()
    const late = setTimeout(() => {
      session.disconnect()
      reject(new Error('the main thread could not be interrupted'))
    }, STACK_MS)
    const scripts = new Map<string, string>()
    session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url))
    session.once('Debugger.paused', ({ params }) => {
      clearTimeout(late)
      const frames = params.callFrames.slice(0, MOST_FRAMES)
      resolve(frames.map((frame) => describe(frame, scripts)).join('\n'))
      session.post('Debugger.resume', () => session.disconnect())
    })
    session.post('Debugger.enable', () => session.post('Debugger.pause'))
  })
}

const describe = ({ functionName, url, location }: Debugger.CallFrame, scripts: ReadonlyMap<string, string>): string =>
  `    at ${functionName || '<anonymous>'} (${url || scripts.get(location.scriptId) || 'unknown'}:${location.lineNumber + 1}:${(location.columnNumber ?? 0) + 1})`
