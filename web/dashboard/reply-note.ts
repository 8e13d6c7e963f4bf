import { reader } from '#contract/words.ts'
import { dashboardWords } from './words.ts'

const t = reader(dashboardWords)

/** How an artist's answer time compares nearby, in words. */
export function replyNote({ minutes, fasterThan }: { minutes: number | null; fasterThan: number | null }): string {
  if (minutes === null) return t('pd.reply.none')
  if (fasterThan === 10) return t('pd.reply.all')
  return fasterThan ? t('pd.reply.note', { n: fasterThan }) : t('pd.reply.usual')
}
