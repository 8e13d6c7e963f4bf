import { truncate } from '#contract/text.ts'
import type { z } from 'zod'
import { Refusal } from '#server/platform/refusal.ts'

const MOST_LETTERS = 60

/** Words of somebody else's file as a line of a terminal says them: cut, and without signs that a terminal would obey. */
export const quoted = (text: string): string => `“${truncate(text.replace(/\p{C}/gu, '').trim(), MOST_LETTERS)}”`

/** Why somebody was refused, in a sentence; what is no refusal goes on as the fault that it is. */
export function whyOf(thrown: unknown): string {
  if (!(thrown instanceof Refusal)) throw thrown
  return thrown.errors?.[0]?.message ?? thrown.message
}

/** What a form says first of what it does not take. */
export const wrongIn = ({ issues }: z.ZodError): string => issues[0]?.message ?? ''
