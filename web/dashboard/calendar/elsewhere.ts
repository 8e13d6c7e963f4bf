import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import { clock, nightClock } from '#contract/format.ts'

type Taken = Pick<CalendarDay['taken'][number], 'kind' | 'startTime' | 'finishTime'>

/** Whether another calendar leaves nothing of an event's day, to 5 AM the next morning. */
export const isWhole = ({ kind, startTime, finishTime }: Taken): boolean =>
  kind === 'feed' && startTime === '05:00' && finishTime === '05:00'

/** Whether it leaves nothing before midnight, as an event of whole days does on its last one. */
export const fillsDay = ({ kind, startTime, finishTime }: Taken): boolean =>
  kind === 'feed' && startTime === '05:00' && finishTime <= '05:00'

/** Whether it begins after midnight: the day itself is free. */
export const isOfNight = ({ kind, startTime }: Taken): boolean => kind === 'feed' && startTime < '05:00'

/** Whether hours leave nothing of an event's day. */
export const isWholeDay = ({ opens, closes }: CalendarDay['closed'][number]): boolean =>
  opens === '05:00' && closes === '05:00'

/** When it begins or ends; before 5 AM that is the next day, and at 5 AM where it ends a day. */
export const feedTime = (hhmm: string, end = false): string =>
  end && hhmm === '05:00' ? `${clock(hhmm)}, next day` : nightClock(hhmm)
