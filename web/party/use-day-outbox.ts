import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { getProgressSubject } from '#contract/party/day-facts.ts'
import type { DayWord, ProgressEntry } from '#contract/party/day-updates.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { getActingUser, getStoredUser } from '#web/platform/session.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'
import { DayOutbox, type QueuedEntry } from './day-outbox.ts'

const AGAIN_MS = 15_000

let outbox: DayOutbox | undefined
/** Returns this browser's outbox. Browser only. */
function dayOutbox(): DayOutbox {
  outbox ??= new DayOutbox({
    store: localStore,
    owner: () => getStoredUser(localStore)?.id ?? null,
    now: Date.now,
    send: (appointmentId, words, sentAt) =>
      browserApi().providerBookings.reportProgress({
        appointmentId,
        words: words.map(({ acting: _acting, ...word }) => word),
        sentAt,
      }),
  })
  return outbox
}

/**
 * Sends queued updates now, when online again, when visible, and at intervals. Returns a function that stops it.
 * Browser only.
 */
export function startDayOutbox(): () => void {
  const flush = () => {
    if (dayOutbox().words().length > 0) void dayOutbox().flush()
  }
  const look = () => dayOutbox().refresh()
  flush()
  // Other tabs also queue and send.
  addEventListener('storage', look)
  addEventListener('online', flush)
  document.addEventListener('visibilitychange', flush)
  const again = setInterval(flush, AGAIN_MS)
  return () => {
    removeEventListener('storage', look)
    removeEventListener('online', flush)
    document.removeEventListener('visibilitychange', flush)
    clearInterval(again)
  }
}

/** Returns an appointment with queued updates, a send function, and pending or refused ones. */
export function useDayOutbox(appointment: Appointment, onSent: () => void) {
  const box = dayOutbox()
  const all = useSyncExternalStore(box.subscribe, box.words, () => none)
  const own = useMemo(() => all.filter(({ appointmentId }) => appointmentId === appointment.id), [all, appointment.id])
  const kept = useMemo(() => own.filter(({ refused }) => refused === null), [own])
  // Sent updates stay until the page has reloaded; for equal ids the server's wins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the outbox has changed with what is kept
  const said = useMemo(
    () => [...box.listFor(appointment.id), ...appointment.said],
    [box, appointment.id, appointment.said, kept],
  )
  // Queued updates come from the browser's storage, not from a loader.
  useEffect(startDayOutbox, [])
  const latest = useRef(onSent)
  latest.current = onSent
  const waits = kept.length > 0
  const before = useRef(waits)
  useEffect(() => {
    // A removed update was accepted: reloads the page, which also refreshes its offline cache.
    if (before.current && !waits) latest.current()
    before.current = waits
  }, [waits])
  return {
    appointment: useMemo(() => ({ ...appointment, said }), [appointment, said]),
    kept: kept.length,
    refused: own.filter(({ refused }) => refused !== null),
    say: (word: Partial<DayWord> & Pick<DayWord, 'kind'>) => box.add(appointment.id, wordNow(word, said)),
    leave: () => box.leave(appointment.id),
  }
}

const none: readonly QueuedEntry[] = []

/** Creates an update now, later than all earlier ones of its subject, even if the clock was set back. */
function wordNow(word: Partial<DayWord> & Pick<DayWord, 'kind'>, said: readonly ProgressEntry[]): ProgressEntry {
  const whole = { undo: false, person: null, serviceId: null, minutes: null, ...word }
  const before = said
    .filter((one) => getProgressSubject(one) === getProgressSubject(whole))
    .map(({ at }) => Date.parse(at) + 1)
  return {
    ...whole,
    id: crypto.randomUUID(),
    at: new Date(Math.max(Date.now(), ...before)).toISOString(),
    acting: getActingUser(sessionStore) !== null,
  }
}
