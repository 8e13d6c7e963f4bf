import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { WATCHDOG_EXIT } from './watchdog.ts'

const root = new URL('../../../', import.meta.url)
const blockedBy = (work: string) => `
  import { startWatchdog } from '#server/platform/process/watchdog.ts'
  startWatchdog({ WATCHDOG_SECONDS: 2, LOG_LEVEL: 'info' })
  process.on('exit', () => { for (;;); })
  function blockForEver() { ${work} }
  setTimeout(blockForEver, 500)`
const loop = blockedBy('for (;;);')
// (module (func (export "spin") (loop (br 0))))
const wasm = '0061736d0100000001040160000003020100070801047370696e00000a0901070003400c000b0b'
const spin = blockedBy(`new WebAssembly.Instance(new WebAssembly.Module(Buffer.from('${wasm}', 'hex'))).exports.spin()`)
const inOwnNamespace = ['--pid', '--fork', '--kill-child', '--mount-proc']
const mayUnshare = spawnSync('unshare', [...inOwnNamespace, 'true']).status === 0

function run(code: string, [command, ...args]: readonly [string, ...string[]]) {
  const { status, signal, stdout } = spawnSync(command, [...args, '--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
    timeout: 40_000,
    killSignal: 'SIGKILL',
  })
  const { msg, stack } = JSON.parse(stdout || '{}')
  return { status, signal, msg, stack }
}

const ended = {
  status: WATCHDOG_EXIT,
  signal: null,
  msg: 'event loop blocked: the watchdog ends the process',
  stack: expect.stringContaining('at blockForEver '),
}

test('a process with a blocked event loop is killed, even if its exit handlers would block', () => {
  expect(run(loop, [process.execPath])).toEqual(ended)
}, 60_000)

test('a process blocked in WebAssembly is killed', () => {
  expect(run(spin, [process.execPath])).toEqual(ended)
}, 60_000)

test.skipIf(!mayUnshare)(
  'the watchdog also ends the first process of a container, although it cannot kill itself',
  () => {
    expect(run(loop, ['unshare', ...inOwnNamespace, process.execPath])).toEqual(ended)
  },
  60_000,
)
