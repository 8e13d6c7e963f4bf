import fs from 'node:fs'

// Preloaded into a process: breaks it on SIGUSR2 in the way that BREAK names.
const ways: Record<string, () => void> = { 'disk-full': fillDisk, 'blocked-loop': blockLoopForEver }

process.on('SIGUSR2', () => ways[process.env['BREAK'] ?? '']?.())

/** Makes every write of the embedded database fail as on a full disk. */
function fillDisk(): void {
  const write = fs.writeSync as (fd: number, ...given: unknown[]) => number
  fs.writeSync = (fd: number, ...given: unknown[]) => {
    if (fd <= 2) return write(fd, ...given)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
  }
}

function blockLoopForEver(): void {
  for (;;);
}

const shiftMs = Number(process.env['CLOCK_SHIFT_SECONDS'] ?? 0) * 1_000
if (shiftMs) {
  const RealDate = Date
  const now = RealDate.now.bind(RealDate)
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length ? given : [now() + shiftMs], made === globalThis.Date ? target : made),
  })
  globalThis.Date.now = () => now() + shiftMs
}
