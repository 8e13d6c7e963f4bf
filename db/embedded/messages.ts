import type { QueryOptions } from '@electric-sql/pglite'

/** What the engine in its thread is asked, one thing after the other. */
export type Asked =
  | { do: 'say'; bytes: Uint8Array }
  | { do: 'query'; text: string; params: unknown[]; options: QueryOptions }
  | { do: 'exec'; text: string; options: QueryOptions }
  | { do: 'close' }
export type ToEngine = Asked & { id: number }

/** A fault with all that it says of itself, in a form that goes from thread to thread. */
export type Told = { name: string; message: string; facts: Record<string, unknown> }
/** What it says: an answer, a fault, a notification, or the answer or fault of being opened (`id` 0). */
export type FromEngine =
  | { id: number; answer: unknown }
  | { id: number; fault: Told }
  | { channel: string; payload: string }
