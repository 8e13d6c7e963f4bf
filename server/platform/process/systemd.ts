import { execFile } from 'node:child_process'
import type { Log } from '#server/platform/log.ts'
import { toFaultFields } from '#server/platform/log.ts'

export type Systemd = {
  ready: () => void
  stopping: () => void
}

const EXTEND_MS = 20_000
const EXTENSION = 'EXTEND_TIMEOUT_USEC=60000000'

/**
 * Opens the connection to systemd. With `WatchdogSec` it reports three times per period, so that a frozen process is
 * restarted. Until `ready` it extends `TimeoutStartSec` for slow migrations. Uses `systemd-notify`, because Node has no
 * Unix datagram sockets. Does nothing without `NOTIFY_SOCKET`.
 */
export function openSystemd(log: Log, env: NodeJS.ProcessEnv = process.env, extendMs = EXTEND_MS): Systemd {
  if (!env['NOTIFY_SOCKET']) return { ready: () => {}, stopping: () => {} }
  const notify = (state: string) =>
    execFile('systemd-notify', [state], { env, timeout: 5_000 }, (fault) => {
      if (fault) log.error(toFaultFields(fault), 'notifying systemd failed')
    })
  const periodMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1_000
  const keepAlive = periodMs > 0 ? setInterval(() => notify('WATCHDOG=1'), periodMs / 3).unref() : undefined
  const extension = setInterval(() => notify(EXTENSION), extendMs).unref()
  return {
    ready: () => {
      clearInterval(extension)
      notify('READY=1')
    },
    stopping: () => {
      clearInterval(extension)
      clearInterval(keepAlive)
      notify('STOPPING=1')
    },
  }
}
