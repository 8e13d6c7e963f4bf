import { execFile } from 'node:child_process'
import type { Log } from '#server/platform/log.ts'
import { toFaultFields } from '#server/platform/log.ts'

export type Systemd = {
  /** Tells systemd that the process is ready (`Type=notify`). */
  ready: () => void
  /** Tells systemd that the process is ending, and stops the keep-alive messages. */
  stopping: () => void
}

const EXTEND_MS = 20_000
const EXTENSION = 'EXTEND_TIMEOUT_USEC=60000000'

/**
 * Opens the connection to the service manager that started this process. With `WatchdogSec`, it reports three times
 * per period that the event loop still turns: a frozen process is killed and started again. Uses systemd's own
 * `systemd-notify`, since Node has no datagram sockets in the file system. Without `NOTIFY_SOCKET` it does nothing.
 *
 * Until `ready`, it extends `TimeoutStartSec`: a process that waits for its database or migrates for long is not killed.
 */
export function openSystemd(log: Log, env: NodeJS.ProcessEnv = process.env, extendMs = EXTEND_MS): Systemd {
  if (!env['NOTIFY_SOCKET']) return { ready: () => {}, stopping: () => {} }
  const notify = (state: string) =>
    execFile('systemd-notify', [state], { env, timeout: 5_000 }, (fault) => {
      if (fault) log.error(toFaultFields(fault), 'systemd was not notified')
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
