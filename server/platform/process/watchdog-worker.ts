import { type Debugger, Session } from 'node:inspector'
import { setTimeout } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { writeLastLine } from './last-line.ts'
import { BEATS, DEBUGGED, WATCHDOG_EXIT, type WatchdogData } from './watchdog.ts'

const { shared, seconds, silent } = workerData as WatchdogData
const state = new Int32Array(shared)
const LOOK_MS = 1_000
const STACK_MS = 2_000
const EXIT_MS = 2_000
const MOST_FRAMES = 20

let [last, blockedTicks, ending] = [-1, 0, false]
// Counts its own ticks instead of time, so that a suspended process (SIGSTOP, sleep) does not look blocked.
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

/** Logs the main thread's stack and ends the process, unless the event loop runs again by then. */
async function endProcess(): Promise<void> {
  const main = new Session()
  main.connectToMainThread()
  const stack = await stackOfMainThread(main).catch((fault: Error) => fault.message)
  if (Atomics.load(state, BEATS) !== last) {
    main.post('Debugger.resume', () => main.disconnect())
    return
  }
  if (!silent)
    writeLastLine('event loop blocked: the watchdog ends the process', { blockedSeconds: blockedTicks, stack })
  // PID 1 of a container ignores its own SIGKILL, and exit handlers could block.
  main.post('Runtime.evaluate', { expression: `process.removeAllListeners('exit'); process.exit(${WATCHDOG_EXIT})` })
  await setTimeout(EXIT_MS)
  process.kill(process.pid, 'SIGKILL')
}

/** Pauses the main thread by the inspector protocol and returns its call frames without values. */
function stackOfMainThread(main: Session): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = globalThis.setTimeout(
      () => reject(new Error('the main thread did not respond to the inspector')),
      STACK_MS,
    )
    const scripts = new Map<string, string>()
    main.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url))
    main.once('Debugger.paused', ({ params }) => {
      clearTimeout(late)
      const frames = params.callFrames.slice(0, MOST_FRAMES)
      resolve(frames.map((frame) => describe(frame, scripts)).join('\n'))
    })
    main.post('Debugger.enable', () => main.post('Debugger.pause'))
  })
}

const describe = ({ functionName, url, location }: Debugger.CallFrame, scripts: ReadonlyMap<string, string>): string =>
  `    at ${functionName || '<anonymous>'} (${url || scripts.get(location.scriptId) || 'unknown'}:${location.lineNumber + 1}:${(location.columnNumber ?? 0) + 1})`
