import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#server/platform/log.ts'
import { openSystemd } from './systemd.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'primp-systemd-'))
  writeFileSync(join(home, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $1" >> ${home}/said\n`)
  chmodSync(join(home, 'systemd-notify'), 0o755)
})
afterAll(() => rmSync(home, { recursive: true }))

const said = () => (existsSync(join(home, 'said')) ? readFileSync(join(home, 'said'), 'utf8').trim().split('\n') : [])
const count = (line: string) => said().filter((one) => one === line).length

test('systemd is notified when the process is ready, alive and stopping', async () => {
  const env = { PATH: `${home}:/usr/bin:/bin`, NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '300000' }
  const systemd = openSystemd(openLog('silent'), env)
  systemd.ready()
  await expect.poll(() => count('/run/notify READY=1')).toBe(1)
  await expect.poll(() => count('/run/notify WATCHDOG=1')).toBeGreaterThan(2)
  systemd.stopping()
  await expect.poll(() => count('/run/notify STOPPING=1')).toBe(1)
  const before = count('/run/notify WATCHDOG=1')
  await new Promise((done) => setTimeout(done, 400))
  expect(count('/run/notify WATCHDOG=1')).toBeLessThanOrEqual(before + 1)
})

test('a process may take longer to start than systemd waits', async () => {
  const env = { PATH: `${home}:/usr/bin:/bin`, NOTIFY_SOCKET: '/run/slow' }
  const systemd = openSystemd(openLog('silent'), env, 50)
  const extended = () => count('/run/slow EXTEND_TIMEOUT_USEC=60000000')
  await expect.poll(extended).toBeGreaterThan(2)
  systemd.ready()
  await expect.poll(() => count('/run/slow READY=1')).toBe(1)
  const before = extended()
  await new Promise((done) => setTimeout(done, 300))
  expect(extended()).toBeLessThanOrEqual(before + 1)
  systemd.stopping()
})

test('a missing notify command causes one log line, and without systemd nothing is sent', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line: string) => lines.push(line) })
  openSystemd(log, { PATH: '/nowhere', NOTIFY_SOCKET: '/run/notify' }).ready()
  await expect.poll(() => lines.length).toBe(1)
  expect(lines[0]).toContain('notifying systemd failed')
  openSystemd(log, { PATH: home }).ready()
  expect(lines).toHaveLength(1)
})
