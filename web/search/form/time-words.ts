import type { reader } from '#contract/words.ts'
import type { searchWords } from '#web/search/words.ts'

type Reader = ReturnType<typeof reader<typeof searchWords>>

/** The words of the list of times. */
export const timeWords = (t: Reader) => ({
  unsure: t('time.notSure'),
  parts: [t('time.group.morning'), t('time.group.afternoon'), t('time.group.evening'), t('time.group.night')] as const,
  nextDay: t('time.nextDay.short'),
})
