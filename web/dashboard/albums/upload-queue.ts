/** A picture that was chosen for an album, and how far it has come. */
export type Chosen = {
  key: string
  name: string
  /** What is sent; null where the file cannot be. */
  blob: Blob | null
  preview: string
  alt: string
  consent: boolean
  state: 'chosen' | 'sending' | 'failed' | 'refused'
  /** How much has gone, 0 to 1. */
  share: number
  error: string | null
  /** Kept once the picture itself has arrived, so that a second try sends only what is missing. */
  fileUrl: string | null
}

/** One of the chosen changed, the others as they are. */
export const changed = (queue: readonly Chosen[], key: string, change: Partial<Chosen>): Chosen[] =>
  queue.map((one) => (one.key === key ? { ...one, ...change } : one))

export const without = (queue: readonly Chosen[], key: string): Chosen[] => queue.filter((one) => one.key !== key)

/** Those that wait to be sent; a file that can never be sent is none of them. */
export const waiting = (queue: readonly Chosen[]): Chosen[] =>
  queue.filter(({ state }) => state === 'chosen' || state === 'failed')

/** The first picture that still lacks something, and which of its fields. */
export function firstGap(queue: readonly Chosen[]): { key: string; field: 'alt' | 'consent' } | null {
  for (const one of waiting(queue)) {
    if (one.alt.trim() === '') return { key: one.key, field: 'alt' }
    if (!one.consent) return { key: one.key, field: 'consent' }
  }
  return null
}
