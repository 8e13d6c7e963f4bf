import type { Review } from '#contract/providers/providers.ts'

const RECENT_MS = 90 * 86_400_000

/** Whether a review still waits for a word from the artist: it says something, nobody has answered, and it is not older than ninety days. */
export const isAwaitingReply = (
  { comments, reply, date }: Pick<Review, 'comments' | 'reply' | 'date'>,
  now: Date,
): boolean => comments !== '' && !reply && now.getTime() - Date.parse(date) <= RECENT_MS
