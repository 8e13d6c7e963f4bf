import type { Review } from '#contract/providers/providers.ts'

const RECENT_MS = 90 * 86_400_000

/** Returns whether a review needs a reply: has text, no reply, at most ninety days old. */
export const isAwaitingReply = (
  { comments, reply, date }: Pick<Review, 'comments' | 'reply' | 'date'>,
  now: Date,
): boolean => comments !== '' && !reply && now.getTime() - Date.parse(date) <= RECENT_MS
