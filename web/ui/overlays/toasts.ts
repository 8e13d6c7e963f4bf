export type Kind = 'success' | 'error' | 'warning' | 'info'

export interface Toast {
  id: number
  kind: Kind
  message: string
  action?: { label: string; run: () => void }
  /** The path that it is said on: its clock begins there. */
  on?: string
}

/** How long a toast stays, in milliseconds; pointing at it or focusing it holds the clock. */
export const toastTime = 5_000

// A page begins with what the server drew, and is not drawn again for it.
const none: readonly Toast[] = []
let toasts = none
let next = 1
const listeners = new Set<() => void>()

function publish(changed: readonly Toast[]) {
  toasts = changed
  for (const listener of listeners) listener()
}

/** Shows a message at the foot of the page, or of the one on its way at `on`. Browser only. */
export function showToast(kind: Kind, message: string, action?: Toast['action'], on?: string): number {
  const shown = { id: next++, kind, message, action, on }
  publish([...toasts.filter((one) => one.message !== message), shown].slice(-3))
  return shown.id
}

/** Whether a message belongs to a page that is not there yet. */
export const isAhead = ({ on }: Toast, at: string | undefined): boolean => on !== undefined && on !== at

/** Takes a message away. */
export const dismissToast = (id: number): void => publish(toasts.filter((one) => one.id !== id))

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is on show now, for useSyncExternalStore. */
export const getToasts = (): readonly Toast[] => toasts

/** The server never shows one. */
export const getServerToasts = (): readonly Toast[] => none
