// So many days before it runs out an artist is told, and on the day itself.
const remindedDays = [0, 7, 30] as const
/** Should the clock have stood still, the last of them is still said for a week. */
export const LATE_DAYS = 7

/** Which of the reminders is due with so many days left: the last that has come, or none yet. */
export const reminderAt = (left: number): (typeof remindedDays)[number] | undefined =>
  left < -LATE_DAYS ? undefined : remindedDays.find((days) => left <= days)
