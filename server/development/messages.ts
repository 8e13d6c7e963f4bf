import type { HotPayload } from 'vite'
import type { Answer } from './kept-modules.ts'

/** What the site asks of Vite in its thread. */
export type FromSite = { id: number; ask: HotPayload }
/** What Vite says: where it listens, an answer, or that a file of the pages has changed. */
export type ToSite = { port: number } | { id: number; answer: Answer } | { changed: string }
